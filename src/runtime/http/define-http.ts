import type {
  BodyBinding,
  HttpBinding,
  PagesBinding,
  ParameterBinding,
  ResponseBinding,
  Serialization,
  Server,
  ValueSource,
  WaitingBinding,
} from "../binding.ts";
import { type BodyDefinition, defaultContentType } from "./complete-body.ts";

/**
 * The binding of an operation as generated modules write it, without members that have default values. Most defaults are those of OpenAPI.
 * `completeHttp` adds the omitted members.
 */
export interface HttpDefinition {
  readonly method: string;
  readonly path: string;
  /** The servers of the operation. If absent, the servers of the toolset apply. */
  readonly servers?: readonly Server[];
  /** The path parameters. If absent, each name in the path template is a parameter with default values. */
  readonly pathParameters?: readonly ParameterDefinition[];
  readonly query?: readonly ParameterDefinition[];
  readonly headers?: readonly ParameterDefinition[];
  readonly cookies?: readonly ParameterDefinition[];
  /** The parameter whose value is the whole query (OpenAPI 3.2 §4.12.1). */
  readonly querystring?: readonly ParameterDefinition[];
  readonly body?: BodyDefinition;
  /** The responses. If absent, the only response is JSON with status 200. */
  readonly responses?: readonly ResponseDefinition[];
  /** Whether the response is the tool's output itself, or the member `result` of the output. If absent, `object`. */
  readonly output?: "object" | "result";
  /** The security requirements. If absent, no credentials are required. */
  readonly security?: HttpBinding["security"];
  /** How the pages of the list that the operation returns follow each other. If absent, no pages are known. */
  readonly pages?: PagesBinding;
  /** How a call waits for its result. If absent, the response is the result. */
  readonly waiting?: WaitingBinding;
}

/** A parameter. A string is the name of a parameter with default values; its value is the property of the input that has the same name. */
export type ParameterDefinition =
  | string
  | {
      readonly name: string;
      readonly from?: ValueSource;
      /** Whether a value is required. If absent, `true` for path parameters and `false` for others. */
      readonly required?: boolean;
      /** The serialization of the value. If absent, OpenAPI's default style for the location. */
      readonly as?: Serialization;
    };

/** A `ResponseBinding` as generated modules write it, without members that have default values. */
export interface ResponseDefinition {
  readonly status: string;
  /** The media type. If absent, the response has no content. */
  readonly contentType?: string;
  /** How the content is read. If absent, `json`, or `none` if the response has no content. */
  readonly body?: ResponseBinding["body"];
}

const defaultResponses: readonly ResponseDefinition[] = [{ status: "200", contentType: defaultContentType }];

/** Adds the omitted default values to the binding of an operation. `completeBody` adds those of its body. */
export function completeHttp(definition: HttpDefinition, completeBody: (body: BodyDefinition) => BodyBinding): HttpBinding {
  const {
    pathParameters: path = templateNames(definition.path),
    query,
    headers: header,
    cookies: cookie,
    querystring,
    ...others
  } = definition;
  const { body, responses = defaultResponses } = others;
  const parameters = { path, query, header, cookie, querystring };
  return {
    transport: "http",
    servers: null,
    output: "object",
    security: [],
    pages: null,
    waiting: null,
    ...others,
    // The table has no other keys.
    parameters: Object.entries(parameters).flatMap(([location, definitions = []]) =>
      definitions.map((each) => completeParameter(location as ParameterBinding["in"], each)),
    ),
    body: body === undefined ? null : completeBody(body),
    responses: responses.map(completeResponse),
  };
}

/** The parameter names in a path template, each once. */
function templateNames(path: string): string[] {
  return [...new Set(Array.from(path.matchAll(/\{([^{}]*)\}/g), ([, name = ""]) => name))];
}

function completeParameter(location: ParameterBinding["in"], definition: ParameterDefinition): ParameterBinding {
  const isPath = location === "path";
  // The default style of the location, with `explode` if it is `form` (OpenAPI 3.2 §4.12.2.1).
  const style = isPath || location === "header" ? "simple" : "form";
  const plain = { style, explode: style === "form", allowReserved: false } as const;
  const parts: Exclude<ParameterDefinition, string> = typeof definition === "string" ? { name: definition } : definition;
  const { name, from = { input: name }, required = isPath, as = plain } = parts;
  return { name, in: location, from, required, as };
}

function completeResponse({ status, contentType, body }: ResponseDefinition): ResponseBinding {
  return { status, contentType: contentType ?? null, body: body ?? (contentType === undefined ? "none" : "json") };
}
