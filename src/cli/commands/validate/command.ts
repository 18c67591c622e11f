import { Command, Option } from "commander";
import { addFlags, collectList, environmentFlag, findingFlags, inputFlags, profileFlag, setFlag } from "../../flags.ts";
import { setExitCode } from "../../terminal.ts";

const command = new Command("validate")
  .argument("[path]")
  .summary("validate a project, an app or a definition")
  .description("validate a project, an exported app or a single definition; writes nothing, except with --fix and --update-baseline");

export const validateCommand = addFlags(command, [
  ...inputFlags(),
  environmentFlag("use the values of this environment only"),
  setFlag(),
  new Option("--target <name>", "check the output of this target, such as anthropic, instead of the targets in toolsetc.yaml")
    .argParser(collectList)
    .default([]),
  profileFlag(),
  new Option("--import-response <file>", "also report the messages of an import into CX Agent Studio, at the places that they name"),
  ...findingFlags(),
  new Option("--update-baseline", "write the findings to the file of --baseline; in CI it only shrinks"),
  new Option("--fix", "first apply the fixes that change nothing else of what is compiled, and print them"),
  new Option("--unsafe", "with --fix, also apply fixes that may be a wrong guess, such as the name that was most likely meant"),
]).action(async (path, options) => {
  const [{ onEachProject }, { runValidate }] = await Promise.all([import("../../each-project.ts"), import("./run.ts")]);
  await setExitCode(onEachProject(path ?? ".", options, runValidate));
});
