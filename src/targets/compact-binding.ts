import type { BodyBinding, HttpBinding, McpBinding, ParameterBinding, ResponseBinding } from "../runtime/binding.ts";
import type { BodyDefinition } from "../runtime/http/complete-body.ts";
import type { HttpDefinition, ParameterDefinition, ResponseDefinition } from "../runtime/http/define-http.ts";
import type { ToolDefinition } from "../runtime/tool/tool.ts";

/** The binding of an operation, without the members whose value is the default. `completeHttp` of the run-time library is the inverse. */
export function compactHttp({
  method,
  path,
  servers,
  parameters,
  body,
  responses,
  output,
  security,
  pages,
  waiting,
}: HttpBinding): HttpDefinition {
  const byLocation: { readonly [Each in Location]: ParameterDefinition[] } = {
    path: [],
    query: [],
    header: [],
    cookie: [],
    querystring: [],
  };
  for (const parameter of parameters) byLocation[parameter.in].push(compactParameter(parameter));
  const { path: inPath, query, header: headers, cookie: cookies, querystring } = byLocation;
  return {
    method,
    path,
    ...(servers === null ? undefined : { servers }),
    ...(isWholeTemplate(inPath, path) ? undefined : { pathParameters: inPath }),
    ...(query.length === 0 ? undefined : { query }),
    ...(headers.length === 0 ? undefined : { headers }),
    ...(cookies.length === 0 ? undefined : { cookies }),
    ...(querystring.length === 0 ? undefined : { querystring }),
    ...(body === null ? undefined : { body: compactBody(body) }),
    ...(isDefaultResponse(responses) ? undefined : { responses: responses.map(compactResponse) }),
    ...(output === "object" ? undefined : { output }),
    ...(security.length === 0 ? undefined : { security }),
    ...(pages === null ? undefined : { pages }),
    ...(waiting === null ? undefined : { waiting }),
  };
}

/** The binding of an MCP tool, without the members whose value is the default. `completeMcp` of the run-time library is the inverse. */
export function compactMcp({ tool, structured, output, destructive, digest, waiting }: McpBinding): NonNullable<ToolDefinition["mcp"]> {
  return {
    tool,
    ...(structured ? { structured } : undefined),
    ...(structured && output === "result" ? { output } : undefined),
    ...(destructive ? { destructive } : undefined),
    ...(digest === null ? undefined : { digest }),
    ...(waiting === null ? undefined : { waiting }),
  };
}

type Location = ParameterBinding["in"];

function compactParameter({ name, in: location, from, required, as }: ParameterBinding): ParameterDefinition {
  const isFromItself = "input" in from && from.input === name;
  const isDefault = required === (location === "path");
  if (isFromItself && isDefault && isStandardStyle(location, as)) return name;
  return {
    name,
    ...(isFromItself ? undefined : { from }),
    ...(isDefault ? undefined : { required }),
    ...(isStandardStyle(location, as) ? undefined : { as }),
  };
}

/**
 * Whether a parameter has the default style of its location (OpenAPI 3.2 §4.12.2.1). `standardStyle` of the run-time library has the same
 * defaults.
 */
function isStandardStyle(location: Location, as: ParameterBinding["as"]): boolean {
  const standard = location === "path" || location === "header" ? "simple" : "form";
  return "style" in as && as.style === standard && as.explode === (standard === "form") && !as.allowReserved;
}

/** Whether the parameters are exactly those of the path template, with default settings. The order of the parameters has no meaning. */
function isWholeTemplate(parameters: readonly ParameterDefinition[], path: string): boolean {
  if (parameters.length === 0) return !path.includes("{");
  const names = templateNames(path);
  return parameters.length === names.size && parameters.every((each) => typeof each === "string" && names.has(each));
}

/** The names in a path template, as `templateNames` of the run-time library finds them. A test compares the two functions. */
function templateNames(path: string): Set<string> {
  const names = new Set<string>();
  for (const [, name = ""] of path.matchAll(/\{([^{}]*)\}/g)) names.add(name);
  return names;
}

function compactBody({ contentType, required, from, encoding }: BodyBinding): BodyDefinition {
  return {
    ...(contentType === "application/json" ? {} : { contentType }),
    ...(required ? { required } : {}),
    ...("input" in from ? from : { members: from.members.map(compactMember) }),
    ...(Object.keys(encoding).length === 0 ? {} : { encoding }),
  };
}

type BodyMember = Extract<BodyBinding["from"], { readonly members: unknown }>["members"][number];

function compactMember({ name, from }: BodyMember): string | BodyMember {
  return "input" in from && from.input === name ? name : { name, from };
}

function isDefaultResponse(responses: readonly ResponseBinding[]): boolean {
  const [first] = responses;
  return responses.length === 1 && first?.status === "200" && first.contentType === "application/json" && first.body === "json";
}

function compactResponse({ status, contentType, body }: ResponseBinding): ResponseDefinition {
  return {
    status,
    ...(contentType === null ? {} : { contentType }),
    ...(body === (contentType === null ? "none" : "json") ? {} : { body }),
  };
}
