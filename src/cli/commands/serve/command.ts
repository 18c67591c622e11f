import { Command, Option } from "commander";
import {
  authFlag,
  baseUrlFlag,
  collect,
  collectList,
  envFileFlag,
  environmentFlag,
  excludeFlag,
  includeFlag,
  openapiFlag,
  secretFlag,
  setFlag,
  toolsetFlag,
  variableFlag,
  wholeNumber,
} from "../../flags.ts";
import { setExitCode } from "../../terminal.ts";

export const serveCommand = () =>
  new Command("serve")
    .argument("[path]")
    .summary("serve tools as an MCP server")
    .description("serve the tools of a project, a compiled folder or an OpenAPI document as an MCP server on stdio")
    .addOption(openapiFlag())
    .addOption(includeFlag())
    .addOption(excludeFlag())
    .option("--http [port]", "serve over Streamable HTTP instead, on this port (8808 by default); only local requests are accepted")
    .option("--host <address>", "with --http: the address to listen on", "127.0.0.1")
    .addOption(
      new Option("--allow-origin <origin>", "with --http: also accept requests from pages of this origin, such as http://localhost:6274")
        .argParser(collect)
        .default([]),
    )
    .addOption(toolsetFlag())
    .addOption(new Option("--tag <tag>", "only tools with this tag").argParser(collectList).default([]))
    .addOption(baseUrlFlag())
    .addOption(variableFlag())
    .addOption(secretFlag())
    .addOption(authFlag())
    .addOption(envFileFlag())
    .addOption(
      new Option(
        "--output-schemas <which>",
        "whether tools list their output schemas; auto: only if all of them together have at most the size of --output-budget",
      )
        .choices(["auto", "always", "never"])
        .default("auto"),
    )
    .addOption(
      new Option("--output-budget <KiB>", "with --output-schemas auto: the maximum size of all output schemas together")
        .argParser(wholeNumber)
        .default(16),
    )
    .addOption(
      new Option("--files <folder>", "let arguments name files below this folder, and keep large downloads for later calls")
        .argParser(collect)
        .default([]),
    )
    .option("--discover", "serve three tools that search, describe and call all the others, and a fourth for those that need approval")
    .addOption(
      new Option(
        "--approval <who>",
        "who asks the user about a call that needs approval; elicit: this server, by MCP's elicitation; client: the client, before it sends the call. By default, elicit if the client declares it",
      ).choices(["elicit", "client"]),
    )
    .addOption(
      new Option(
        "--detail <detail>",
        "how much of each tool is listed; compact: only first sentences, no examples, lengths or patterns, and only the descriptions of objects below --depth; index: only the first line of the description",
      )
        .choices(["full", "compact", "index"])
        .default("full"),
    )
    .addOption(new Option("--depth <n>", "with --detail compact: the levels of objects that are listed").argParser(wholeNumber).default(3))
    .addOption(environmentFlag("use the values of this environment"))
    .addOption(setFlag())
    .action(async (path, options) => setExitCode((await import("./run.ts")).runServe(path ?? ".", { ...options, format: "text" })));
