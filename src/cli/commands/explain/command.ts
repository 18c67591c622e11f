import { Command } from "commander";
import { formatFlag } from "../../flags.ts";
import { setExitCode } from "../../terminal.ts";

export const explainCommand = () =>
  new Command("explain")
    .argument("<code>")
    .summary("explain a finding and how to fix it")
    .description("explain a finding and how to fix it")
    .addOption(formatFlag())
    .action(async (code, options) => setExitCode((await import("./run.ts")).runExplain(code, options)));
