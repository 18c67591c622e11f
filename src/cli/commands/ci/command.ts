import { Command, Option } from "commander";
import { addFlags, findingFlags } from "../../flags.ts";
import { setExitCode } from "../../terminal.ts";

export const ciCommand = () =>
  addFlags(
    new Command("ci")
      .argument("[path]")
      .summary("run all checks of a pull request")
      .description("run validate, compile --check, lock --check and breaking at once, with one report; writes nothing")
      .addOption(new Option("--against <base>", "what breaking compares with, such as origin/main; by default toolsetc.lock")),
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
