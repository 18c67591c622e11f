/**
 * How a tool is executed, as plain data. The compiler writes the binding, the run-time library executes it, and the manifest contains it
 * for other languages. It has no secrets, and no optional members but those of its pages.
 */
export type Binding = HttpBinding | McpBinding | ConnectorBinding | ClientBinding;

/** How a tool is executed as an HTTP request. */
export interface HttpBinding {
  readonly transport: "http";
  /** The HTTP method as it is sent: `GET`, `QUERY`. */
  readonly method: string;
  /** The path template in the document, such as `/pets/{id}`. */
  readonly path: string;
  /** The servers that the operation or its path item declares. `null`: the servers of the toolset apply. */
  readonly servers: readonly Server[] | null;
  readonly parameters: readonly ParameterBinding[];
  readonly body: BodyBinding | null;
  readonly responses: readonly ResponseBinding[];
  /** `object`: the response body is the output. `result`: the body is wrapped as `{ result }`. */
  readonly output: "object" | "result";
  /**
   * Alternative security requirements. Each names the schemes of the toolset that are required together. An empty array means that no
   * scheme is required.
   */
  readonly security: readonly { readonly [scheme: string]: readonly string[] }[];
  /** How the pages of the list that the operation returns follow each other. `null`: no pages are known. */
  readonly pages: PagesBinding | null;
  /** How a call waits for its result if the service answers before it is done. `null`: the answer is the result. */
  readonly waiting: WaitingBinding | null;
}

/** How a call waits for its result. A path names a member of a result, from the outside to the inside. */
export interface WaitingBinding {
  /**
   * What is requested until the operation is done. `repeat`: the operation itself, which only reads, while its status is 202. `header`: the
   * address in a header of the response. `operation`: another operation of the document. `resource`: the same, with the values for its path
   * in a name or an address that the response has.
   */
  readonly style: "repeat" | "header" | "operation" | "resource";
  /** The name of the header in lower case. `null` for other styles. */
  readonly header: string | null;
  /** The operation that returns the state. `null` for the styles `repeat` and `header`. */
  readonly operation: StateOperation | null;
  /** The path of the state. `null`: only the status 202 says that the operation is not done. */
  readonly state: readonly string[] | null;
  /** The states in which the operation is not done. */
  readonly pending: readonly unknown[];
  /** The states of an operation that has failed. Every other state ends it, too. */
  readonly failed: readonly unknown[];
  /** How long a call waits. `null`: as long as its deadline allows. */
  readonly seconds: number | null;
}

/** A GET operation that returns the state of another one. */
export interface StateOperation {
  readonly path: string;
  readonly servers: readonly Server[] | null;
  /** The parameters. The property `_waiting` of the input is the value at `id`, all others are those of the call. */
  readonly parameters: readonly ParameterBinding[];
  readonly responses: readonly ResponseBinding[];
  readonly output: "object" | "result";
  readonly security: HttpBinding["security"];
  /** The path of the value in the response that identifies what the service does; empty if there is none. */
  readonly id: readonly string[];
}

/** How the pages of a list follow each other. A path names a member of the output, from the outside to the inside. */
export interface PagesBinding {
  /**
   * `cursor`: the value at `next` in the output is passed as `parameter`. `last-item`: the value at `next` in the last item is.
   * `offset`: the number of items so far is. `page`: the number of the page is. `link`: the result, or the header `Link` of its response,
   * has the address of the next page.
   */
  readonly style: "cursor" | "last-item" | "offset" | "page" | "link";
  /** The path of the array with the items. */
  readonly items: readonly string[];
  /** The property of the input that differs from page to page. If absent, the address of the next page says it. */
  readonly parameter?: string;
  /** The path of the cursor. */
  readonly next?: readonly string[];
  /** The value of `parameter` for the first page, if it is a number. */
  readonly first?: number;
  /** The path of a boolean that says whether there is a next page. */
  readonly more?: readonly string[];
  /** The path of the number of all items. */
  readonly total?: readonly string[];
  /** The path of the number of all pages. */
  readonly totalPages?: readonly string[];
  /** How many pages one call follows. If absent, a call returns one page. */
  readonly collect?: CollectLimits;
}

/** Where one call stops to follow the pages of a list. */
export interface CollectLimits {
  readonly items: number;
  /** The size of the result as JSON, in bytes of UTF-8. */
  readonly bytes: number;
  /** The number of requested pages. */
  readonly calls: number;
  readonly seconds: number;
}

/** A parameter of an HTTP operation (OpenAPI 3.2 §4.12). */
export interface ParameterBinding {
  /** The name as it is sent. */
  readonly name: string;
  readonly in: "path" | "query" | "header" | "cookie" | "querystring";
  readonly from: ValueSource;
  readonly required: boolean;
  readonly as: Serialization;
}

/**
 * Where a value comes from: a property of the input, a fixed value in the definition, or the session (`$context.variables.<name>` and other
 * `$context.*` values).
 */
export type ValueSource = { readonly input: string } | { readonly value: unknown } | { readonly context: string };

/**
 * A `style`, or the media type of a `content` parameter. The style `tabDelimited` is the `tsv` of Swagger 2.0, which OpenAPI 3 does not
 * have.
 */
export type Serialization =
  | {
      readonly style:
        | "simple"
        | "label"
        | "matrix"
        | "form"
        | "spaceDelimited"
        | "pipeDelimited"
        | "deepObject"
        | "cookie"
        | "tabDelimited";
      readonly explode: boolean;
      readonly allowReserved: boolean;
    }
  | { readonly contentType: string }
  /** A media type for form data of which some members are not encoded in the default way. */
  | { readonly contentType: string; readonly encoding: { readonly [member: string]: EncodingBinding } };

