import * as childProcess from "node:child_process";
import { Failure } from "../../host/failure.ts";
import type { Endpoint } from "../../runtime/binding.ts";
import type { Context } from "../../runtime/context.ts";
import { ownMember } from "../../runtime/json.ts";
import { listingCall, listServerTools, type ServerListing } from "../../runtime/mcp/list-server-tools.ts";
import { allParts } from "../../runtime/parts.ts";
import { programOf } from "../../runtime/stdio/program.ts";
import { programTransport } from "../../runtime/stdio/program-transport.ts";
import { withProgram } from "../../runtime/stdio/with-program.ts";
import { trusting } from "../../runtime/tls/tls.ts";
import { ToolError } from "../../runtime/tool-error.ts";
import { defineToolset } from "../../runtime/toolset.ts";
import { loginHelp } from "./logins.ts";

/** An MCP server whose tools are listed, and the values that are sent to the server. */
export interface ListingRequest {
  readonly toolset: string;
  readonly endpoint: Endpoint;
  readonly context: Context;
}

/** Thrown if the server cannot be asked for its tools because credentials are missing. */
export class MissingCredentials extends Failure {}

/** Thrown if the server refuses to list its tools without a login. */
export class LoginNeeded extends Failure {
  readonly address: string;

  constructor(message: string, address: string) {
    super(message, loginHelp(address));
    this.address = address;
  }
}

/** Lists all tools of an MCP server. If the server is a program, starts and ends it. */
export async function listOverMcp({ toolset, endpoint, context }: ListingRequest): Promise<ServerListing> {
  let listing: ServerListing | undefined;
  const transport = trusting(async (call) => {
    listing = await listServerTools({ ...call, binding: listed.binding });
  });
  const definition = { name: toolset, displayName: toolset, connection: endpoint, transport };
  const listed = listingCall(defineToolset({ format: 2, ...definition, uses: [allParts] }), context);
  try {
    const program = await programOf(listed);
    if (program === undefined) await transport(listed);
    else {
      const running = programTransport(program, childProcess);
      listing = await withProgram(program, running, () => listServerTools({ ...listed, context: { ...context, mcp: running } }));
    }
  } catch (error) {
    throw failureOf(error, { toolset, endpoint });
  }
  if (listing === undefined) throw new Error("The transport returned without a list of tools.");
  return listing;
}

function failureOf(error: unknown, { toolset, endpoint }: Pick<ListingRequest, "toolset" | "endpoint">): unknown {
  if (!(error instanceof ToolError)) {
    if (!(error instanceof Error && /is not installed/.test(error.message))) return error;
    return new Failure(
      "Listing the tools of an MCP server requires the package @modelcontextprotocol/client, which is not installed.",
      "Install the package: npm install @modelcontextprotocol/client. Calls of MCP tools also require this package.",
    );
  }
  const { code, details } = error;
  const reason = typeof details["message"] === "string" && details["message"] !== "" ? ` The server reports: ${details["message"]}` : "";
  const message = `The tools of "${toolset}" could not be listed. ${error.message}${reason}`;
  if (code === "missing-credentials")
    return new MissingCredentials(
      message,
      "Name an environment variable for each missing value: --auth <scheme>=env:NAME, --secret <name>=env:NAME, --var <name>=env:NAME.",
    );
  const address = ownMember(endpoint.definition["mcpToolset"], "serverAddress");
  if (details["status"] === 401 && typeof address === "string") return new LoginNeeded(message, address);
  const wrote = typeof details["wrote"] === "string" ? details["wrote"] : "";
  return new Failure(
    message,
    wrote === "" ? (helpFor[code] ?? defaultHelp) : `Output of the program: ${wrote.split("\n").slice(-5).join("\n")}`,
  );
}

const defaultHelp =
  "Check the URL, and the headers and credentials that the server requires. Only Streamable HTTP is supported, not the older SSE transport.";

const helpFor: { readonly [code: string]: string } = {
  "response-too-large": "The list is larger than a model could use. Contact the operator of the server.",
  "invalid-response": "Check that the address or the command belongs to an MCP server. If it does, contact the operator of the server.",
  "network-error": "Check the address or the command: a command must be in PATH, and must speak MCP on its standard output.",
};
