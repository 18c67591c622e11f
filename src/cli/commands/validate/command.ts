import { Command, Option } from "commander";
import { addFlags, collectList, environmentFlag, findingFlags, inputFlags, profileFlag, setFlag } from "../../flags.ts";
import { setExitCode } from "../../terminal.ts";

export const validateCommand = () =>
  addFlags(
    new Command("validate")
      .argument("[path]")
      .summary("validate a project, an app or a definition")
      .description("validate a project, an exported app or a single definition; writes nothing, except with --fix and --update-baseline"),
    [
      ...inputFlags(),
      environmentFlag("use the values of this environment only"),
      setFlag(),
      new Option("--target <name>", "check the output of this target, such as anthropic, instead of the targets in toolsetc.yaml")
        .argParser(collectList)
        .default([]),
      profileFlag(),
      new Option("--import-response <file>", "also report the messages in this response of an import into CX Agent Studio"),
      ...findingFlags(),
      new Option("--update-baseline", "write the findings to the file of --baseline; in CI, only remove fixed findings from it"),
      new Option("--fix", "first apply and print the fixes that change no other part of the output"),
      new Option("--unsafe", "with --fix, also apply fixes that may be wrong, such as replacing an unknown name by the most similar one"),
    ],
  ).action(async (path, options) => {
    const [{ runRepeatable }, { reportEachProject }, { runValidate }] = await Promise.all([
      import("../../build/repeatable-run.ts"),
      import("../../project/each-project.ts"),
      import("./run.ts"),
    ]);
    await setExitCode(
      runRepeatable(options, (recorder) =>
        reportEachProject(path ?? ".", options, (project, flags) => runValidate(project, flags, recorder), recorder),
      ),
    );
  });
