import { Command } from "commander";
import { allowCodeFlag, formatFlag, profileFlag } from "../../flags.ts";
import { setExitCode } from "../../terminal.ts";

export const explainCommand = () =>
  new Command("explain")
    .argument("[code]")
    .summary("explain a finding and how to fix it")
    .description(
      "explain a finding and how to fix it; without a code, list all codes, with the severity of each in a project and what determines it",
    )
    .addOption(profileFlag())
    .addOption(allowCodeFlag())
    .addOption(formatFlag())
    .action(async (code, options) => setExitCode((await import("./run.ts")).runExplain(code, options)));
