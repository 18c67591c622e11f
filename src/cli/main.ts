#!/usr/bin/env node
import { Command, CommanderError, Help, InvalidArgumentError, Option } from "commander";
import { isRefusal } from "../host/failure.ts";
import { exitCodes } from "./exit-codes.ts";
import { print, say, sayError } from "./print.ts";

// Each command is imported when it is called: `--help` must not pay for the compiler.

const program = new Command("toolsetc")
  .description("The toolset compiler: checks the tool definitions of AI agents and compiles them into typed TypeScript and JSON Schemas.")
  .version("0.1.0")
  .showHelpAfterError("Run it with --help to see what there is.")
  .configureOutput({ writeOut: print, writeErr: say, outputError: (text, write) => write(text) })
  .configureHelp({ optionDescription: describe })
  .addHelpText(
    "after",
    `
Examples:
  toolsetc list --openapi openapi.yaml --search "open orders"
  toolsetc compile --openapi openapi.yaml --out generated --include tag:orders
  toolsetc validate toolsets

Exit codes: 0 clean, 1 findings or output that is out of date,
2 usage, configuration or I/O, 70 a bug of toolsetc`,
  )
  .exitOverride();

const format = () => new Option("--format <format>", "how findings and data are printed").choices(["text", "json"]).default("text");
const environment = (description: string) => new Option("--env <name|file>", description);
const toolset = () => new Option("--toolset <name>", "only this toolset").argParser(collect).default([]);
const set = () =>
  new Option("--set <path=value>", "give a managed value, as in toolsets.shop.openApiToolset.url=https://…").argParser(collect).default([]);
const profile = () =>
  new Option(
    "--profile <profile>",
    "whose rules are errors too: what CX Agent Studio refuses, or what the OpenAPI standard forbids",
  ).choices(["ces", "openapi"]);
const failOn = () =>
  new Option("--fail-on <severity>", "the least severity that makes it exit with 1").choices(["error", "warning"]).default("error");
const maxWarnings = () => new Option("--max-warnings <n>", "exit 1 where there are more warnings than this").argParser(count);
const openapi = () => new Option("--openapi <file>", "a bare OpenAPI document instead of a project");
const include = () =>
  new Option("--include <selector>", 'only these operations: tag:x, method:GET, "GET /pets/*", or an operationId')
    .argParser(collect)
    .default([]);
const exclude = () => new Option("--exclude <selector>", "not these operations").argParser(collect).default([]);
const variable = () =>
  new Option("--var <name=env:NAME>", "the value of a context variable, from an environment variable").argParser(collect).default([]);
const secret = () =>
  new Option("--secret <name=env:NAME>", "the value of a secret, from an environment variable").argParser(collect).default([]);
const auth = () =>
  new Option("--auth <scheme=env:NAME>", "the credential of a security scheme, from an environment variable")
    .argParser(collect)
    .default([]);

program
  .command("validate [path]")
  .description("check a project, an exported app or a single definition; writes nothing")
  .addOption(toolset())
  .addOption(openapi())
  .addOption(include())
  .addOption(exclude())
  .addOption(environment("use the values of this environment only"))
  .addOption(set())
  .addOption(
    new Option("--target <name>", "check what this target makes, such as anthropic, instead of those in toolsetc.yaml")
      .argParser(collect)
      .default([]),
  )
  .addOption(profile())
  .addOption(failOn())
  .addOption(maxWarnings())
  .addOption(format())
  .action(async (path, options) => finish((await import("./commands/validate.ts")).validate(path ?? ".", options)));

program
  .command("compile [path]")
  .description("compile a project, an exported app, a single definition or a bare OpenAPI document")
  .addOption(toolset())
  .addOption(openapi())
  .addOption(include())
  .addOption(exclude())
  .option("--out <folder>", "where the output goes; by default what toolsetc.yaml says, else generated")
  .option("--check", "write nothing; say what would change, and exit 1 if anything would")
  .option("--force", "write also into a folder that has files of yours; none of them is overwritten")
  .addOption(environment("use the values of this environment only"))
  .addOption(set())
  .addOption(profile())
  .addOption(failOn())
  .addOption(maxWarnings())
  .addOption(format())
  .action(async (path, options) => finish((await import("./commands/compile.ts")).compile(path ?? ".", options)));

program
  .command("list [path]")
  .description("show the operations of a document or the tools of a project, so that some can be chosen")
  .addOption(toolset())
  .addOption(openapi())
  .option("--tag <tag>", "only those with this tag")
  .option("--search <words>", "only those whose name, path or text has all these words")
  .addOption(format())
  .action(async (path, options) => finish((await import("./commands/list.ts")).list(path ?? ".", options)));

program
  .command("export [path]")
  .description("put $env_var in the place of what differs by environment, and the values into the environment file")
  // Not `--env-file`: Node takes an argument of that name for its own, wherever it stands.
  .option("--to <file>", "the environment file to write; by default the default environment's")
  .option("--extensions", "also the fields that CES does not manage: mcpToolset.serverAddress, connectorToolset.connection")
  .option("--create-request", "print a CreateToolsetRequest for each toolset instead, and its JSON-RPC body; nothing is sent")
  .option("--parent <app>", "projects/…/locations/…/apps/…, with --create-request")
  .option("--toolset-id <id>", "the id of the toolset, with --create-request")
  .addOption(environment("the environment that gets the values, or with --create-request gives them; by default the default one"))
  .addOption(profile())
  .addOption(format())
  .action(async (path, options) => finish((await import("./commands/export.ts")).exportProject(path ?? ".", options)));

