import { encodeForm, encodeUnreserved } from "../../runtime/http/percent-encoding.ts";
import type { Context, Tool } from "../../runtime/index.ts";
import { missingOptions } from "../../runtime/missing-option.ts";
import { ToolError } from "../../runtime/tool-error.ts";
import { percentDecoded } from "../../source/text/percent.ts";
import { shellWord } from "../../source/text/shell-word.ts";
import { type GivenCredentials, secretValues } from "./credentials.ts";

/** A request as it would be sent, with its secrets hidden. */
export interface ShownRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: { readonly [name: string]: string };
  /** `null` for a request without a body. */
  readonly body: string | null;
}

/** Thrown at the moment when a request would be sent, to return the request to `requestOf`. */
class RequestNotSent extends Error {
  readonly request: Request;

  constructor(request: Request) {
    super("The request is shown and not sent.");
    this.request = request;
  }
}

/**
 * Returns the request that a call would send, without sending it. Earlier requests, such as an MCP handshake or one for a token, are
 * answered locally.
 */
export async function dryRun(tool: Tool, input: unknown, given: CallOptions): Promise<ShownRequest> {
  try {
    return await requestOf(tool, input, given);
  } catch (error) {
    const missing = missingVariables(error);
    if (missing.length === 0) throw error;
    // A missing variable, such as the end user of a connector, may be a part of the request. Without a stand-in, there would be no
    // request to show.
    const standIns = Object.fromEntries(missing.map((name) => [name, placeholder]));
    return requestOf(tool, input, {
      context: { ...given.context, variables: { ...given.context.variables, ...standIns } },
      credentials: { ...given.credentials, variables: { ...given.credentials.variables, ...standIns } },
    });
  }
}

interface CallOptions {
  readonly context: Context;
  readonly credentials: GivenCredentials;
}

/** The value that replaces a missing credential. It is hidden in the printed request, as all secrets are. */
const placeholder = "a value that is not given";

/** The names of the variables that an error of missing credentials reports; empty for any other error. */
function missingVariables(error: unknown): string[] {
  if (!(error instanceof ToolError) || error.code !== "missing-credentials") return [];
  return missingOptions(error).flatMap(({ option, name }) => (option === "variables" && name !== undefined ? [name] : []));
}

async function requestOf(tool: Tool, input: unknown, { context, credentials }: CallOptions): Promise<ShownRequest> {
  const program = Object(tool.toolset.endpoint.definition["mcpToolset"]).stdio;
  if (program !== undefined && context.mcp === undefined) return startedRequest(tool, input, { context, program });
  try {
    await tool.execute(input, {
      ...context,
      fetch: answerLocally,
      // This hook prevents an error for missing credentials: a request without them is shown too, since it shows everything else.
      authorize: (request) => request,
      onRequest: (request) => {
        throw new RequestNotSent(request);
      },
      // To detect drift of an MCP tool, a call would have to request the list of tools from the server.
      drift: "ignore",
    });
  } catch (error) {
    if (error instanceof RequestNotSent) return shown(error.request, hiddenNames(tool), credentials);
    throw error;
  }
  throw new Error(`The call of "${tool.name}" ended without a request.`);
}

/** Returns the message that a call would send to an MCP server that is a program, and the command that would start the program. */
async function startedRequest(
  tool: Tool,
  input: unknown,
  { context, program }: { readonly context: Context; readonly program: { readonly command: readonly string[]; readonly env?: object } },
): Promise<ShownRequest> {
  let sent: object | undefined;
  const mcp = {
    getServerCapabilities: () => undefined,
    request: async (message: object) => {
      sent = message;
      return { content: [] };
    },
  };
  await tool.execute(input, { ...context, mcp, drift: "ignore" });
  const { command, env = {} } = program;
  return {
    method: "START",
    url: command.map(shellWord).join(" "),
    headers: Object.fromEntries(Object.keys(env).map((name) => [name, hidden])),
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, ...sent }),
  };
}

