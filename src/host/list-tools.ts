import { isArray, isObject, type Json, type JsonObject, member } from "../source/json.ts";
import { parseUrl } from "../source/parse-url.ts";
import { cappedFetch, largestAnswer } from "./capped-fetch.ts";
import { errorCode, Failure } from "./failure.ts";
import { type Variables, withoutSecrets } from "./variables.ts";

export type McpServer =
  | { readonly kind: "http"; readonly address: string; readonly headers: ReadonlyMap<string, string> }
  /** A command line. No shell reads it. */
  | { readonly kind: "stdio"; readonly command: string };

export interface ListOptions {
  /** Values that no message may show. */
  readonly variables: Variables;
  /** Milliseconds for one request. */
  readonly timeout: number;
}

/** Pages of one list; a server that gives more is taken to go in circles. */
const mostPages = 200;

/** All tools that an MCP server lists, over all pages, each as the server gave it. */
export async function listTools(server: McpServer, options: ListOptions): Promise<readonly JsonObject[]> {
  const sdk = await loadSdk();
  const client = new sdk.Client({ name: "toolsetc", version: "1" });
  const connection = server.kind === "http" ? overHttp(sdk, server) : overStdio(sdk, server.command);
  try {
    await client.connect(connection.transport, { timeout: options.timeout });
    const request = async (cursor: string | undefined): Promise<Json> => {
      const params = cursor === undefined ? {} : { cursor };
      const answer = await client.request({ method: "tools/list", params }, sdk.ResultSchema, { timeout: options.timeout });
      // What came over the wire was parsed as JSON; the schema of the SDK keeps every member.
      return answer as unknown as JsonObject;
    };
    return await allPages(request);
  } catch (error) {
    throw failure(error, { server, said: connection.said(), variables: options.variables });
  } finally {
    await connection.close();
    await client.close();
  }
}

async function allPages(request: (cursor: string | undefined) => Promise<Json>): Promise<JsonObject[]> {
  const tools: JsonObject[] = [];
  const seen = new Set<string>();
  let size = 0;
  for (let cursor: string | undefined; ; ) {
    const page = await request(cursor);
    const listed = member(page, "tools");
    if (!isArray(listed) || !listed.every((tool) => isObject(tool) && typeof tool.name === "string"))
      throw new Failure("The server's answer to tools/list is no list of tools.", "Ask who runs the server.");
    tools.push(...listed.filter(isObject));
    size += JSON.stringify(page).length;
    if (size > largestAnswer)
      throw new Failure(
        `The server's tools take more than ${largestAnswer / 1024 / 1024} MB.`,
        "No model could be offered that many. Ask who runs the server.",
      );
    const next = member(page, "nextCursor");
    if (typeof next !== "string" || next === "") return tools;
    if (seen.has(next) || seen.size >= mostPages)
      throw new Failure(
        `The server's list of tools does not end: after ${seen.size + 1} pages it goes on with ${seen.has(next) ? "a page that was read already" : "another"}.`,
        "Ask who runs the server.",
      );
    seen.add(next);
    cursor = next;
  }
}

type Sdk = Awaited<ReturnType<typeof importSdk>>;

async function importSdk() {
  const [{ Client }, { StreamableHTTPClientTransport }, { StdioClientTransport }, { ResultSchema }] = await Promise.all([
    import("@modelcontextprotocol/sdk/client/index.js"),
    import("@modelcontextprotocol/sdk/client/streamableHttp.js"),
    import("@modelcontextprotocol/sdk/client/stdio.js"),
    import("@modelcontextprotocol/sdk/types.js"),
  ]);
  return { Client, StreamableHTTPClientTransport, StdioClientTransport, ResultSchema };
}

async function loadSdk(): Promise<Sdk> {
  try {
    return await importSdk();
  } catch (error) {
    if (errorCode(error) !== "ERR_MODULE_NOT_FOUND") throw error;
    throw new Failure(
      "MCP servers are read with the package @modelcontextprotocol/sdk, which is not installed.",
      "Install it beside toolsetc: npm install --save-dev @modelcontextprotocol/sdk. Nothing else needs it.",
    );
  }
}

