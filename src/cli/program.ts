import { Command, Help, InvalidArgumentError, Option } from "commander";
import { formatNames } from "../diagnostic/format-names.ts";
import { print, printMessage } from "./print.ts";
import { version } from "./version.ts";

// Each command is imported when it is called: `--help` must not load the compiler.

/** Every command with its flags. docs/reference/flags.md is generated from it. */
export const program = new Command("toolsetc")
  .description("The toolset compiler: validates tool definitions for AI agents and compiles them into typed TypeScript and JSON Schemas.")
  .version(version)
  .showHelpAfterError("Run it with --help for the commands and flags.")
  .configureOutput({ writeOut: print, writeErr: printMessage, outputError: (text, write) => write(text) })
  .configureHelp({ optionDescription: describe })
  .addHelpText(
    "after",
    `
Examples:
  toolsetc list --openapi openapi.yaml --search "open orders"
  toolsetc compile --openapi openapi.yaml --out generated --include tag:orders
  toolsetc validate toolsets

Exit codes: 0 success, 1 findings or output that is out of date,
2 wrong usage, configuration or I/O, 3 nothing to compare with, 70 a bug`,
  )
  .exitOverride();

const format = () => new Option("--format <format>", "the format of findings and data on stdout").choices(["text", "json"]).default("text");
const reportFormat = () => new Option("--format <format>", "the format of findings on stdout").choices(formatNames).default("text");
const report = () =>
  new Option("--report <format=file>", "also write all findings to this file, such as sarif=toolsets.sarif").argParser(collect).default([]);
const baseline = () => new Option("--baseline <file>", "hide the findings in this file, which --update-baseline of validate writes");
const quiet = () => new Option("--quiet", "print only errors, and no summary");
const environment = (description: string) => new Option("--env <name|file>", description);
const toolset = () => new Option("--toolset <name>", "only this toolset").argParser(collect).default([]);
const set = () =>
  new Option("--set <path=value>", "set one environment value, such as toolsets.shop.openApiToolset.url=https://…")
    .argParser(collect)
    .default([]);
const profile = () =>
  new Option(
    "--profile <profile>",
    "also report as errors what CX Agent Studio refuses (ces) or what the OpenAPI standard forbids (openapi)",
  ).choices(["ces", "openapi"]);
const failOn = () =>
  new Option("--fail-on <severity>", "the lowest severity that makes the command exit with 1")
    .choices(["error", "warning"])
    .default("error");
const maxWarnings = () => new Option("--max-warnings <n>", "exit with 1 if there are more warnings than this").argParser(count);
const openapi = () => new Option("--openapi <file>", "use this OpenAPI document instead of a project");
const include = () =>
  new Option("--include <selector>", 'only these operations: tag:x, method:GET, "GET /pets/*" or an operationId')
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
  .description("validate a project, an exported app or a single definition; writes nothing")
  .addOption(toolset())
  .addOption(openapi())
  .addOption(include())
  .addOption(exclude())
  .addOption(environment("use the values of this environment only"))
  .addOption(set())
  .addOption(
    new Option("--target <name>", "check the output of this target, such as anthropic, instead of the targets in toolsetc.yaml")
      .argParser(collect)
      .default([]),
  )
  .addOption(profile())
  .addOption(failOn())
  .addOption(maxWarnings())
  .addOption(baseline())
  .option("--update-baseline", "write the findings to the file of --baseline; in CI it only shrinks")
  .addOption(quiet())
  .addOption(reportFormat())
  .addOption(report())
  .action(async (path, options) => setExitCode((await import("./commands/validate.ts")).runValidate(path ?? ".", options)));

program
  .command("compile [path]")
  .description("compile a project, an exported app, a single definition or a bare OpenAPI document")
  .addOption(toolset())
  .addOption(openapi())
  .addOption(include())
  .addOption(exclude())
  .option("--out <folder>", "the output folder; by default the one in toolsetc.yaml, else generated")
  .option("--check", "write nothing; print what would change, and exit with 1 if anything would")
  .option("--force", "write into a folder that has other files; they are not overwritten")
  .addOption(environment("use the values of this environment only"))
  .addOption(set())
  .addOption(profile())
  .addOption(failOn())
  .addOption(maxWarnings())
  .addOption(baseline())
  .addOption(quiet())
  .addOption(reportFormat())
  .addOption(report())
  .action(async (path, options) => setExitCode((await import("./commands/compile.ts")).runCompile(path ?? ".", options)));

