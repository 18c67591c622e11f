import type { BodyBinding, HttpBinding, ParameterBinding, ResponseBinding } from "../../runtime/binding.ts";
import type { BodyDefinition, HttpDefinition, ParameterDefinition, ResponseDefinition } from "../../runtime/http/define-http.ts";

/** An operation as a person would write it: without what goes without saying. `completeHttp` of the run-time library is its inverse. */
export function briefHttp({ method, path, servers, parameters, body, responses, output, security }: HttpBinding): HttpDefinition {
  const inPath = parametersIn("path", parameters);
  const [query, headers, cookies, querystring] = (["query", "header", "cookie", "querystring"] as const).map((place) =>
    parametersIn(place, parameters),
  );
  return {
    method,
    path,
    ...(servers === null ? {} : { servers }),
    ...(isWholeTemplate(inPath, path) ? {} : { pathParameters: inPath }),
    ...(query === undefined || query.length === 0 ? {} : { query }),
    ...(headers === undefined || headers.length === 0 ? {} : { headers }),
    ...(cookies === undefined || cookies.length === 0 ? {} : { cookies }),
    ...(querystring === undefined || querystring.length === 0 ? {} : { querystring }),
    ...(body === null ? {} : { body: briefBody(body) }),
    ...(isStandardAnswer(responses) ? {} : { responses: responses.map(briefResponse) }),
    ...(output === "object" ? {} : { output }),
    ...(security.length === 0 ? {} : { security }),
  };
}

type Place = ParameterBinding["in"];

function parametersIn(place: Place, parameters: readonly ParameterBinding[]): ParameterDefinition[] {
  return parameters.filter((parameter) => parameter.in === place).map(briefParameter);
}

function briefParameter({ name, in: place, from, required, as }: ParameterBinding): ParameterDefinition {
  const own = {
    ...("input" in from && from.input === name ? {} : { from }),
    ...(required === (place === "path") ? {} : { required }),
    ...(isStandardStyle(place, as) ? {} : { as }),
  };
  return Object.keys(own).length === 0 ? name : { name, ...own };
}

/** OpenAPI 3.2 §4.12.2.1, as `standardStyle` of the run-time library has it. */
function isStandardStyle(place: Place, as: ParameterBinding["as"]): boolean {
  const standard = place === "path" || place === "header" ? "simple" : "form";
  return "style" in as && as.style === standard && as.explode === (standard === "form") && !as.allowReserved;
}

/** Whether the parameters are just the names of the template; their order means nothing. */
function isWholeTemplate(parameters: readonly ParameterDefinition[], path: string): boolean {
  const names = new Set(Array.from(path.matchAll(/\{([^{}]*)\}/g), ([, name = ""]) => name));
  return parameters.length === names.size && parameters.every((each) => typeof each === "string" && names.has(each));
}

function briefBody({ contentType, required, from, encoding }: BodyBinding): BodyDefinition {
  return {
    ...(contentType === "application/json" ? {} : { contentType }),
    ...(required ? { required } : {}),
    ...("input" in from ? from : { members: from.members.map(briefMember) }),
    ...(Object.keys(encoding).length === 0 ? {} : { encoding }),
  };
}

type BodyMember = Extract<BodyBinding["from"], { readonly members: unknown }>["members"][number];

function briefMember({ name, from }: BodyMember): string | BodyMember {
  return "input" in from && from.input === name ? name : { name, from };
}

function isStandardAnswer(responses: readonly ResponseBinding[]): boolean {
  const [first] = responses;
  return responses.length === 1 && first?.status === "200" && first.contentType === "application/json" && first.body === "json";
}

function briefResponse({ status, contentType, body }: ResponseBinding): ResponseDefinition {
  return {
    status,
    ...(contentType === null ? {} : { contentType }),
    ...(body === (contentType === null ? "none" : "json") ? {} : { body }),
  };
}
