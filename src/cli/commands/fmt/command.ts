import { Command } from "commander";
import { formatFlag } from "../../flags.ts";
import { setExitCode } from "../../terminal.ts";

export const fmtCommand = () =>
  new Command("fmt")
    .argument("[paths...]")
    .summary("format definitions and the configuration")
    .description("format definitions, the configuration and environments; other YAML and JSON files only if they are named")
    .option("--check", "write nothing; print the files that would change, and exit with 1 if there are any")
    .addOption(formatFlag())
    .action(async (paths, options) => setExitCode((await import("./run.ts")).runFmt(paths.length === 0 ? ["."] : paths, options)));
