import * as childProcess from "node:child_process";
import { Failure } from "../host/failure.ts";
import type { Connection } from "../runtime/binding.ts";
import type { Context } from "../runtime/context.ts";
import { listingCall, listServerTools, type ServerListing } from "../runtime/mcp/list-server-tools.ts";
import { programOf } from "../runtime/stdio/program.ts";
import { programTransport } from "../runtime/stdio/program-transport.ts";
import { withProgram } from "../runtime/stdio/with-program.ts";
import { trusting } from "../runtime/tls/tls.ts";
import { ToolError } from "../runtime/tool-error.ts";
import { defineToolset } from "../runtime/toolset.ts";

/** A server whose tools are listed, and what is sent to it. */
export interface ListingRequest {
  readonly toolset: string;
  readonly connection: Connection;
  readonly context: Context;
}

/** The server could not be asked, for want of credentials. */
export class MissingCredentials extends Failure {}

/** All tools that an MCP server lists. A program is started for it, and ended. */
export async function listOverMcp({ toolset, connection, context }: ListingRequest): Promise<ServerListing> {
  let listing: ServerListing | undefined;
  const transport = trusting(async (call) => {
    listing = await listServerTools({ ...call, binding: listed.binding });
  });
  const listed = listingCall(defineToolset({ format: 1, name: toolset, displayName: toolset, connection, transport }), context);
  try {
    const program = await programOf(listed);
    if (program === undefined) await transport(listed);
    else {
      const running = programTransport(program, childProcess);
      listing = await withProgram(program, running, () => listServerTools({ ...listed, context: { ...context, mcp: running } }));
    }
  } catch (error) {
    throw failureOf(error, toolset);
  }
  if (listing === undefined) throw new Error("The transport gives what was listed.");
  return listing;
}

function failureOf(error: unknown, toolset: string): unknown {
  if (!(error instanceof ToolError)) {
    if (!(error instanceof Error && /is not installed/.test(error.message))) return error;
    return new Failure(
      "MCP servers are read with the package @modelcontextprotocol/client, which is not installed.",
      "Install it beside toolsetc: npm install @modelcontextprotocol/client. Calls of MCP tools need it too.",
    );
  }
  const { code, details } = error;
  const reason = typeof details["message"] === "string" && details["message"] !== "" ? ` It says: ${details["message"]}` : "";
  const message = `The tools of "${toolset}" could not be listed. ${error.message}${reason}`;
  if (code === "missing-credentials")
    return new MissingCredentials(
      message,
      "Values come from environment variables: --auth <scheme>=env:NAME, --secret <name>=env:NAME, --var <name>=env:NAME.",
    );
  const wrote = typeof details["wrote"] === "string" ? details["wrote"] : "";
  return new Failure(message, wrote === "" ? (helpFor[code] ?? defaultHelp) : `It wrote: ${wrote.split("\n").slice(-5).join("\n")}`);
}

const defaultHelp =
  "Check the address, and what the server wants to know of its callers. Only Streamable HTTP is supported, not the older SSE.";

const helpFor: { readonly [code: string]: string } = {
  "response-too-large": "No model could be offered that many tools. Ask who runs the server.",
  "invalid-answer": "Check that the address or the command is that of an MCP server; if it is, ask who runs it.",
  "network-error": "Check the address or the command: a command is looked for in PATH, and has to speak MCP on its standard output.",
};