program
  .command("lock [path]")
  .description("write what the tools promise into toolsetc.lock, so that a review sees each change of it")
  .addOption(toolset())
  .option("--check", "write nothing; name what differs from the lock, and exit with 1 if anything does")
  .addOption(format())
  .action(async (path, options) => setExitCode((await import("./commands/lock.ts")).runLock(path ?? ".", options)));

program
  .command("breaking [path]")
  .description("find the changes that break agents and programs since a lock, a folder or a revision of git")
  .option("--against <base>", "what to compare with: a lock, a folder, or a revision such as origin/main; by default toolsetc.lock")
  .addOption(toolset())
  .option("--accept <fingerprint>", "record in toolsetc.lock/accepted-changes.yaml that this change is meant")
  .option("--reason <text>", "with --accept: why")
  .addOption(failOn())
  .addOption(maxWarnings())
  .addOption(quiet())
  .addOption(reportFormat())
  .addOption(report())
  .action(async (path, options) => setExitCode((await import("./commands/breaking.ts")).runBreaking(path ?? ".", options)));

program
  .command("diff [path]")
  .description("show every change of the tools since a lock, a folder or a revision of git, for a review")
  .option("--against <base>", "what to compare with: a lock, a folder, or a revision such as origin/main; by default toolsetc.lock")
  .addOption(toolset())
  .addOption(
    new Option("--format <format>", "markdown: for a comment on a pull request").choices(["text", "markdown", "json"]).default("text"),
  )
  .action(async (path, options) => setExitCode((await import("./commands/diff.ts")).runDiff(path ?? ".", options)));

program
  .command("list [path]")
  .description("list the operations of a document or the tools of a project")
  .addOption(toolset())
  .addOption(openapi())
  .option("--tag <tag>", "only tools with this tag")
  .option("--search <words>", "the 20 tools that match best, the best first")
  .option("--tokens", "about how many tokens a model reads: of each toolset, and of the ten largest tools")
  .addOption(format())
  .action(async (path, options) => setExitCode((await import("./commands/list.ts")).runList(path ?? ".", options)));

program
  .command("export [path]")
  .description("replace values that differ by environment with $env_var, and write them to the environment file")
  // Not `--env-file`: Node takes an argument of that name for its own, wherever it stands.
  .option("--to <file>", "the environment file to write; by default the default environment's")
  .option("--extensions", "also export fields that CES does not manage: mcpToolset.serverAddress, connectorToolset.connection")
  .option("--create-request", "print a CreateToolsetRequest and its JSON-RPC body for each toolset instead; nothing is sent")
  .option("--parent <app>", "with --create-request: the app, projects/…/locations/…/apps/…")
  .option("--toolset-id <id>", "with --create-request: the id of the toolset")
  .addOption(environment("the environment to write to, or with --create-request to read from; by default the default environment"))
  .addOption(profile())
  .addOption(format())
  .action(async (path, options) => setExitCode((await import("./commands/export.ts")).runExport(path ?? ".", options)));

program
  .command("import [path]")
  .description("replace $env_var with the values of an environment")
  .addOption(environment("the environment to read from; by default the default environment"))
  .addOption(set())
  .addOption(format())
  .action(async (path, options) => setExitCode((await import("./commands/import.ts")).runImport(path ?? ".", options)));

program
  .command("pull [toolset]")
  .description(
    "save the tools of an MCP server, the schemas of a connection, or an OpenAPI document; given a URL, create the definition too",
  )
  .option("--project <path>", "the folder of the project", ".")
  .option("--stdio <command>", "start this program as the MCP server; without a toolset, create its definition")
  .option("--name <name>", "the name of the new definition; by default the name that the server reports")
  .option("--authenticated", "send the bearer token with the request for the list; CES does not")
  .addOption(variable())
  .addOption(auth())
  .addOption(secret())
  .option("--base-url <url>", "the address of the Integration Connectors API, instead of Google's")
  .option("--check", "write nothing; print what changed, and exit with 1 if anything did")
  .addOption(environment("use the addresses of this environment"))
  .addOption(format())
  .action(async (toolset, options) => setExitCode((await import("./commands/pull.ts")).runPull(toolset, options)));

