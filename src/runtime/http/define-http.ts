import type { BodyBinding, HttpBinding, ParameterBinding, ResponseBinding, Serialization, Server, ValueSource } from "../binding.ts";

/**
 * An operation in the compact form of generated modules, without members that have default values. Most defaults are those of OpenAPI.
 * `completeHttp` adds the omitted members.
 */
export interface HttpDefinition {
  readonly method: string;
  readonly path: string;
  /** Absent: the servers of the toolset apply. */
  readonly servers?: readonly Server[];
  /** Absent: each name of the template is a parameter with defaults. */
  readonly pathParameters?: readonly ParameterDefinition[];
  readonly query?: readonly ParameterDefinition[];
  readonly headers?: readonly ParameterDefinition[];
  readonly cookies?: readonly ParameterDefinition[];
  /** The parameter whose value is the whole query (OpenAPI 3.2 §4.12.1). */
  readonly querystring?: readonly ParameterDefinition[];
  readonly body?: BodyDefinition;
  /** Absent: JSON with status 200. */
  readonly responses?: readonly ResponseDefinition[];
  /** Absent: `object`. */
  readonly output?: "object" | "result";
  /** Absent: no credentials are required. */
  readonly security?: HttpBinding["security"];
}

/** A string is the name of a parameter with default values, whose value is the input's property of that name. */
export type ParameterDefinition =
  | string
  | {
      readonly name: string;
      readonly from?: ValueSource;
      /** Absent: `true` for path parameters, else `false`. */
      readonly required?: boolean;
      /** Absent: OpenAPI's default style for the location. */
      readonly as?: Serialization;
    };

/** A `BodyBinding` as generated modules write it, without what is the default. */
export interface BodyDefinition {
  /** Absent: `application/json`. */
  readonly contentType?: string;
  /** Absent: `false`. */
  readonly required?: boolean;
  /** The property of the input that is the whole body. */
  readonly input?: string;
  /** The members of the body. A string is the name of a member whose value is the input's property of that name. */
  readonly members?: readonly (string | { readonly name: string; readonly from: ValueSource })[];
  readonly encoding?: BodyBinding["encoding"];
}

/** A `ResponseBinding` as generated modules write it, without what is the default. */
export interface ResponseDefinition {
  readonly status: string;
  /** Absent: the response has no content. */
  readonly contentType?: string;
  /** Absent: `json`, if there is content. */
  readonly body?: ResponseBinding["body"];
}

/** The default media type of bodies and responses. */
const defaultContentType = "application/json";

const defaultResponses: readonly ResponseDefinition[] = [{ status: "200", contentType: defaultContentType }];

/** Converts the compact form of generated modules to a complete binding. */
export function completeHttp(definition: HttpDefinition): HttpBinding {
  const { method, path, servers = null, body, responses = defaultResponses, output = "object", security = [] } = definition;
  const { pathParameters = templateNames(path), query = [], headers = [], cookies = [], querystring = [] } = definition;
  return {
    transport: "http",
    method,
    path,
    servers,
    parameters: [
      ...pathParameters.map((each) => completeParameter(each, "path")),
      ...query.map((each) => completeParameter(each, "query")),
      ...headers.map((each) => completeParameter(each, "header")),
      ...cookies.map((each) => completeParameter(each, "cookie")),
      ...querystring.map((each) => completeParameter(each, "querystring")),
    ],
    body: body === undefined ? null : completeBody(body),
    responses: responses.map(completeResponse),
    output,
    security,
  };
}

/** The parameter names in a path template, each once. */
function templateNames(path: string): string[] {
  return [...new Set(Array.from(path.matchAll(/\{([^{}]*)\}/g), ([, name = ""]) => name))];
}

/** OpenAPI 3.2 §4.12.2.1: the default style of a location, with `explode` if the style is `form`. */
function defaultStyle(location: ParameterBinding["in"]): Serialization {
  const style = location === "path" || location === "header" ? "simple" : "form";
  return { style, explode: style === "form", allowReserved: false };
}

function completeParameter(definition: ParameterDefinition, location: ParameterBinding["in"]): ParameterBinding {
  const parts: Exclude<ParameterDefinition, string> = typeof definition === "string" ? { name: definition } : definition;
  const { name, from = { input: name }, required = location === "path", as = defaultStyle(location) } = parts;
  return { name, in: location, from, required, as };
}

function completeBody({
  contentType = defaultContentType,
  required = false,
  input,
  members = [],
  encoding = {},
}: BodyDefinition): BodyBinding {
  const from =
    input === undefined
      ? { members: members.map((each) => (typeof each === "string" ? { name: each, from: { input: each } } : each)) }
      : { input };
  return { required, contentType, from, encoding };
}

function completeResponse({ status, contentType, body }: ResponseDefinition): ResponseBinding {
  return { status, contentType: contentType ?? null, body: body ?? (contentType === undefined ? "none" : "json") };
}
