import { Command, Option } from "commander";
import { baselineFlag, failOnFlag, maxWarningsFlag, quietFlag, reportFlag, reportFormatFlag } from "../../flags.ts";
import { setExitCode } from "../../terminal.ts";

export const ciCommand = new Command("ci")
  .argument("[path]")
  .description("run validate, compile --check, lock --check and breaking at once, with one report; writes nothing")
  .addOption(new Option("--against <base>", "what breaking compares with, such as origin/main; by default toolsetc.lock"))
  .addOption(failOnFlag())
  .addOption(maxWarningsFlag())
  .addOption(baselineFlag())
  .addOption(quietFlag())
  .addOption(reportFormatFlag())
  .addOption(reportFlag())
  .action(async (path, options) => setExitCode((await import("./run.ts")).runCi(path ?? ".", options)));
