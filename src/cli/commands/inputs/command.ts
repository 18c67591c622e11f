import { Command } from "commander";
import { formatFlag, openapiFlag } from "../../flags.ts";
import { setExitCode } from "../../terminal.ts";

export const inputsCommand = () =>
  new Command("inputs")
    .argument("[path]")
    .summary("list the files that are read, for build systems")
    .description("list the files that validate and compile read, for build systems")
    .addOption(openapiFlag())
    .addOption(formatFlag())
    .action(async (path, options) => setExitCode((await import("./run.ts")).runInputs(path ?? ".", options)));
