import { Command, Option } from "commander";
import { baselineFlag, failOnFlag, maxWarningsFlag, quietFlag, reportFlag, reportFormatFlag } from "../../flags.ts";
import { setExitCode } from "../../terminal.ts";

export const ciCommand = new Command("ci")
  .argument("[path]")
  .summary("run all checks of a pull request")
  .description("run validate, compile --check, lock --check and breaking at once, with one report; writes nothing")
  .addOption(new Option("--against <base>", "what breaking compares with, such as origin/main; by default toolsetc.lock"))
  .addOption(failOnFlag())
  .addOption(maxWarningsFlag())
  .addOption(baselineFlag())
  .addOption(quietFlag())
  .addOption(reportFormatFlag())
  .addOption(reportFlag())
  .action(async (path, options) => {
    const [{ onEachProject }, { runCi }] = await Promise.all([import("../../each-project.ts"), import("./run.ts")]);
    await setExitCode(onEachProject(path ?? ".", options, runCi));
  });
