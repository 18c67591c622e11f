import { Failure } from "../../../host/failure.ts";
import { toolsetName } from "../../../host/fetch/pull.ts";
import { plainText } from "../../../host/plain-file.ts";
import { adoptDocument } from "../../../init/adopt-document.ts";
import { type ClientConfig, readClientConfig } from "../../../init/client-config.ts";
import { countTags, type TagCounts } from "../../../init/count-tags.ts";
import type { KnownDefinition } from "../../../init/known-definitions.ts";
import { newMcpFiles } from "../../../init/new-files.ts";
import type { ClientServer } from "../../../init/read-server.ts";
import { parseTree } from "../../../source/parse-tree.ts";
import { shellWord } from "../../../source/text/shell-word.ts";
import type { File } from "../../../targets/target.ts";
import type { GivenCredentials } from "../../calls/credentials.ts";
import { locationWithLogin } from "../../calls/logins.ts";
import { fetchNewSource } from "../../calls/pull-new-source.ts";
import { endpointFor, programOfFlag, pullTools } from "../../calls/pull-server.ts";
import { trackCredentials } from "../../calls/track-credentials.ts";
import { absolutePath, terminal } from "../../terminal.ts";
import type { InitSource } from "./find-sources.ts";

/** The toolsets that `init` creates for a source, and notes for the user. */
export interface Adoption {
  readonly toolsets: readonly AdoptedToolset[];
  readonly notes: readonly string[];
  /** The command that fetches the missing tool lists of servers; `undefined` if no list is missing. */
  readonly pull: string | undefined;
}

export interface AdoptedToolset {
  readonly name: string;
  /** The files to write, the definition first. Empty if the project already has a definition of the same source. */
  readonly files: readonly File[];
  /** The address from which `pull` fetches the document of the toolset; `undefined` if `pull` needs no address for it. */
  readonly address: string | undefined;
  /** The number of operations of the document, by tag; `undefined` if the toolset has no document. */
  readonly counts: TagCounts | undefined;
}

export interface AdoptRequest {
  readonly name: string | undefined;
  readonly credentials: GivenCredentials;
  /** The existing definitions of the project. */
  readonly known: readonly KnownDefinition[];
  readonly addresses: ReadonlyMap<string, string>;
  /** Asks the user whether `init` may start the named programs and connect to the named servers, to list their tools. */
  readonly isStarted: (what: readonly string[]) => Promise<boolean>;
}

const folders = { definitions: "toolsets/", documents: "snapshots/", snapshots: "snapshots/" };

/** Creates the toolsets of a source. Nothing is written yet. */
export async function adopt(source: InitSource, request: AdoptRequest): Promise<Adoption> {
  switch (source.kind) {
    case "app":
      return { toolsets: [], notes: [], pull: undefined };
    case "document":
      return only(adoptFile(source.path, request));
    case "address":
      return only(await adoptNewSource(source.address, undefined, request));
    case "program":
      return only(await adoptNewSource(undefined, source.command, request));
    case "client-config":
      return adoptClientConfig(source.path, request);
  }
}

function only(toolset: AdoptedToolset): Adoption {
  return { toolsets: [toolset], notes: [], pull: undefined };
}

function adoptFile(path: string, { name, known }: AdoptRequest): AdoptedToolset {
  const text = plainText(absolutePath(path)) ?? "";
  const { name: own, definition, counts } = adoptDocument({ path, text }, name, folders.definitions);
  const existing = known.find(({ subject }) => subject === `document ${path}`);
  return { name: existing?.name ?? own, files: existing === undefined ? [definition] : [], address: undefined, counts };
}

async function adoptNewSource(address: string | undefined, command: string | undefined, request: AdoptRequest): Promise<AdoptedToolset> {
  const { known, addresses, credentials } = request;
  const [configured] = [...addresses].find(([, each]) => each === address) ?? [];
  const program = command === undefined ? undefined : programOfFlag(command, credentials);
  const subject = program !== undefined && "stdio" in program ? `program ${JSON.stringify(program.stdio.command)}` : `server ${address}`;
  const existing = configured ?? known.find((each) => each.subject === subject)?.name;
  // A source that the project already has is not fetched again, since `pull` updates it.
  if (existing !== undefined) return { name: existing, files: [], address: undefined, counts: undefined };
  const { name, files: newFiles } = await fetchNewSource({ address, command, name: request.name, credentials });
  const files = newFiles(folders);
  const document = files.find(({ path }) => /\.openapi\.(?:json|yaml)$/.test(path));
  const counts = document && countTags(parseTree(document).data);
  return { name, files, address: document && address, counts };
}