interface Connection {
  readonly transport: InstanceType<Sdk["StreamableHTTPClientTransport"]> | InstanceType<Sdk["StdioClientTransport"]>;
  readonly close: () => Promise<void>;
  /** What the server's process wrote to its error output last. */
  readonly said: () => string;
}

function overHttp({ StreamableHTTPClientTransport }: Sdk, { address, headers }: Extract<McpServer, { kind: "http" }>): Connection {
  const url = parseUrl(address);
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw new Failure(`"${address}" is not an http(s) address.`, "MCP servers are reached over Streamable HTTP, or by --stdio.");
  if (url.username !== "" || url.password !== "")
    throw new Failure(
      "The server's address has a user name or a password in it.",
      "Send what the server wants in a header: --var name=env:NAME.",
    );
  const transport = new StreamableHTTPClientTransport(url, {
    requestInit: { headers: Object.fromEntries(headers) },
    fetch: cappedFetch,
    // By default a redirect is followed only within the origin, so that headers stay with whom they are for.
    reconnectionOptions: { initialReconnectionDelay: 500, maxReconnectionDelay: 2000, reconnectionDelayGrowFactor: 2, maxRetries: 2 },
  });
  const close = async () => {
    if (transport.sessionId === undefined) return;
    // A server need not know how to end a session; what was wanted is here already.
    await Promise.race([transport.terminateSession(), new Promise((resolve) => setTimeout(resolve, 2000).unref())]).catch(() => undefined);
  };
  return { transport, close, said: () => "" };
}

function overStdio({ StdioClientTransport }: Sdk, commandLine: string): Connection {
  const [command, ...rest] = splitCommand(commandLine);
  if (command === undefined) throw new Failure("--stdio has no command.", 'Write it as one argument: --stdio "npx some-server".');
  const transport = new StdioClientTransport({ command, args: rest, stderr: "pipe", maxBufferSize: largestAnswer });
  let said = "";
  transport.stderr?.on("data", (chunk: unknown) => {
    said = `${said}${String(chunk)}`.slice(-2000);
  });
  return { transport, close: async () => undefined, said: () => said };
}

/** As a shell would split it, with quotes and without anything else that a shell does. */
export function splitCommand(line: string): string[] {
  const words = line.match(/(?:"(?:[^"\\]|\\.)*"|'[^']*'|[^\s"'])+/g) ?? [];
  return words.map((word) =>
    word.replace(
      /"((?:[^"\\]|\\.)*)"|'([^']*)'/g,
      (_found, double?: string, single?: string) => double?.replace(/\\(["\\])/g, "$1") ?? single ?? "",
    ),
  );
}

function failure(
  error: unknown,
  { server, said, variables }: { readonly server: McpServer; readonly said: string; readonly variables: Variables },
): Failure {
  const where = server.kind === "http" ? server.address : server.command;
  if (error instanceof Failure) return new Failure(`${where}: ${error.message}`, error.help);
  const cause = error instanceof Error && error.cause instanceof Error ? ` (${error.cause.message})` : "";
  const status =
    error instanceof Error && "code" in error && typeof error.code === "number" && error.code >= 300 ? ` [HTTP ${error.code}]` : "";
  const reason = withoutSecrets(`${error instanceof Error ? error.message : String(error)}${cause}${status}`, variables).slice(0, 500);
  const written = withoutSecrets(said, variables).trim().split("\n").slice(-5).join("\n");
  const help = written === "" ? helpFor[server.kind] : `It wrote: ${written}`;
  return new Failure(`The tools of ${where} could not be listed: ${reason}`, help);
}

const helpFor = {
  http: "Check the address, and which headers the server wants. Only Streamable HTTP is supported, not the older SSE.",
  stdio: "Check the command: it is looked for in PATH, and has to speak MCP on its standard output and to say nothing else there.",
} as const;
