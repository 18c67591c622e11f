import { nearest } from "../../../diagnostic/nearest.ts";
import { errorCode, Failure } from "../../../host/failure.ts";
import { discover } from "../../../runtime/adapters/discover.ts";
import { isUnbound } from "../../../runtime/client.ts";
import type { Context } from "../../../runtime/context.ts";
import type { Manifest } from "../../../runtime/manifest.ts";
import { namesInMessage } from "../../../runtime/names-in-message.ts";
import { isSetupError } from "../../../runtime/result/public-message.ts";
import { bindTools } from "../../../runtime/tool/bind-tools.ts";
import type { Tool } from "../../../runtime/tool/tool.ts";
import { ToolError } from "../../../runtime/tool-error.ts";
import { parseUrl } from "../../../source/text/parse-url.ts";
import { checkAddress } from "../../calls/check-address.ts";
import { closeAll } from "../../calls/close-all.ts";
import { type CredentialFlags, readCredentials } from "../../calls/credentials.ts";
import { filesIn } from "../../calls/files-in.ts";
import { withLogins } from "../../calls/logins.ts";
import { rejectUnusedAuth } from "../../calls/reject-unused-auth.ts";
import { rejectUnusedSecrets } from "../../calls/reject-unused-secrets.ts";
import { exitCodes } from "../../exit-codes.ts";
import type { CommonOptions } from "../../options.ts";
import { withDocumentPath } from "../../project/document-path.ts";
import { loadTools } from "../../project/load-tools.ts";
import { readManifests } from "../../project/read-manifests.ts";
import { jsonOutput, printMessage } from "../../report/print.ts";
import { terminal } from "../../terminal.ts";
import { UsageError } from "../../usage-error.ts";

interface ServeFlags extends CommonOptions, CredentialFlags {
  /** The port of an HTTP server, or `true` for the default port. Without the flag, the server uses stdio. */
  readonly http?: string | true;
  readonly host: string;
  readonly allowOrigin: readonly string[];
  readonly toolset: readonly string[];
  readonly tag: readonly string[];
  readonly baseUrl?: string;
  readonly outputSchemas: "auto" | "always" | "never";
  readonly files: readonly string[];
  readonly discover?: true;
  readonly approval?: "elicit" | "client";
  /** The maximum size of a result in KiB. */
  readonly outputBudget: number;
  readonly detail: "full" | "compact" | "index";
  readonly depth: number;
}

const defaultPort = 8808;
/** The default value of `--host`: the server accepts only connections from this machine. */
const defaultHost = "127.0.0.1";

/** Serves tools as an MCP server until the client disconnects or a signal arrives. Without --http, stdout is only for the protocol. */
export async function runServe(givenPath: string, givenFlags: ServeFlags): Promise<number> {
  const [path, flags] = withDocumentPath(givenPath, givenFlags);
  const port = portOf(flags.http);
  if (port === undefined && flags.host !== defaultHost) throw new UsageError("--host requires --http.");
  if (port === undefined && flags.allowOrigin.length > 0) throw new UsageError("--allow-origin requires --http.");
  for (const origin of flags.allowOrigin) checkOrigin(origin);
  checkAddress("--base-url", flags.baseUrl);
  const { manifests, refused, exitCode, isCompiled } = await readManifests(path, flags);
  if (manifests.length === 0 && exitCode !== exitCodes.clean) return exitCode;
  if (isCompiled && flags.env !== undefined)
    checkNames(
      "environment",
      [flags.env],
      manifests.flatMap((each) => Object.keys(each.environments)),
    );
  const chosen = chosenManifests(manifests, refused, flags);
  if (chosen.length === 0 && exitCode !== exitCodes.clean) return exitCode;
  const credentials = readCredentials(flags);
  rejectUnusedSecrets(Object.keys(credentials.secrets), chosen);
  rejectUnusedAuth(Object.keys(credentials.auth), chosen);
  const loaded = await loadTools(chosen);
  const files = await filesIn(flags.files);
  const compiled = chosenTools(
    chosen.flatMap((manifest, index) => bindTools(loaded.tools[index] ?? [], contextFor(manifest, flags))),
    flags,
  );
  const tools = files?.bind(compiled) ?? compiled;
  const { createHandler2, createServers2 } = await adapter();
  const offered = flags.discover === true ? discover(tools.filter((tool) => !isUnbound(tool))) : tools;
  const { outputSchemas, detail, depth } = flags;
  const outputBudget = flags.outputBudget * 1024;
  const servers = createServers2(offered, {
    name: "toolsetc",
    version: "1",
    outputSchemas,
    outputBudget,
    detail,
    depth,
    approval: flags.approval,
    files,
    onError: reportSetupError,
  });
  const omitted = tools.filter((tool) => isUnbound(tool)).map(({ name }) => name);
  reportOmitted(omitted);
  const served = tools.length - omitted.length;
  const count = `${served} tool${served === 1 ? "" : "s"}${flags.discover === true ? " by search" : ""}`;
  const controller = new AbortController();
  const end = () => controller.abort();
  terminal().once("SIGINT", end);
  terminal().once("SIGTERM", end);
  try {
    if (port === undefined) {
      const { serveOnStdio } = await import("../../../host/process/serve-stdio.ts");
      printMessage(`Serving ${count} on stdio\n`);
      await serveOnStdio(servers.create, { input: terminal().stdin, output: jsonOutput(), signal: controller.signal });
    } else {
      const { serveHttp } = await import("../../../host/process/serve-http.ts");
      const handle = createHandler2(servers);
      const onListening = (url: string) => printMessage(`Serving ${count} at ${url}\n`);
      await serveHttp(handle, { host: flags.host, port, origins: flags.allowOrigin, signal: controller.signal, onListening });
      await handle.close();
    }
  } finally {
    terminal().off("SIGINT", end);
    terminal().off("SIGTERM", end);
    await closeAll([loaded, files]);
  }
  return exitCodes.clean;
}

