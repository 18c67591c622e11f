import type { McpBinding } from "../binding.ts";
import type { Call, Toolset } from "../call.ts";
import type { Context } from "../context.ts";
import { requireTrust } from "../environment/certificates.ts";
import type { UnknownRecord } from "../json.ts";
import { createSchema } from "../schema/create-schema.ts";
import { ToolError } from "../tool-error.ts";
import { callInfo } from "../transport/call-info.ts";
import { createAttempt } from "./attempt.ts";
import { firstRequest } from "./first-request.ts";
import { createSessions } from "./sessions.ts";
import { toToolError } from "./to-tool-error.ts";
import { isUncallable, readPages } from "./tool-list.ts";
import { withoutCredentials } from "./without-credentials.ts";

/** What a server says of itself. */
export interface ServerListing {
  /** How it calls itself. */
  readonly name: string | undefined;
  /** Over all pages, each as the server gave it. */
  readonly tools: readonly UnknownRecord[];
  /** The names of those that no client may call, which are not among `tools`. */
  readonly uncallable: readonly string[];
}

/** A call of no tool, in which the tools of a toolset's server are listed. */
export function listingCall(toolset: Toolset, context: Context): Call<McpBinding> {
  const binding: McpBinding = { transport: "mcp", tool: "", structured: false, output: "result", destructive: false };
  return { tool: toolset.name, toolset, binding, input: {}, context, inputSchema: createSchema<unknown>({}, "annotations") };
}

/** Asks a toolset's server for all of its tools, with the credentials of a call. */
export async function listServerTools(call: Call<McpBinding>): Promise<ServerListing> {
  const sessions = createSessions();
  // Each request has a time of its own.
  const attempt = createAttempt(call, callInfo(call, []), new AbortController().signal);
  try {
    if (call.context.mcp === undefined) requireTrust(call);
    const session = await sessions.of(call, () => firstRequest(attempt));
    const listed: UnknownRecord[] = [];
    for await (const page of readPages(session.ask)) listed.push(...page.listed);
    const isLeftOut = (tool: UnknownRecord) => session.wantsParameterHeaders && isUncallable(tool);
    return {
      name: session.serverName(),
      tools: listed.filter((tool) => !isLeftOut(tool)),
      uncallable: listed.filter(isLeftOut).map(({ name }) => String(name)),
    };
  } catch (error) {
    const failure = toToolError(error, attempt);
    throw failure instanceof ToolError ? withoutCredentials(failure, attempt.hide) : failure;
  } finally {
    await sessions.close();
  }
}