/** How the body of a request is made from the input. OpenAPI 3.2 §4.13. */
export interface BodyBinding {
  readonly required: boolean;
  readonly contentType: string;
  /**
   * The input property that is the whole body, or the members of the body, each with its name in the request and the source of its value.
   */
  readonly from: { readonly input: string } | { readonly members: readonly { readonly name: string; readonly from: ValueSource }[] };
  /**
   * The Encoding Objects (OpenAPI 3.2 §4.15), by the name of the member. A member without an Encoding Object has the default encoding. If
   * the body is a multipart array, the Encoding Objects are ordered by position, and the last one applies to all further parts.
   */
  readonly encoding: { readonly [member: string]: EncodingBinding } | readonly EncodingBinding[];
}

/** How one member of a form, or one part of a multipart body, is sent. OpenAPI 3.2 §4.15. */
export interface EncodingBinding {
  /** `null`: the default media type for the type of the member. */
  readonly contentType: string | null;
  /** `null`: the member is sent by its content type and not by a style. */
  readonly as: Serialization | null;
  readonly headers: { readonly [name: string]: string };
}

/**
 * One documented response. The first binding whose status and content type match a response reads its body. The output schema describes the
 * first binding of each status, and those that are read like it.
 */
export interface ResponseBinding {
  /** A status, a range of statuses or all others: `200`, `2XX`, `default`. */
  readonly status: string;
  /** `null` if the response has no content. */
  readonly contentType: string | null;
  /**
   * How the body is read. For server-sent events, `event-data` reads the `data` of each event as JSON, `event-text` reads its `data` as a
   * string, and `sequence` reads the whole event.
   */
  readonly body: "json" | "text" | "binary" | "sequence" | "event-data" | "event-text" | "none";
}

/** A server of an OpenAPI document. OpenAPI 3.2 §4.6. */
export interface Server {
  /** The address, which may have `{variables}`. If it is relative, the caller must pass the base address. */
  readonly url: string;
  readonly description: string;
  readonly variables: { readonly [name: string]: ServerVariable };
}

/** A variable in the URL of a server. OpenAPI 3.2 §4.7. */
export interface ServerVariable {
  readonly default: string;
  /** The allowed values of the variable. If the array is empty, any value is allowed. */
  readonly enum: readonly string[];
}

/** How a tool is executed by an MCP server. */
export interface McpBinding {
  readonly transport: "mcp";
  /** The name of the tool on the server. */
  readonly tool: string;
  /** Whether the server declares an output schema, so that results have structured content. */
  readonly structured: boolean;
  /**
   * `object`: the structured content of an MCP result is the output. `result`: the structured content, or without it the `content`, is
   * wrapped as `{ result }`.
   */
  readonly output: "object" | "result";
  /**
   * Whether the tool had the annotation `destructiveHint` when it was compiled. If only the tool on the server has it, the tool has
   * changed.
   */
  readonly destructive: boolean;
  /** The SHA-256 of the tool in the saved tool list, for the option `drift: "lock"`. `null`: there is no saved tool list. */
  readonly digest: string | null;
  /** How a call waits for its result if the server executes the tool only as a task. `null`: the server answers with the result. */
  readonly waiting: (Pick<WaitingBinding, "seconds"> & { readonly style: "task" }) | null;
}

/**
 * How a tool is executed by the REST API v2 of Integration Connectors, https://cloud.google.com/integration-connectors/docs/reference/rest.
 */
export interface ConnectorBinding {
  readonly transport: "connector";
  readonly operation: "list" | "get" | "create" | "update" | "delete" | "action";
  /** The name of the entity type or the action. */
  readonly target: string;
  /** The fields that an input may have. If the array is empty, an input may have all fields. */
  readonly inputFields: readonly string[];
  readonly outputFields: readonly string[];
}

/** A tool that is executed by a function of the calling program. */
export interface ClientBinding {
  readonly transport: "client";
  /** The name of the function in the definition. */
  readonly function: string;
}

/**
 * The service that the tools of a toolset call, with its settings. For client functions, the service is the calling program. `definition`
 * is the authored resource in camelCase, with its placeholders.
 */
export interface Endpoint {
  readonly kind: "openapi" | "mcp" | "connector" | "client";
  /**
   * The definition, such as `{ openApiToolset: { url, apiAuthentication, … } }`, in the shape that the overlays of environments have. It
   * also contains `executionType` if that is `ASYNCHRONOUS`. It does not contain the document, fakes and OUTPUT_ONLY fields.
   */
  readonly definition: { readonly [member: string]: unknown };
  /** The servers of the document; empty if the definition gives a `url`. */
  readonly servers: readonly Server[];
  /**
   * The security schemes of the document that the tools of the toolset use, by name: Security Scheme Objects (OpenAPI 3.2 §4.27) as
   * authored.
   */
  readonly securitySchemes: { readonly [name: string]: unknown };
  /** The timeout of a call, in milliseconds. */
  readonly timeout: number;
  /** The overlay of each environment: the values of the placeholders in `definition`, in the shape of `definition`. */
  readonly environments: { readonly [name: string]: unknown };
  readonly defaultEnvironment: string | null;
}

/** The hints of MCP's ToolAnnotations, with defaults applied. */
export interface Annotations {
  readonly readOnly: boolean;
  /** Whether a call may delete or overwrite something. `null`: unknown, as for a POST request, which may add or delete. */
  readonly destructive: boolean | null;
  readonly idempotent: boolean;
  readonly openWorld: boolean;
}
