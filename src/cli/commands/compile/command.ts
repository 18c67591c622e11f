import { Command, Option } from "commander";
import { addFlags, environmentFlag, findingFlags, inputFlags, profileFlag, setFlag } from "../../flags.ts";
import { setExitCode } from "../../terminal.ts";

const command = new Command("compile")
  .argument("[path]")
  .summary("compile a project, a definition or a document")
  .description("compile a project, an exported app, a single definition or a bare OpenAPI document");

export const compileCommand = addFlags(command, [
  ...inputFlags(),
  new Option("-o, --out <folder>", "the output folder; by default those of toolsetc.yaml, else generated"),
  new Option("--check", "write nothing; print what would change, and exit with 1 if anything would"),
  new Option("-w, --watch", "compile again after each change of a file that was read, until interrupted"),
  new Option("--save", "save the flags of a document as a project, which compiles to the same output without them"),
  new Option("--force", "write into a folder that has other files; they are not overwritten"),
  environmentFlag("use the values of this environment only"),
  setFlag(),
  profileFlag(),
  ...findingFlags(),
]).action(async (path, options) => {
  const [{ onEachProject }, { runCompile }] = await Promise.all([import("../../each-project.ts"), import("./run.ts")]);
  await setExitCode(onEachProject(path ?? ".", options, runCompile));
});
