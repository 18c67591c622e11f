import { type Pulled, toolsSnapshot } from "../../host/fetch/pull.ts";
import type { NewServerLocation } from "../../init/new-files.ts";
import { noDocument } from "../../lower/endpoint.ts";
import type { Endpoint } from "../../runtime/binding.ts";
import type { Context } from "../../runtime/context.ts";
import { isRecord } from "../../runtime/json.ts";
import type { ServerListing } from "../../runtime/mcp/list-server-tools.ts";
import { printMessage } from "../report/print.ts";
import { UsageError } from "../usage-error.ts";
import { askYes, canAsk } from "./ask.ts";
import type { GivenCredentials } from "./credentials.ts";
import { type ListingRequest, LoginNeeded, listOverMcp } from "./list-over-mcp.ts";
import { logInAt } from "./log-in-at.ts";
import { withLogin } from "./logins.ts";

/** A request for the tools of an MCP server. */
export interface ServerRequest {
  /** The name of the toolset in messages. */
  readonly toolset: string;
  readonly endpoint: Endpoint;
  readonly credentials: GivenCredentials;
  /** `credentials` in the form that a call requires. */
  readonly context: Context;
  readonly former: string | undefined;
}

/** The tools of an MCP server as a snapshot, and the name that the server reports. */
export async function pullTools({
  toolset,
  endpoint,
  credentials,
  context,
  former,
}: ServerRequest): Promise<Pulled & { reportedName: string | undefined }> {
  const { name: spoken, tools, uncallable } = await listWithLogin({ toolset, endpoint, context });
  for (const name of uncallable)
    printMessage(`${toolset}: the tool "${name}" is omitted, because the header names for its arguments violate the MCP specification.\n`);
  const { variables, secrets, auth } = credentials;
  const values = new Map([variables, secrets, auth].flatMap((each) => Object.entries(each)));
  return { reportedName: spoken, ...toolsSnapshot(tools, { secrets: values, former }) };
}

/** Lists the tools of a server. If it asks for a login, and a person is at the terminal, offers one. */
async function listWithLogin(request: ListingRequest): Promise<ServerListing> {
  try {
    return await listOverMcp(request);
  } catch (error) {
    if (!(error instanceof LoginNeeded) || !canAsk()) throw error;
    printMessage(`${error.message}\n`);
    if (!(await askYes(`Log in at ${error.address} with your browser?`))) throw error;
    await logInAt({ address: new URL(error.address), scheme: undefined });
    return listOverMcp({ ...request, endpoint: withLogin(request.endpoint) });
  }
}

/** Removes the bearer token, which CES sends with calls but not when it lists tools. */
export function withoutBearer(endpoint: Endpoint): Endpoint {
  const { mcpToolset } = endpoint.definition;
  const authentication = isRecord(mcpToolset) ? mcpToolset["apiAuthentication"] : undefined;
  if (!isRecord(mcpToolset) || !isRecord(authentication) || authentication["bearerTokenConfig"] === undefined) return endpoint;
  const { apiAuthentication: _bearer, ...rest } = mcpToolset;
  return { ...endpoint, definition: { ...endpoint.definition, mcpToolset: rest } };
}

/**
 * The timeouts of one response in milliseconds, by location of the server. A program has more time, since `npx` may have to download it
 * first.
 */
const defaultTimeouts = { serverAddress: 30_000, stdio: 120_000 };

/** The endpoint of a server that has no definition yet. */
export function endpointFor(server: NewServerLocation): Endpoint {
  const timeout = "stdio" in server ? defaultTimeouts.stdio : defaultTimeouts.serverAddress;
  return { kind: "mcp", definition: { mcpToolset: server }, ...noDocument, timeout, environments: {}, defaultEnvironment: null };
}

/** Parses the command line of `--stdio`. The program receives the values of `--var` as environment variables of the same names. */
export function programOfFlag(line: string, { variables }: GivenCredentials): NewServerLocation {
  const command = splitCommand(line);
  if (command.length === 0) throw new UsageError('--stdio has no command. Write the command as one argument: --stdio "npx some-server".');
  const names = Object.keys(variables);
  return {
    stdio: {
      command,
      ...(names.length === 0 ? {} : { env: Object.fromEntries(names.map((name) => [name, `$context.variables.${name}`])) }),
    },
  };
}

/**
 * Splits a command line into words as a shell does. Supports quotes and escapes in them, but no variables and no other syntax of shells.
 */
function splitCommand(line: string): string[] {
  const words = line.match(/(?:"(?:[^"\\]|\\.)*"|'[^']*'|[^\s"'])+/g) ?? [];
  return words.map((word) =>
    word.replace(
      /"((?:[^"\\]|\\.)*)"|'([^']*)'/g,
      (_found, double?: string, single?: string) => double?.replace(/\\(["\\])/g, "$1") ?? single ?? "",
    ),
  );
}

/**
 * Throws if there are unused credential flags. The name in such a flag may be misspelt, and without the credential a server may list fewer
 * tools.
 */
export function rejectUnused(flags: readonly string[]): void {
  const [first] = flags;
  if (first === undefined) return;
  const reason =
    first === "--auth bearerToken"
      ? "a bearer token is sent only with calls, or with --authenticated also with the request for the list of tools"
      : "no request of this command needs this credential";
  throw new UsageError(`${first} was not used: ${reason}. No snapshot was written.`);
}
