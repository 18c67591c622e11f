import { Command } from "commander";
import { formatFlag, openapiFlag, projectFlag } from "../../flags.ts";
import { setExitCode } from "../../terminal.ts";

export const showCommand = () =>
  new Command("show")
    .argument("<tool>")
    .summary("show one tool: arguments, result, address, example")
    .description("show a tool, <toolset>.<tool>: arguments, result, types, address, credentials, and an example of a call")
    .addOption(projectFlag())
    .addOption(openapiFlag())
    .addOption(formatFlag())
    .action(async (tool, options) => setExitCode((await import("./run.ts")).runShow(tool, options)));
