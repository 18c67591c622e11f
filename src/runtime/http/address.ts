import type { HttpBinding, Server } from "../binding.ts";
import type { Call } from "../call.ts";
import { definedMember, environmentPlaceholder } from "../environment/defined-member.ts";
import { part } from "../part.ts";
import { unsentError } from "../tool-error.ts";
import { isHttp, tryParseUrl } from "../try-parse-url.ts";
import { fillPath } from "./path.ts";

/**
 * The URL of a call. If the toolset uses Service Directory, `origin` is the origin that `resolveService` returned. The origin of the URL
 * and the number of its path segments do not depend on the arguments.
 */
export function callAddress(call: Call<HttpBinding>, query: string, origin?: string): URL {
  const base = baseAddress(call, origin);
  // Some documents distinguish operations by a query or a fragment in the path. A fragment is never sent.
  const [, template = "", fixedQuery = ""] = /^([^?#]*)\??([^#]*)/.exec(call.binding.path) ?? [];
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
 * The base address of the service. It is the first that exists of these: the caller's `baseUrl`, `url` in the definition, the first server
 * of the operation, the first server of the document.
 */
function baseAddress(call: Call<HttpBinding>, origin: string | undefined): URL {
  const { name: toolset, endpoint } = call.toolset;
  const given = call.context.baseUrl ?? definedUrl(call);
  const server = (call.binding.servers ?? endpoint.servers)[0];
  const base = given ?? (server !== undefined && hasVariables(server) ? part("serverVariables", call)(server, call) : server?.url);
  const text = origin !== undefined && (base === undefined || base.startsWith("/")) ? origin + (base ?? "") : base;
  if (text === undefined || !/^[a-z][a-z\d+.-]*:/i.test(text)) {
    const problem = text === undefined ? "names no server" : `names only the relative address "${text}"`;
    throw unsentError(
      "missing-base-url",
      `The document of toolset "${toolset}" ${problem}. Pass \`baseUrl\`, the absolute address of the service.`,
      call.tool,
      { toolset },
    );
  }
  const address = tryParseUrl(text);
  if (address === undefined || !isHttp(address) || address.username + address.password + address.hash !== "") {
    throw unsentError(
      "invalid-base-url",
      "The service's address must be an absolute http or https URL without user name, password and fragment.",
      call.tool,
      { toolset },
    );
  }
  return origin === undefined ? address : new URL(address.pathname + address.search, origin);
}

/** The URL in the definition. If the address in the document is a placeholder, its value for each environment is there. */
function definedUrl(call: Call<HttpBinding>): string | undefined {
  const url = definedMember(call, ["openApiToolset", "url"]) ?? definedMember(call, ["openApiTool", "url"]);
  return typeof url === "string" && url !== "" ? url : undefined;
}

function hasVariables({ url }: Server): boolean {
  return url.includes("{") || url.includes(environmentPlaceholder);
}
