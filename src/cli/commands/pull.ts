import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Reading, read } from "../../compile.ts";
import { type PullTask, pullTasks } from "../../environment/pull-task.ts";
import { Failure } from "../../host/failure.ts";
import { firstMcpFiles, firstOpenApiFiles, isMcpAddress } from "../../host/first-files.ts";
import type { McpServer } from "../../host/list-tools.ts";
import { makeFolder } from "../../host/make-folder.ts";
import type { Moved } from "../../host/moved.ts";
import { headersWithValues, type Pulled, pullDocument, pullTools, toolsetName } from "../../host/pull.ts";
import { pullConnection } from "../../host/pull-connection.ts";
import { withSource } from "../../host/sources-entry.ts";
import { readVariables, type Variables } from "../../host/variables.ts";
import { writeTexts } from "../../host/write-texts.ts";
import { findingsOf } from "../../report.ts";
import { member } from "../../source/json.ts";
import { parseTree } from "../../source/tree.ts";
import { checkAddress } from "../check-address.ts";
import { readCredentials } from "../credentials.ts";
import { exitCodes } from "../exit-codes.ts";
import { type Opened, open } from "../open.ts";
import { type CommonOptions, compileOptions } from "../options.ts";
import { print, printFindingsAside } from "../print.ts";
import { projectErrors } from "../print-errors.ts";
import { UsageError } from "../usage-error.ts";

interface PullFlags extends CommonOptions {
  readonly project: string;
  readonly stdio?: string;
  readonly authenticated?: boolean;
  readonly var: readonly string[];
  readonly auth: readonly string[];
  readonly baseUrl?: string;
  readonly check?: boolean;
}

/** What came from one place, and the file that it is for. */
interface Fetched extends Pulled {
  readonly toolset: string;
  readonly path: string;
}

/** Saves what lives elsewhere. With `--check` it only compares. */
export async function pull(wanted: string | undefined, options: PullFlags): Promise<number> {
  const opened = open(options.project, {});
  const variables = readVariables(options.var, process.env);
  checkAddress("--base-url", options.baseUrl);
  if (wanted?.includes("://")) {
    checkAddress("pull", wanted);
    return pullAddress(wanted, opened, variables);
  }
  if (options.stdio !== undefined && wanted === undefined)
    throw new UsageError("--stdio needs the name of the toolset that the command serves.");

  const settings = compileOptions(options, opened);
  const reading = await read(opened.host, settings);
  const tasks = pullTasks(reading.definitions.accepted, reading.project, {
    ...settings,
    toolset: wanted,
    authenticated: options.authenticated === true,
  });
  const exitCode = printPullErrors(reading, tasks.diagnostics, { wanted, project: options.project });
  const token = readCredentials({ auth: options.auth }).auth["google"];
  // Nobody who pulls whatever can be pulled has to have an account of Google Cloud.
  const isLeftOut = ({ kind }: PullTask) => kind === "connection" && token === undefined && wanted === undefined;
  for (const { toolset } of tasks.value.filter(isLeftOut))
    process.stderr.write(`${toolset} is left out: its connection is read with an access token, --auth google=env:NAME.\n`);
  const chosen = tasks.value.filter((task) => !isLeftOut(task));
  if (chosen.length === 0) {
    if (exitCode === exitCodes.clean) print("There is nothing to pull.\n");
    return exitCode;
  }
  const fetched: Fetched[] = [];
  for (const task of chosen) fetched.push(await fetchTask(task, options, { opened, variables, token }));
  return options.check ? printMoved(fetched, options) : Math.max(exitCode, save(fetched, opened, options));
}

/** A missing snapshot is what a pull is for; only what is wrong with definitions stands in its way. Those of others stand in nobody's. */
function printPullErrors(
  reading: Reading,
  found: Reading["diagnostics"],
  { wanted, project }: { readonly wanted: string | undefined; readonly project: string },
): number {
  const diagnostics = [...reading.diagnostics.filter(({ severity }) => severity === "error"), ...found];
  if (wanted === undefined) return printFindingsAside(findingsOf({ project: reading.project, diagnostics }));
  const errors = projectErrors({ ...reading, diagnostics, program: { toolsets: [] } }, project);
  const isKnown = errors.owners.some(({ names }) => names.includes(wanted));
  return isKnown ? errors.print(({ names }) => names.includes(wanted)) : errors.printAndCount(({ isNamed }) => !isNamed);
}

