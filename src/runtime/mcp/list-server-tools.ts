import { withoutCredentials } from "../auth/without-credentials.ts";
import type { McpBinding } from "../binding.ts";
import type { Call, Toolset } from "../call.ts";
import type { Context } from "../context.ts";
import { requireTrust } from "../environment/service-settings.ts";
import type { UnknownRecord } from "../json.ts";
import { createSchema } from "../schema/create-schema.ts";
import { ToolError } from "../tool-error.ts";
import { createAttempt } from "./attempt.ts";
import { firstRequest } from "./first-request.ts";
import type { McpClient } from "./peer.ts";
import { createMcpSessions } from "./sessions.ts";
import { toToolError } from "./to-tool-error.ts";
import { isUncallable, readPages } from "./tool-list.ts";

/** A server's name and tools. */
export interface ServerListing {
  /** The name that the server declares. */
  readonly name: string | undefined;
  /** The tools of all pages, as the server sent them. */
  readonly tools: readonly UnknownRecord[];
  /**
   * The names of the tools that clients must not call, since their schemas violate MCP's rules for headers that repeat arguments. `tools`
   * does not contain these tools.
   */
  readonly uncallable: readonly string[];
}

/** A call that names no tool, with which the tools of a toolset's server are listed. */
export function listingCall(toolset: Toolset, context: Context): Call<McpBinding> {
  const binding: McpBinding = {
    transport: "mcp",
    tool: "",
    structured: false,
    output: "result",
    destructive: false,
    digest: null,
    waiting: null,
  };
  return {
    tool: toolset.name,
    toolset,
    binding,
    input: {},
    context,
    parts: toolset.parts,
    inputSchema: createSchema<unknown>({}, { formats: "annotations", library: () => ({ tool: toolset.name, parts: toolset.parts }) }),
  };
}

/** Lists all tools of the server of a toolset, with the credentials in the context of `call`. */
export async function listServerTools(call: Call<McpBinding>): Promise<ServerListing> {
  const sessions = createMcpSessions();
  // The signal never aborts, since each request has its own timeout.
  const attempt = createAttempt(call, new AbortController().signal);
  try {
    if (call.context.mcp === undefined) requireTrust(call);
    const session = await sessions.of(call, () => firstRequest(attempt));
    const listed: UnknownRecord[] = [];
    for await (const page of readPages(session.listPage)) for (const tool of page.listed) listed.push(tool);
    const isOmitted = (tool: UnknownRecord) => session.usesParameterHeaders && isUncallable(tool);
    return {
      name: nameOf(session.client),
      tools: listed.filter((tool) => !isOmitted(tool)),
      uncallable: listed.filter(isOmitted).map(({ name }) => String(name)),
    };
  } catch (error) {
    const failure = toToolError(error, attempt);
    throw failure instanceof ToolError ? withoutCredentials(failure, attempt.redact) : failure;
  } finally {
    await sessions.close();
  }
}

/** The name that a server declares. */
function nameOf(client: McpClient): string | undefined {
  const server = client.getServerVersion?.();
  return server?.title ?? server?.name;
}