program
  .command("serve [path]")
  .description("serve the tools of a project, a compiled folder or an OpenAPI document as an MCP server on stdio")
  .addOption(openapi())
  .addOption(include())
  .addOption(exclude())
  .option("--http [port]", "serve over Streamable HTTP instead, on this port (8808 by default); only local requests are accepted")
  .option("--host <address>", "with --http: the address to listen on", "127.0.0.1")
  .addOption(
    new Option("--allow-origin <origin>", "with --http: also accept requests from pages of this origin, such as http://localhost:6274")
      .argParser(collect)
      .default([]),
  )
  .addOption(toolset())
  .addOption(new Option("--tag <tag>", "only tools with this tag").argParser(collect).default([]))
  .option("--base-url <url>", "the base URL of the service, for a document without servers")
  .addOption(variable())
  .addOption(secret())
  .addOption(auth())
  .addOption(
    new Option("--output-schemas <which>", "whether tools list their output schemas; auto: if they have at most --output-budget in all")
      .choices(["auto", "always", "never"])
      .default("auto"),
  )
  .addOption(
    new Option("--output-budget <KiB>", "with --output-schemas auto: the most that all output schemas may have")
      .argParser(count)
      .default(16),
  )
  .option("--discover", "serve three tools that search, describe and call all the others")
  .addOption(
    new Option(
      "--detail <detail>",
      "how much of each tool is listed; compact: first sentences, no examples, lengths and patterns, and objects below --depth are only described; index: the first line of the description",
    )
      .choices(["full", "compact", "index"])
      .default("full"),
  )
  .addOption(new Option("--depth <n>", "with --detail compact: the levels of objects that are listed").argParser(count).default(3))
  .addOption(environment("use the values of this environment"))
  .addOption(set())
  .action(async (path, options) =>
    setExitCode((await import("./commands/serve.ts")).runServe(path ?? ".", { ...options, format: "text" })),
  );

program
  .command("call <tool>")
  .description("call a tool, <toolset>.<tool>; its result goes to stdout")
  .option("--args <json|@file|->", "the arguments: JSON, a file (@file) or stdin (-)")
  .option("--project <path>", "the folder of the project", ".")
  .addOption(openapi())
  .option("--base-url <url>", "the base URL of the service, for a document without servers")
  .addOption(variable())
  .addOption(secret())
  .addOption(auth())
  .addOption(
    new Option("--session <name=value>", "a value of the CES session, such as sessionId or projectId").argParser(collect).default([]),
  )
  .option("--dry-run", "print the request with its secrets hidden, and send nothing")
  .option("--fake", "answer with the fakes of the definition, which are Python; calls that they do not answer are sent")
  .option("--yes", "call a tool that needs approval without asking")
  .addOption(environment("use the values of this environment"))
  .addOption(set())
  .addOption(format())
  .action(async (tool, options) => setExitCode((await import("./commands/call.ts")).runCall(tool, options)));

program
  .command("explain <code>")
  .description("explain a finding and how to fix it")
  .addOption(format())
  .action(async (code, options) => setExitCode((await import("./commands/explain.ts")).runExplain(code, options)));

program
  .command("rules [path]")
  .description("list every finding that there is, with its severity in a project and what decides it")
  .addOption(profile())
  .addOption(format())
  .action(async (path, options) => setExitCode((await import("./commands/rules.ts")).runRules(path ?? ".", options)));

program
  .command("schema [name]")
  .description("print a JSON Schema for editors: toolset, tool, config, environment, tools-snapshot, connection-snapshot or manifest")
  .action(async (name) => setExitCode((await import("./commands/schema.ts")).runSchema(name)));

/** Of a flag that may be repeated, the help shows that instead of its default, an empty list. */
function describe(option: Option): string {
  return Array.isArray(option.defaultValue) ? `${option.description}; may be repeated` : new Help().optionDescription(option);
}

function count(value: string): number {
  if (/^\d{1,9}$/.test(value)) return Number(value);
  throw new InvalidArgumentError("It must be a whole number, 0 or more.");
}

function collect(value: string, previous: string[]): string[] {
  return [...previous, value];
}

async function setExitCode(exitCode: Promise<number>): Promise<void> {
  process.exitCode = await exitCode;
}
