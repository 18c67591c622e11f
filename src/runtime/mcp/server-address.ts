import type { Call } from "../call.ts";
import { definedMember } from "../environment/defined-member.ts";
import { type ToolError, unsentError } from "../tool-error.ts";
import { sourceValue } from "../transport/value-source.ts";
import { isHttp, tryParseUrl } from "../try-parse-url.ts";

/** The address of the MCP server: the caller's `baseUrl`, or else the address in the definition in the chosen environment. */
export function serverAddress(call: Call<unknown>): URL {
  if (definedMember(call, [memberOf(call), "stdio"]) !== undefined)
    throw unsentError(
      "unsupported-stdio",
      `The server of toolset "${call.toolset.name}" is a local program. In Node, use \`stdio\` of "@toolsetc/runtime/stdio" as the toolset's transport; elsewhere, pass your own client as \`mcp\`.`,
      call.tool,
      { toolset: call.toolset.name },
    );
  const text = call.context.baseUrl ?? definedMember(call, [memberOf(call), "serverAddress"]);
  const address = typeof text === "string" ? tryParseUrl(text) : undefined;
  if (address === undefined || !isHttp(address) || address.username !== "" || address.password !== "" || address.hash !== "") {
    throw unsentError(
      text === undefined ? "missing-base-url" : "invalid-base-url",
      `The address of MCP toolset "${call.toolset.name}" must be an absolute http or https URL without user name, password and fragment.`,
      call.tool,
      { toolset: call.toolset.name },
    );
  }
  return address;
}

/**
 * The headers in `customHeaders` of the definition, with the values of the context variables that they refer to. As in CES, a header
 * without a value is not sent.
 */
export function customHeaders(call: Call<unknown>): Headers {
  const member = memberOf(call);
  const named = definedMember(call, [member, "customHeaders"]);
  const headers = new Headers();
  for (const name of typeof named === "object" && named !== null ? Object.keys(named) : []) {
    const defined = definedMember(call, [member, "customHeaders", name]);
    const value = typeof defined === "string" && defined.startsWith("$context.") ? sourceValue({ context: defined }, call) : defined;
    if (value === undefined || value === null || value === "") continue;
    if (!isHeaderText(value)) throw unsafeHeader(name, call);
    try {
      headers.set(name, String(value));
    } catch {
      throw unsafeHeader(name, call);
    }
  }
  return headers;
}

/** The member of the definition that has the address: `mcpToolset`, or `mcpTool` for a tool resource. */
function memberOf({ toolset }: Call<unknown>): string {
  return toolset.endpoint.definition["mcpTool"] === undefined ? "mcpToolset" : "mcpTool";
}

function isHeaderText(value: unknown): boolean {
  if (typeof value === "number" || typeof value === "boolean") return true;
  return typeof value === "string" && /^[\t\x20-\x7e\x80-\xff]*$/.test(value);
}

/** The error for an invalid header. The message does not contain the value, since it may be a credential. */
function unsafeHeader(name: string, { tool }: Call<unknown>): ToolError {
  return unsentError("unsafe-header", `The custom header "${name}" or its value is not valid in HTTP.`, tool, { header: name });
}
