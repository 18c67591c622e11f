import { Command } from "commander";
import { againstFlag, excludeFlag, includeFlag, openapiFlag, toolsetFlag } from "../../flags.ts";
import { setExitCode } from "../../terminal.ts";

export const catalogCommand = () =>
  new Command("catalog")
    .argument("[path]")
    .summary("write one HTML page that shows all tools")
    .description("write one HTML file that shows all tools to people who do not read code")
    .option("-o, --out <file>", "the file to write", "catalog.html")
    .addOption(againstFlag("also show what changed since a lock, a folder, or a revision such as origin/main"))
    .addOption(toolsetFlag())
    .addOption(openapiFlag())
    .addOption(includeFlag())
    .addOption(excludeFlag())
    .action(async (path, options) => setExitCode((await import("./run.ts")).runCatalog(path ?? ".", options)));
