import { Command, Option } from "commander";
import { addFlags, findingFlags } from "../../flags.ts";
import { setExitCode } from "../../terminal.ts";

export const ciCommand = () =>
  addFlags(
    new Command("ci")
      .argument("[path]")
      .summary("run all checks of a pull request")
      .description("run validate, compile --check, lock --check and breaking at once, with one report; writes nothing")
      .addOption(
        new Option("--against <base>", "show what has changed since this base, such as origin/main; by default since toolsetc.lock"),
      )
      .option("--all", "with --against, also show the findings that were there before"),
    findingFlags(),
  ).action(async (path, options) => {
    const [{ runRepeatable }, { reportEachProject }, { runCi }] = await Promise.all([
      import("../../build/repeatable-run.ts"),
      import("../../project/each-project.ts"),
      import("./run.ts"),
    ]);
    await setExitCode(
      runRepeatable(options, (recorder) =>
        reportEachProject(path ?? ".", options, (project, flags) => runCi(project, flags, recorder), recorder),
      ),
    );
  });