/** Answers the requests that precede a call: the handshake of MCP, and requests for OAuth tokens. */
async function answerLocally(request: Request): Promise<Response> {
  const text = await request.text();
  const type = request.headers.get("content-type") ?? "";
  if (type.startsWith("application/x-www-form-urlencoded")) return Response.json({ access_token: hidden, token_type: "Bearer" });
  const message = type.startsWith("application/json") ? JSON.parse(text) : undefined;
  if (message?.id === undefined) return new Response(null, { status: request.method === "GET" ? 405 : 202 });
  if (message.method !== "initialize")
    return Response.json({ jsonrpc: "2.0", id: message.id, error: { code: -32601, message: "Method not found" } });
  const { protocolVersion } = message.params;
  const result = { protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "dry run", version: "0" } };
  return Response.json({ jsonrpc: "2.0", id: message.id, result });
}

const hidden = "***";

/**
 * The names of headers and parameters that carry credentials, in lower case. Their values are hidden even if they do not come from flags.
 */
function hiddenNames({ toolset: { endpoint } }: Tool): ReadonlySet<string> {
  const names = ["authorization", "proxy-authorization"];
  for (const scheme of Object.values(endpoint.securitySchemes)) names.push(...textMembers(scheme, ["name"]));
  for (const body of Object.values(endpoint.definition)) {
    const { apiKeyConfig } = Object(Object(body).apiAuthentication);
    names.push(...textMembers(apiKeyConfig, ["keyName"]), ...Object.keys(Object(Object(body).customHeaders)));
  }
  return new Set(names.map((name) => name.toLowerCase()));
}

function textMembers(value: unknown, names: readonly string[]): string[] {
  return names.map((name) => Object(value)[name]).filter((text) => typeof text === "string");
}

async function shown(request: Request, names: ReadonlySet<string>, credentials: GivenCredentials): Promise<ShownRequest> {
  const redact = redactor(credentials);
  const headers = [...request.headers].map(([name, value]): [string, string] => {
    if (name === "cookie")
      return [
        name,
        redact(value.replace(/([^=;\s]+)=[^;]*/g, (pair, cookie) => (names.has(cookie.toLowerCase()) ? `${cookie}=${hidden}` : pair))),
      ];
    if (!names.has(name)) return [name, redact(value)];
    const [, scheme] = /^(basic|bearer|digest) /i.exec(value) ?? [];
    return [name, scheme === undefined ? hidden : `${scheme} ${hidden}`];
  });
  const [address = "", query] = request.url.split(/\?(.*)/s);
  const pairs = query?.split("&").map((pair) => {
    const [name = ""] = pair.split("=", 1);
    return names.has(percentDecoded(name).toLowerCase()) ? `${name}=${hidden}` : pair;
  });
  return {
    method: request.method,
    url: redact(pairs === undefined ? address : `${address}?${pairs.join("&")}`),
    headers: Object.fromEntries(headers),
    body: request.body === null ? null : redact(await bodyText(request)),
  };
}

/**
 * Returns a function that replaces secrets in a text, in all encodings that a request may use. Secrets of less than 4 characters are not
 * replaced, since unrelated texts contain the same characters.
 */
function redactor(credentials: GivenCredentials): (text: string) => string {
  const forms = secretValues(credentials)
    .filter((value) => value.length >= 4)
    .flatMap((value) => [
      value,
      encodeUnreserved(value),
      encodeForm(value),
      JSON.stringify(value).slice(1, -1),
      Buffer.from(value).toString("base64"),
    ]);
  const longestFirst = [...new Set(forms)].sort((a, b) => b.length - a.length);
  return (text) => longestFirst.reduce((rest, form) => rest.replaceAll(form, hidden), text);
}

async function bodyText(request: Request): Promise<string> {
  const bytes = new Uint8Array(await request.arrayBuffer());
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return `(${bytes.byteLength} bytes)`;
  }
}

/** The request in the format of an HTTP message. */
export function requestText({ method, url, headers, body }: ShownRequest): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\n`);
  return `${method} ${url}\n${lines.join("")}${body === null ? "" : `\n${body}\n`}`;
}
