import { Command } from "commander";
import { authFlag, envFileFlag, environmentFlag, formatFlag, projectFlag, secretFlag, variableFlag } from "../../flags.ts";
import { setExitCode } from "../../terminal.ts";

export const pullCommand = () =>
  new Command("pull")
    .argument("[toolset]")
    .argument("[path]")
    .summary("save documents and the tools of MCP servers")
    .description(
      "save the tools of an MCP server, the schemas of a connection, or an OpenAPI document; given a URL, create the definition too",
    )
    .addOption(projectFlag())
    .option("--stdio <command>", "start this program as the MCP server; without the name of a toolset, also create a definition")
    .option("--name <name>", "the name of the new definition; by default the name that the server reports")
    .option("--authenticated", "also send the bearer token with the request for the list of tools; CES does not send it")
    .addOption(variableFlag())
    .addOption(authFlag())
    .addOption(envFileFlag())
    .addOption(secretFlag())
    .option("--base-url <url>", "the address of the Integration Connectors API, instead of Google's")
    .option("--check", "write nothing; print what has changed, and exit with 1 if anything has")
    .addOption(environmentFlag("use the addresses of this environment"))
    .addOption(formatFlag())
    .action(async (toolset, path, options) => setExitCode((await import("./run.ts")).runPull(toolset, path, options)));
