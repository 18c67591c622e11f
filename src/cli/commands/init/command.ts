import { Command } from "commander";
import { excludeFlag, includeFlag, variableFlag } from "../../flags.ts";
import { setExitCode } from "../../terminal.ts";

export const initCommand = () =>
  new Command("init")
    .argument("[source]")
    .summary("start a project in this folder")
    .description(
      "start a project in this folder from an OpenAPI file or URL, an MCP server, an .mcp.json or an exported app; without a source, from the sources in this folder",
    )
    .option("--stdio <command>", "start this program as the MCP server")
    .option("--name <name>", "the name of the toolset; by default the name of the source")
    .addOption(includeFlag())
    .addOption(excludeFlag())
    .addOption(variableFlag())
    .option("--start", "start the programs and connect to the servers of an .mcp.json, to list their tools")
    .option("-y, --yes", "ask no questions")
    .action(async (source, options) => setExitCode((await import("./run.ts")).runInit(source, options)));