async function adoptClientConfig(path: string, request: AdoptRequest): Promise<Adoption> {
  // `initSource` and `findSources` have checked that this file is the configuration of an MCP client.
  const { servers, omitted } = readClientConfig(plainText(absolutePath(path)) ?? "") ?? { servers: [], omitted: [] };
  const notes = configNotes(path, { servers, omitted });
  const names = new Set<string>();
  const toolsets: AdoptedToolset[] = [];
  const fresh: { readonly name: string; readonly server: ClientServer }[] = [];
  for (const server of servers) {
    const existing = request.known.find(({ subject }) => subject === subjectOf(server));
    const name = existing?.name ?? freeName(toolsetName(server.name), names);
    names.add(name);
    if (existing === undefined) fresh.push({ name, server });
    toolsets.push({ name, files: [], address: undefined, counts: undefined });
  }
  if (fresh.length === 0) return { toolsets, notes, pull: undefined };
  const isStarted = await request.isStarted(fresh.map(({ server }) => locationText(server)));
  const files = new Map<string, readonly File[]>();
  const waiting: ClientServer[] = [];
  for (const { name, server } of fresh) {
    const listed = isStarted ? await listTools(name, server) : undefined;
    const definition = newMcpFiles(name, locationWithLogin(server.location), folders.definitions);
    if (listed === undefined || "failed" in listed) waiting.push(server);
    if (listed !== undefined && "failed" in listed) notes.push(`${server.name} did not list its tools. ${listed.failed}`);
    const snapshot =
      listed !== undefined && "text" in listed ? [{ path: `${folders.snapshots}${name}.tools.json`, text: listed.text }] : [];
    files.set(name, [...definition, ...snapshot]);
  }
  return {
    toolsets: toolsets.map((each) => ({ ...each, files: files.get(each.name) ?? [] })),
    notes,
    pull: waiting.length === 0 ? undefined : pullCommandLine(waiting),
  };
}

function subjectOf({ location }: ClientServer): string {
  return "stdio" in location ? `program ${JSON.stringify(location.stdio.command)}` : `server ${location.serverAddress}`;
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  for (let count = 2, free = name; ; count++) {
    if (!taken.has(free)) return free;
    free = `${name}_${count}`;
  }
}

function locationText({ name, location }: ClientServer): string {
  return "stdio" in location ? `${name}: ${location.stdio.command.map(shellWord).join(" ")}` : `${name}: ${location.serverAddress}`;
}

/** Notes about the servers and settings of an MCP client's configuration that the new definitions do not contain. */
function configNotes(path: string, { servers, omitted }: ClientConfig): string[] {
  const notes = omitted.map(({ name, reason }) => `${name} is omitted: ${reason}.`);
  for (const { name, notes: own, variables } of servers) {
    notes.push(...own.map((each) => `${name}: ${each}.`));
    for (const { place, variable, isLiteral, form } of variables) {
      if (isLiteral)
        notes.push(
          `${name}: the value of ${place} stays in ${path}. The definition uses the context variable ${variable} instead. If the value is a secret, do not commit ${path}.`,
        );
      if (form !== undefined) notes.push(`${name}: set the variable ${variable} to the whole value of ${place}, in the form "${form}".`);
    }
  }
  return notes;
}

/** Lists the tools of a server. The values of the server's context variables are read from environment variables. */
async function listTools(name: string, { location, variables }: ClientServer): Promise<{ text: string } | { failed: string }> {
  const { env } = terminal();
  const given = variables.flatMap(({ variable, source }) => {
    const value = env[environmentName(variable, source)];
    return value === undefined ? [] : [[variable, value] as const];
  });
  const values = Object.fromEntries(given);
  const credentials = { variables: values, secrets: {}, auth: {} };
  try {
    return await pullTools({
      toolset: name,
      endpoint: endpointFor(location),
      credentials,
      context: trackCredentials(credentials).context,
      former: undefined,
    });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { failed: `${error.message} ${error.help}` };
  }
}

/** The command that lists the tools of these servers, with a flag for each context variable of their definitions. */
function pullCommandLine(servers: readonly ClientServer[]): string {
  const variables = new Map(
    servers.flatMap((server) => server.variables.map(({ variable, source }) => [variable, environmentName(variable, source)])),
  );
  const isAuthenticated = servers.some(({ location }) => "serverAddress" in location && location.apiAuthentication !== undefined);
  const flags = [...variables].map(([variable, name]) => ` --var ${shellWord(`${variable}=env:${name}`)}`);
  return `npx toolsetc pull${isAuthenticated ? " --authenticated" : ""}${flags.join("")}`;
}

/**
 * The name of the environment variable with the value of a context variable: the one that the configuration of the MCP client refers to,
 * else one with the name of the context variable.
 */
function environmentName(variable: string, source: string): string {
  return /^env:(\w+)$/.exec(source)?.[1] ?? variable;
}
