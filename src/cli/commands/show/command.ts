import { Command } from "commander";
import { environmentFlag, formatFlag, openapiFlag, projectFlag } from "../../flags.ts";
import { setExitCode } from "../../terminal.ts";

export const showCommand = () =>
  new Command("show")
    .argument("<tool>")
    .argument("[path]")
    .summary("show one tool: arguments, result, address, example")
    .description("show a tool, <toolset>.<tool>: arguments, result, types, address, credentials, and an example of a call")
    .addOption(projectFlag())
    .addOption(openapiFlag())
    .addOption(environmentFlag("show the addresses of this environment"))
    .addOption(formatFlag())
    .action(async (tool, path, options) => setExitCode((await import("./run.ts")).runShow(tool, path, options)));