interface With {
  readonly opened: Opened;
  readonly variables: Variables;
  /** For connections. */
  readonly token: string | undefined;
}

async function fetchTask(task: PullTask, { stdio, baseUrl }: PullFlags, { opened, variables, token }: With): Promise<Fetched> {
  const { toolset, path } = task;
  const former = textOf(join(opened.root, path));
  if (task.kind === "connection") return { toolset, path, ...(await pullConnection(task, { address: baseUrl, token, former })) };
  const { address } = task;
  if (task.kind === "document") return { toolset, path, ...(await pullDocument(address, { former })) };
  const server: McpServer =
    stdio === undefined
      ? { kind: "http", address, headers: headersWithValues(task.headers, variables) }
      : { kind: "stdio", command: stdio };
  return { toolset, path, ...(await pullTools(server, { variables, former })) };
}

function save(fetched: readonly Fetched[], { root }: Opened, options: PullFlags): number {
  const texts = new Map(fetched.filter(({ text, path }) => text !== textOf(join(root, path))).map(({ path, text }) => [path, text]));
  writeAll(root, texts);
  if (options.format === "json") {
    printMoved(fetched, options);
    return exitCodes.clean;
  }
  for (const { toolset, path, moved } of fetched)
    print(texts.has(path) ? `${toolset}: ${path}\n${movedText(moved)}` : `${toolset}: ${path} is current\n`);
  return exitCodes.clean;
}

function printMoved(fetched: readonly Fetched[], { format }: PullFlags): number {
  if (format === "json")
    print(
      `${JSON.stringify({ formatVersion: "1.0", pulled: fetched.map(({ toolset, path, moved }) => ({ toolset, path, moved })) }, null, 2)}\n`,
    );
  else
    for (const { toolset, path, moved } of fetched)
      print(moved.length === 0 ? `${toolset}: ${path} is current\n` : `${toolset}: ${path} has moved\n${movedText(moved)}`);
  return fetched.some(({ moved }) => moved.length > 0) ? exitCodes.findings : exitCodes.clean;
}

function movedText(moved: readonly Moved[]): string {
  const shown = moved
    .slice(0, 20)
    .map(({ tool, change, pointers }) => `  ${change} ${tool}${pointers.length > 0 ? ` ${pointers.slice(0, 5).join(" ")}` : ""}\n`);
  return `${shown.join("")}${moved.length > 20 ? `  and ${moved.length - 20} more\n` : ""}`;
}

/** The first definition for something that the project did not have. */
async function pullAddress(address: string, { root, config = "toolsetc.yaml" }: Opened, variables: Variables): Promise<number> {
  const prefix = config.slice(0, config.lastIndexOf("/") + 1);
  const texts = new Map<string, string>();
  const add = (path: string, text: string) => {
    if (existsSync(join(root, path)))
      throw new Failure(`"${path}" is there already.`, "Nothing is overwritten. Pull by the toolset's name to bring it up to date.");
    texts.set(path, text);
  };
  let name: string;
  if (isMcpAddress(address)) {
    name = toolsetName(address, undefined);
    for (const { path, text } of firstMcpFiles(name, address, prefix)) add(path, text);
    const { text } = await pullTools({ kind: "http", address, headers: new Map() }, { variables, former: undefined });
    add(`${prefix}snapshots/${name}.tools.json`, text);
  } else {
    const document = await pullDocument(address, { former: undefined });
    const title = member(member(parseTree({ path: `document.${document.format}`, text: document.text }).data, "info"), "title");
    name = toolsetName(address, typeof title === "string" ? title : undefined);
    for (const { path, text } of firstOpenApiFiles(name, document, prefix)) add(path, text);
  }
  const withEntry = withSource(textOf(join(root, config)), name, address);
  if (withEntry !== undefined) texts.set(config, withEntry);
  writeAll(root, texts);
  print(`${name}:\n${[...texts.keys()].map((path) => `  ${path}\n`).join("")}`);
  if (withEntry === undefined) print(`Add to "sources" in ${config} yourself: ${name}: ${address}\n`);
  return exitCodes.clean;
}

function writeAll(root: string, texts: ReadonlyMap<string, string>): void {
  for (const path of texts.keys()) makeFolder(dirname(join(root, path)));
  writeTexts(root, texts);
}

function textOf(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, "utf8") : undefined;
}
