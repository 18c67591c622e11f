import type { BodyBinding, HttpBinding, ParameterBinding, ResponseBinding, Serialization, Server, ValueSource } from "../binding.ts";

/**
 * An operation as generated modules write it: what goes without saying is left out, mostly as OpenAPI itself has it.
 * `completeHttp` says what each absence stands for.
 */
export interface HttpDefinition {
  readonly method: string;
  readonly path: string;
  /** Absent: the toolset's apply. */
  readonly servers?: readonly Server[];
  /** Absent: each name of the template is a parameter without peculiarities. */
  readonly pathParameters?: readonly ParameterDefinition[];
  readonly query?: readonly ParameterDefinition[];
  readonly headers?: readonly ParameterDefinition[];
  readonly cookies?: readonly ParameterDefinition[];
  /** Parameters that are the whole query; OpenAPI 3.2 §4.12.1. */
  readonly querystring?: readonly ParameterDefinition[];
  readonly body?: BodyDefinition;
  /** Absent: JSON with status 200. */
  readonly responses?: readonly ResponseDefinition[];
  /** Absent: `object`. */
  readonly output?: "object" | "result";
  /** Absent: none is needed. */
  readonly security?: HttpBinding["security"];
}

/** A name alone: a parameter without peculiarities, which takes the input's property of its own name. */
export type ParameterDefinition =
  | string
  | {
      readonly name: string;
      readonly from?: ValueSource;
      /** Absent: `true` in a path, else `false`. */
      readonly required?: boolean;
      /** Absent: the style that OpenAPI has for the place. */
      readonly as?: Serialization;
    };

export interface BodyDefinition {
  /** Absent: `application/json`. */
  readonly contentType?: string;
  /** Absent: `false`. */
  readonly required?: boolean;
  /** The property of the input that is the whole body. */
  readonly input?: string;
  /** The members of the body; a name alone takes the input's property of that name. */
  readonly members?: readonly (string | { readonly name: string; readonly from: ValueSource })[];
  readonly encoding?: BodyBinding["encoding"];
}

export interface ResponseDefinition {
  readonly status: string;
  /** Absent: the answer has no content. */
  readonly contentType?: string;
  /** Absent: `json`, if there is content. */
  readonly body?: ResponseBinding["body"];
}

/** What the media type of a body is, and of an answer, where nothing is said of it. */
const standardContentType = "application/json";

const standardResponses: readonly ResponseDefinition[] = [{ status: "200", contentType: standardContentType }];

/** The whole of what a generated module wrote in brief. */
export function completeHttp(definition: HttpDefinition): HttpBinding {
  const { method, path, servers = null, body, responses = standardResponses, output = "object", security = [] } = definition;
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

/** The names that a path template has places for, each once. */
function templateNames(path: string): string[] {
  return [...new Set(Array.from(path.matchAll(/\{([^{}]*)\}/g), ([, name = ""]) => name))];
}

/** OpenAPI 3.2 §4.12.2.1: the style of a place, and `explode` where the style is `form`. */
function standardStyle(place: ParameterBinding["in"]): Serialization {
  const style = place === "path" || place === "header" ? "simple" : "form";
  return { style, explode: style === "form", allowReserved: false };
}

function completeParameter(definition: ParameterDefinition, place: ParameterBinding["in"]): ParameterBinding {
  const parts: Exclude<ParameterDefinition, string> = typeof definition === "string" ? { name: definition } : definition;
  const { name, from = { input: name }, required = place === "path", as = standardStyle(place) } = parts;
  return { name, in: place, from, required, as };
}

function completeBody({
  contentType = standardContentType,
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
