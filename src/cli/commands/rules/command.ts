import { Command } from "commander";
import { formatFlag, profileFlag } from "../../flags.ts";
import { setExitCode } from "../../terminal.ts";

export const rulesCommand = () =>
  new Command("rules")
    .argument("[path]")
    .summary("list all findings and their severities")
    .description("list the codes of all findings, with the severity of each in a project and what determines it")
    .addOption(profileFlag())
    .addOption(formatFlag())
    .action(async (path, options) => setExitCode((await import("../explain/run.ts")).runExplain(path, options)));
