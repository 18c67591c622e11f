import type { HttpBinding, Server } from "../binding.ts";
import type { Call } from "../call.ts";
import { definedMember, hasEnvironmentPlaceholder, missingEnvironment } from "../environment/defined-member.ts";
import { ownMember } from "../json.ts";
import { namesInMessage } from "../names-in-message.ts";
import { type ToolError, unsentError } from "../tool-error.ts";
import { isHttp, tryParseUrl } from "../try-parse-url.ts";
import { fillPath } from "./path.ts";

/**
 * The URL of a call. If the toolset uses Service Directory, `origin` is the origin that `resolveService` returned. The origin of the URL
 * and the number of its path segments do not depend on the arguments.
 */
export function callAddress(call: Call<HttpBinding>, query: string, origin?: string): URL {
  const base = baseAddress(call, origin);
  // Some documents distinguish operations by a query or a fragment in the path. A fragment is never sent.
  const [beforeFragment = ""] = call.binding.path.split("#", 1);
  const [template = "", fixedQuery = ""] = beforeFragment.split(/\?(.*)/s, 2);
  const basePath = base.pathname.replace(/\/+$/, "");
  const path = basePath + (template.startsWith("/") ? "" : "/") + fillPath(template, call);
  const search = [base.search.slice(1), fixedQuery, query].filter((part) => part !== "").join("&");
  const address = new URL(base.origin + path + (search === "" ? "" : `?${search}`));
  // Values that are harmless one by one can form the segment `.` or `..` together: in `{a}{b}`, or as an empty string after the `.` of the
  // style `label`.
  const hasDotSegment = /(^|\/)\.\.?(\/|$)/.test(path);
  if (hasDotSegment || address.origin !== base.origin || address.pathname.split("/").length !== path.split("/").length) {
    throw unsentError("unsafe-path", "The arguments would change the path of the request, so the request was not sent.", call.tool);
  }
  return address;
}

/**
 * The base address of the service. It is the first that exists of these: `url` in the definition, the caller's `baseUrl`, the first server
 * of the operation, the first server of the document.
 */
function baseAddress(call: Call<HttpBinding>, origin: string | undefined): URL {
  const { endpoint } = call.toolset;
  const defined = definedMember(call, ["openApiToolset", "url"]) ?? definedMember(call, ["openApiTool", "url"]);
  // If the address in the document is a placeholder, its value for each environment is in the definition's `url`.
  const given = typeof defined === "string" && defined !== "" ? defined : call.context.baseUrl;
  const server = (call.binding.servers ?? endpoint.servers)[0];
  if (given === undefined && server !== undefined && hasEnvironmentPlaceholder(server.url)) {
    throw missingEnvironment([endpoint.definition["openApiTool"] === undefined ? "openApiToolset" : "openApiTool", "url"], call);
  }
  const base = given ?? (server === undefined ? undefined : serverAddress(server, call));
  const text = origin !== undefined && (base === undefined || base.startsWith("/")) ? origin + (base ?? "") : base;
  if (text === undefined || text.startsWith("/") || !/^[A-Za-z][A-Za-z0-9+.-]*:/.test(text)) {
    const problem = text === undefined ? "names no server" : `names only the relative address "${text}"`;
    throw unsentError(
      "missing-base-url",
      `The document of toolset "${call.toolset.name}" ${problem}. Pass \`baseUrl\`, the absolute address of the service.`,
      call.tool,
      { toolset: call.toolset.name },
    );
  }
  const address = tryParseUrl(text);
  if (address === undefined || !isHttp(address) || address.username + address.password + address.hash !== "") {
    throw unsentError(
      "invalid-base-url",
      "The service's address must be an absolute http or https URL without user name, password and fragment.",
      call.tool,
      { toolset: call.toolset.name },
    );
  }
  return origin === undefined ? address : new URL(address.pathname + address.search, origin);
}

/**
 * The address of a server, with each variable replaced by the caller's value, or else by its default (OpenAPI 3.2 §4.6). Values that the
 * document does not name cannot lead to another host, nor out of the path.
 */
function serverAddress({ url, variables }: Server, call: Call<HttpBinding>): string {
  return url.replace(/\{([^{}]*)\}/g, (placeholder, name: string, offset: number) => {
    const variable = ownMember(variables, name);
    const { default: authored = "", enum: allowed = [] } = variable ?? {};
    const value = ownMember(call.context.serverVariables, name) ?? variable?.default;
    if (value === undefined) throw invalid("has no value. Pass the value in `serverVariables`.");
    if (value === variable?.default || allowed.includes(value)) return value;
    if (allowed.length > 0) throw invalid(`must be one of ${namesInMessage(allowed, value)}.`);
    if (staysInPlace(url.slice(0, offset), url.slice(offset + placeholder.length), value, authored)) return value;
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