program
  .command("import [path]")
  .description("put the values of an environment in the place of $env_var")
  .addOption(environment("the environment whose values these are; by default the default one"))
  .addOption(set())
  .addOption(format())
  .action(async (path, options) => finish((await import("./commands/import.ts")).importProject(path ?? ".", options)));

program
  .command("pull [toolset]")
  .description(
    "save what lives elsewhere: the tools of an MCP server, the schemas of a connection, an OpenAPI document; a URL also makes the definition",
  )
  .option("--project <path>", "the project", ".")
  .option("--stdio <command>", "start this program, which is an MCP server; without a toolset, make its first definition")
  .option("--name <name>", "what the first definition is called, in the place of its own name for itself")
  .option("--authenticated", "send the bearer token when listing, which CES does not")
  .addOption(variable())
  .addOption(auth())
  .addOption(secret())
  .option("--base-url <url>", "the address of the API of connections, in the place of Google's")
  .option("--check", "write nothing; say what moved, and exit 1 if anything did")
  .addOption(environment("use the addresses of this environment"))
  .addOption(format())
  .action(async (toolset, options) => finish((await import("./commands/pull.ts")).pull(toolset, options)));

program
  .command("serve [path]")
  .description("serve the tools of a project, of a compiled folder or of a bare OpenAPI document as an MCP server, on stdio")
  .addOption(openapi())
  .addOption(include())
  .addOption(exclude())
  .option("--http [port]", "over Streamable HTTP instead, on 8808 or this port; requests from elsewhere are refused")
  .option("--host <address>", "with --http, listen on this address", "127.0.0.1")
  .addOption(
    new Option("--allow-origin <origin>", "with --http, serve pages of this origin too, such as http://localhost:6274")
      .argParser(collect)
      .default([]),
  )
  .addOption(toolset())
  .addOption(new Option("--tag <tag>", "only tools with this tag").argParser(collect).default([]))
  .option("--base-url <url>", "the address of the service, for a document that names none")
  .addOption(variable())
  .addOption(secret())
  .addOption(auth())
  .addOption(
    new Option("--output-schemas <which>", "which schemas of answers are listed; auto: those up to 16 KiB")
      .choices(["auto", "always", "never"])
      .default("auto"),
  )
  .addOption(environment("use the values of this environment"))
  .addOption(set())
  .action(async (path, options) => finish((await import("./commands/serve.ts")).serve(path ?? ".", { ...options, format: "text" })));

program
  .command("call <tool>")
  .description("call a tool, <toolset>.<tool>; its answer goes to stdout")
  .option("--args <json|@file|->", "the arguments: JSON, a file, or stdin")
  .option("--project <path>", "the project", ".")
  .addOption(openapi())
  .option("--base-url <url>", "the address of the service, where the document has none")
  .addOption(variable())
  .addOption(secret())
  .addOption(auth())
  .addOption(
    new Option("--session <name=value>", "what CES knows of a session, such as sessionId or projectId").argParser(collect).default([]),
  )
  .option("--dry-run", "print the request, its secrets hidden, and send nothing")
  .option("--fake", "let the definition's fakes answer, which are Python; what they leave is called")
  .option("--yes", "call a tool that needs approval without asking")
  .addOption(environment("use the values of this environment"))
  .addOption(set())
  .addOption(format())
  .action(async (tool, options) => finish((await import("./commands/call.ts")).call(tool, options)));

program
  .command("explain <code>")
  .description("say what a finding means and what to do")
  .addOption(format())
  .action(async (code, options) => finish((await import("./commands/explain.ts")).explain(code, options)));

program
  .command("schema [name]")
  .description("print a JSON Schema for editors: toolset, tool, config, environment, tools-snapshot, connection-snapshot or manifest")
  .action(async (name) => finish((await import("./commands/schema.ts")).schema(name)));

/** The empty list that a flag begins with says nothing; that it may be given again does. */
function describe(option: Option): string {
  return Array.isArray(option.defaultValue) ? `${option.description}; may be repeated` : new Help().optionDescription(option);
}

function count(value: string): number {
  if (/^\d{1,9}$/.test(value)) return Number(value);
  throw new InvalidArgumentError("It is a number of warnings, 0 or more.");
}

function collect(value: string, previous: string[]): string[] {
  return [...previous, value];
}

async function finish(exitCode: Promise<number>): Promise<void> {
  process.exitCode = await exitCode;
}

// Who reads only the first lines, as `| head` does, has what was wanted.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit(process.exitCode ?? exitCodes.clean);
});

try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = report(error);
}

function report(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.clean : exitCodes.usage;
  // By name: their classes are not worth loading for `--help`.
  if (error instanceof Error && (error.name === "UsageError" || error.name === "Failure")) {
    sayError(error.message, "help" in error ? String(error.help) : undefined);
    return exitCodes.usage;
  }
  // A command that did not foresee it: the machine's word is still no bug.
  if (isRefusal(error)) {
    sayError(`${error.message}.`, "Check the path, and who may read and write there.");
    return exitCodes.usage;
  }
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  say(`This is a bug of toolsetc, not of your project. Please report it with what you ran:\n${text}\n`);
  return exitCodes.bug;
}
