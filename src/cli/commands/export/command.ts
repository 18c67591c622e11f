import { Command } from "commander";
import { environmentFlag, formatFlag, profileFlag } from "../../flags.ts";
import { inTurn } from "../../project/in-turn.ts";

export const exportCommand = () =>
  new Command("export")
    .argument("[path]")
    .summary("replace values by $env_var, and save them")
    .description("replace values that differ by environment with $env_var, and write them to the environment file")
    // The name is not `--env-file`, since Node interprets a flag of this name itself, even after the name of the script.
    .option("--to <file>", "the environment file to write; by default the file of the default environment")
    .option("--extensions", "also export fields that CES does not manage: mcpToolset.serverAddress, connectorToolset.connection")
    .option("--create-request", "print a CreateToolsetRequest and its JSON-RPC body for each toolset instead; nothing is sent")
    .option("--parent <app>", "with --create-request: the app, projects/…/locations/…/apps/…")
    .option("--toolset-id <id>", "with --create-request: the id of the toolset")
    .addOption(environmentFlag("the environment to write to, or with --create-request to read from; by default the default environment"))
    .option("--dry-run", "write nothing; print each value that would change, and the files")
    .addOption(profileFlag())
    .addOption(formatFlag())
    .action(inTurn(async () => (await import("./run.ts")).runExport));