function portOf(given: ServeFlags["http"]): number | undefined {
  if (given === undefined) return undefined;
  if (given === true) return defaultPort;
  if (!/^\d{1,5}$/.test(given) || Number(given) > 65_535)
    throw new UsageError(`--http takes a port, not "${given}". Give a number such as 8080.`);
  return Number(given);
}

/** Throws a usage error unless a web origin has the form that browsers send: only scheme, host and port. */
function checkOrigin(given: string): void {
  const url = parseUrl(given);
  if (url !== undefined && /^https?:$/.test(url.protocol) && url.origin === given) return;
  throw new UsageError(`--allow-origin takes an origin such as http://localhost:6274, not "${given}".`);
}

/**
 * The manifests of the requested toolsets. A requested toolset that does not compile has none and is omitted. Throws a usage error if a
 * requested name is unknown.
 */
function chosenManifests(
  manifests: readonly Manifest[],
  refused: readonly string[],
  { toolset, baseUrl }: ServeFlags,
): readonly Manifest[] {
  const names = manifests.map(({ name }) => name);
  checkNames("toolset", toolset, [...names, ...manifests.map(({ displayName }) => displayName), ...refused]);
  const chosen = manifests.filter(
    ({ name, displayName }) => toolset.length === 0 || toolset.includes(name) || toolset.includes(displayName),
  );
  if (baseUrl !== undefined && chosen.length > 1)
    throw new UsageError(
      `--base-url is the URL of one service, but several toolsets are selected. Choose one toolset with --toolset. Available: ${namesInMessage(names)}.`,
    );
  return chosen;
}

/** The tools that the flag --tag selects. Throws a usage error if the flag selects no tool, or if two tools have the same name. */
function chosenTools(all: readonly Tool[], { tag }: ServeFlags): Tool[] {
  checkNames("tag", tag, new Set(all.flatMap(({ tags }) => tags)));
  const tools = all.filter(({ tags }) => tag.length === 0 || tag.some((name) => tags.includes(name)));
  if (tools.length === 0) throw new UsageError("There are no tools to serve.");
  const seen = new Set<string>();
  const twice = tools.find(({ name }) => seen.size === seen.add(name).size);
  if (twice !== undefined) throw new UsageError(`Two tools have the name "${twice.name}". Choose one toolset with --toolset.`);
  return tools;
}

function checkNames(flag: string, given: readonly string[], known: Iterable<string>): void {
  const names = new Set(known);
  for (const name of given) {
    if (names.has(name)) continue;
    const near = nearest(name, names);
    const known = names.size === 0 ? `There are no ${flag}s.` : `Available ${flag}s: ${namesInMessage([...names], name)}.`;
    throw new UsageError(`There is no ${flag} "${name}". ${near === undefined ? known : `Did you mean "${near}"?`}`);
  }
}

function contextFor(manifest: Manifest, flags: ServeFlags): Context {
  const { variables, secrets, auth } = readCredentials(flags);
  const { baseUrl } = flags;
  return { variables, secrets, auth: withLogins(auth, manifest.securitySchemes), environment: environmentOf(manifest, flags), baseUrl };
}

/** A toolset whose values are the same in all environments lists no environments, so none is selected for it. */
function environmentOf({ environments }: Manifest, { env }: ServeFlags): string | undefined {
  return env !== undefined && Object.hasOwn(environments, env) ? env : undefined;
}

/** Loads the MCP adapter. Its package is an optional dependency. */
async function adapter() {
  try {
    const [{ createServers2 }, { createHandler2 }] = await Promise.all([
      import("../../../runtime/adapters/mcp-2/create-servers.ts"),
      import("../../../runtime/adapters/mcp-2/handle-http.ts"),
    ]);
    return { createServers2, createHandler2 };
  } catch (error) {
    if (errorCode(error) !== "ERR_MODULE_NOT_FOUND") throw error;
    throw new Failure(
      "Serving tools requires the package @modelcontextprotocol/server, which is not installed.",
      "Install the package: npm install --save-dev @modelcontextprotocol/server.",
    );
  }
}

/** Prints which configuration is missing to stderr, for the user. The model is told only that the tool is not available. */
function reportSetupError(error: unknown): void {
  if (error instanceof ToolError && isSetupError(error)) printMessage(`Tool "${error.tool}" is not available. ${error.message}\n`);
}

function reportOmitted(names: readonly string[]): void {
  if (names.length === 0) return;
  printMessage(
    `Client functions are not served, because only the program that declares them can execute them: ${namesInMessage(names)}.\n`,
  );
}
