import { existsSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { type Reading, read } from "../../../compile.ts";
import { printable } from "../../../diagnostic/printable.ts";
import { type PullTask, pullTasks } from "../../../environment/pull-task.ts";
import { toolsetOwners } from "../../../findings/toolset-owners.ts";
import { type Pulled, pullDocument } from "../../../host/fetch/pull.ts";
import { pullConnection } from "../../../host/fetch/pull-connection.ts";
import type { SnapshotChange } from "../../../host/fetch/snapshot-changes.ts";
import { plainText } from "../../../host/plain-file.ts";
import { writeTexts } from "../../../host/write-texts.ts";
import { endpointOf, noDocument } from "../../../lower/endpoint.ts";
import type { Context } from "../../../runtime/context.ts";
import { namesInMessage } from "../../../runtime/names-in-message.ts";
import { checkAddress } from "../../calls/check-address.ts";
import { type CredentialFlags, type GivenCredentials, readCredentials } from "../../calls/credentials.ts";
import { MissingCredentials } from "../../calls/list-over-mcp.ts";
import { hasLogin, withLogin } from "../../calls/logins.ts";
import { pullNewSource } from "../../calls/pull-new-source.ts";
import { endpointFor, programOfFlag, pullTools, rejectUnused, withoutBearer } from "../../calls/pull-server.ts";
import { trackCredentials } from "../../calls/track-credentials.ts";
import { exitCodes } from "../../exit-codes.ts";
import { type CommonOptions, settingsOf } from "../../options.ts";
import { atPath } from "../../project/document-path.ts";
import { onEachProject } from "../../project/each-project.ts";
import { type OpenedProject, openProject } from "../../project/open.ts";
import { projectWith } from "../../project/project-with.ts";
import { projectsBeneath } from "../../project/projects-beneath.ts";
import { print, printFindingsAside, printJson, printMessage } from "../../report/print.ts";
import { projectErrors } from "../../report/print-errors.ts";
import { shownFindings } from "../../report/shown-findings.ts";
import { absolutePath } from "../../terminal.ts";
import { UsageError } from "../../usage-error.ts";

interface PullFlags extends CommonOptions, CredentialFlags {
  readonly project: string;
  readonly allowRoot?: string;
  readonly stdio?: string;
  readonly name?: string;
  readonly authenticated?: boolean;
  readonly baseUrl?: string;
  readonly check?: boolean;
}

/** Fetched content, and the file to save it to. */
interface Fetched extends Pulled {
  readonly toolset: string;
  readonly path: string;
}

/**
 * Fetches documents and snapshots, and saves them. With `--check`, only compares them with the saved files. In a folder of several projects,
 * fetches those of all projects, or those of the project that has the requested toolset.
 */
export async function runPull(wanted: string | undefined, path: string | undefined, flags: PullFlags): Promise<number> {
  const options = atPath(path, flags);
  const isNew = wanted?.includes("://") === true || (wanted === undefined && options.stdio !== undefined);
  if (wanted === undefined && !isNew)
    return onEachProject(options.project, options, (project, own) => pullProject(undefined, { ...own, project }));
  const projects = await projectsBeneath(options.project, options);
  if (wanted === undefined || isNew || projects.length === 0) return pullProject(wanted, options, projects);
  const project = await projectWith(`toolset "${wanted}"`, projects, (each) => hasToolset(wanted, each, options));
  if (project !== undefined) return pullProject(wanted, { ...options, project });
  rejectSource(wanted);
  const folder = existsSync(absolutePath(wanted)) ? ` To pull those of this folder, pass it as \`--project ${wanted}\`.` : "";
  throw new UsageError(`None of the ${projects.length} projects has a toolset "${wanted}": ${namesInMessage(projects)}.${folder}`);
}

async function hasToolset(wanted: string, project: string, { allowRoot }: PullFlags): Promise<boolean> {
  const opened = openProject(project, { allowRoot });
  const reading = await read(opened.host, settingsOf({}, opened));
  const owners = toolsetOwners(reading.project, reading.definitions.accepted, { toolsets: [] });
  return owners.all.some(({ names }) => names.includes(wanted));
}

/** `beneath` are the projects in the folder of the project. */
async function pullProject(wanted: string | undefined, options: PullFlags, beneath: readonly string[] = []): Promise<number> {
  const opened = openProject(options.project, options);
  const credentials = readCredentials(options);
  checkAddress("--base-url", options.baseUrl);
  const address = wanted?.includes("://") ? wanted : undefined;
  checkAddress("pull", address);
  if (address !== undefined || (wanted === undefined && options.stdio !== undefined)) {
    if (options.check)
      throw new UsageError(
        "--check compares the saved file of a toolset with its source, so it takes the name of a toolset, not a URL or --stdio.",
      );
    return pullNewSource({ address, command: options.stdio, name: options.name, credentials }, { ...opened, beneath }, textOf);
  }
  if (options.name !== undefined) throw new UsageError("--name sets the name of a new definition, so it requires a URL or --stdio.");

  const settings = settingsOf(options, opened);
  const reading = await read(opened.host, settings);
  const tasks = pullTasks(reading.definitions.accepted, reading.project, { ...settings, toolset: wanted });
  if (wanted !== undefined && tasks.diagnostics.some(({ code }) => code === "toolset-not-found")) rejectSource(wanted);
  const exitCode = printPullErrors(reading, tasks.diagnostics, { wanted, path: options.project, opened });
  const token = credentials.auth["google"];
  // Without the name of a toolset, connections are skipped if there is no token: not every user has an account of Google Cloud.
  const isSkipped = ({ kind }: PullTask) => kind === "connection" && token === undefined && wanted === undefined;
  for (const { toolset } of tasks.value.filter(isSkipped))
    printMessage(
      `Toolset "${toolset}" is skipped: reading its connection requires an access token. Give one with --auth google=env:NAME.\n`,
    );
  const chosen = tasks.value.filter((task) => !isSkipped(task));
  const noted = trackCredentials(credentials);
  const fetched: Fetched[] = [];
  for (const task of chosen) {
    try {
      fetched.push(await fetchTask(task, options, { opened, credentials, context: noted.context }));
    } catch (error) {
      if (!(error instanceof MissingCredentials) || wanted !== undefined) throw error;
      printMessage(`Toolset "${task.toolset}" is skipped. ${error.message} ${error.help}\n`);
    }
  }
  const isToken = (flag: string) => flag === "--auth google" && chosen.some(({ kind }) => kind === "connection");
  rejectUnused(noted.unused().filter((flag) => !isToken(flag)));
  if (fetched.length === 0) {
    if (exitCode === exitCodes.clean && options.format === "text") print("There is nothing to pull.\n");
    if (options.format === "json") printChangedSnapshots([], options);
    return exitCode;
  }
  return options.check ? printChangedSnapshots(fetched, options) : Math.max(exitCode, save(fetched, opened, options));
}

/** Throws a usage error if an unknown name looks like a URL without its scheme, or like the command line of an MCP server. */
function rejectSource(wanted: string): void {
  if (/^(?:[\w-]+(?:\.[\w-]+)+|localhost)(?::\d+)?\//.test(wanted) && !existsSync(absolutePath(wanted)))
    throw new UsageError(`There is no toolset "${wanted}". To pull from a URL, write the whole URL: https://${wanted}`);
  if (/^(?:npx|uvx|node|python3?|docker|deno|bunx?)\s/.test(wanted))
    throw new UsageError(`There is no toolset "${wanted}". To pull from a program, give its command with --stdio.`);
}

/** Prints the errors of the requested toolsets, and returns the exit code. Ignores missing snapshots, and errors of other toolsets. */
function printPullErrors(
  reading: Reading,
  found: Reading["diagnostics"],
  { wanted, path, opened }: { readonly wanted: string | undefined; readonly path: string; readonly opened: OpenedProject },
): number {
  const diagnostics = [...reading.diagnostics.filter(({ severity }) => severity === "error"), ...found];
  if (wanted === undefined) return printFindingsAside(shownFindings({ project: reading.project, diagnostics }), opened);
  const errors = projectErrors({ ...reading, diagnostics, program: { toolsets: [] } }, { path, opened });
  const isKnown = errors.owners.some(({ names }) => names.includes(wanted));
  return isKnown ? errors.print(({ names }) => names.includes(wanted)) : errors.printAndCount(({ isNamed }) => !isNamed);
}

interface PullContext {
  readonly opened: OpenedProject;
  readonly credentials: GivenCredentials;
  readonly context: Context;
}

async function fetchTask(task: PullTask, options: PullFlags, { opened, credentials, context }: PullContext): Promise<Fetched> {
  const { toolset, path } = task;
  const { stdio, baseUrl, authenticated } = options;
  const former = textOf(join(opened.root, path));
  if (task.kind === "connection") {
    const token = credentials.auth["google"];
    return { toolset, path, ...(await pullConnection(task, { address: baseUrl, token, former })) };
  }
  if (task.kind === "document") return { toolset, path, ...(await pullDocument(task.source.value, { former })) };
  const own = endpointOf(task.resolved, noDocument);
  const meant = stdio === undefined ? own : endpointFor(programOfFlag(stdio, credentials));
  // A login is for this server, so its token is sent with every request. CES lists tools without one.
  const endpoint = authenticated || hasLogin(meant) ? withLogin(meant) : withoutBearer(meant);
  const { text, moved } = await pullTools({ toolset, endpoint, credentials, context, former });
  return { toolset, path, text, moved };
}

function save(fetched: readonly Fetched[], { root }: OpenedProject, options: PullFlags): number {
  const texts = new Map(fetched.filter(({ text, path }) => text !== textOf(join(root, path))).map(({ path, text }) => [path, text]));
  writeTexts(root, texts);
  if (options.format === "json") {
    printChangedSnapshots(fetched, options);
    return exitCodes.clean;
  }
  for (const each of fetched) print(texts.has(each.path) ? `${nameOf(each)}\n${changesText(each.moved)}` : `${nameOf(each)} is current\n`);
  return exitCodes.clean;
}

function printChangedSnapshots(fetched: readonly Fetched[], { format }: PullFlags): number {
  if (format === "json") printJson({ formatVersion: "1.0", pulled: fetched.map(({ toolset, path, moved }) => ({ toolset, path, moved })) });
  else
    for (const each of fetched)
      print(each.moved.length === 0 ? `${nameOf(each)} is current\n` : `${nameOf(each)} has changed\n${changesText(each.moved)}`);
  return fetched.some(({ moved }) => moved.length > 0) ? exitCodes.findings : exitCodes.clean;
}

/** The toolset and path of a fetched file. Control characters are escaped, since a server may have chosen the name. */
function nameOf({ toolset, path }: Fetched): string {
  return printable(`${toolset}: ${path}`);
}

function changesText(moved: readonly SnapshotChange[]): string {
  const shown = moved.slice(0, 20).map(({ tool, change, pointers }) => `  ${printable([change, tool, ...firstOf(pointers)].join(" "))}\n`);
  return `${shown.join("")}${moved.length > 20 ? `  and ${moved.length - 20} more\n` : ""}`;
}

/** As many pointers as one line has room for, and the number of the others. */
function firstOf(pointers: readonly string[]): readonly string[] {
  return pointers.length > 5 ? [...pointers.slice(0, 5), `and ${pointers.length - 5} more`] : pointers;
}

function textOf(path: string): string | undefined {
  return existsSync(path) ? plainText(realpathSync(path)) : undefined;
}
