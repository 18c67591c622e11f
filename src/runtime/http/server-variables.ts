import type { HttpBinding, Server } from "../binding.ts";
import type { Call } from "../call.ts";
import { environmentPlaceholder } from "../environment/defined-member.ts";
import { missingEnvironment } from "../environment/environments.ts";
import { ownMember } from "../json.ts";
import { namesInMessage } from "../names-in-message.ts";
import { type ToolError, unsentError } from "../tool-error.ts";

/**
 * The address of a server, with each variable replaced by the caller's value, or else by its default (OpenAPI 3.2 §4.6). Values that the
 * document does not name cannot lead to another host, nor out of the path.
 */
export function addressOfServer({ url, variables }: Server, call: Call<HttpBinding>): string {
  const member = call.toolset.endpoint.definition["openApiTool"] === undefined ? "openApiToolset" : "openApiTool";
  if (url.includes(environmentPlaceholder)) throw missingEnvironment([member, "url"], call);
  return url.replace(/\{([^{}]*)\}/g, (template, name: string, offset: number) => {
    const variable = ownMember(variables, name);
    const { default: authored = "", enum: allowed = [] } = variable ?? {};
    const value = ownMember(call.context.serverVariables, name) ?? variable?.default;
    if (value === undefined) throw invalid("has no value. Pass the value in `serverVariables`.");
    if (value === variable?.default || allowed.includes(value)) return value;
    if (allowed.length > 0) throw invalid(`must be one of ${namesInMessage(allowed, value)}.`);
    if (staysInPlace(url.slice(0, offset), url.slice(offset + template.length), value, authored)) return value;
    throw invalid("has a value that would change more than its place in the address. Pass the whole address as `baseUrl`.");

    function invalid(problem: string): ToolError {
      return unsentError("invalid-base-url", `The server variable "${name}" ${problem}`, call.tool, { variable: name });
    }
  });
}

/**
 * Whether a value for a variable between `before` and `after` stays in the part of the address in which its `authored` value is. In a path, a
 * value may form no segment `.` or `..`, also together with others; so it has no encoded characters, which others could complete.
 */
function staysInPlace(before: string, after: string, value: string, authored: string): boolean {
  // The variable is the beginning of the whole address, and the caller chooses it like `baseUrl`.
  if (before === "" && !after.startsWith("://")) return true;
  const isInPath = (start: string) => (before + start.charAt(0)).replace(/^[^/]*\/\/[^/]*/, "").startsWith("/");
  return isInPath(authored) ? isInPath(value) && !/[?#\\%;\s\p{Cc}]|(^|\/)\.+(\/|$)/u.test(value) : /^[\w.-]*$/.test(value);
}
