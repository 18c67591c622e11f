import type { SchemaPlace } from "../../../schema/convert/converted.ts";
import type { Dialect } from "../../../schema/convert/dialect.ts";
import type { Json, JsonObject } from "../../../source/json/json.ts";
import type { Origin, Path, Tree, TreeLocation } from "../../../source/tree.ts";

/** A value of a document and its location. If the document had a `$ref` instead of the value, this is the location of the target. */
export interface Located<T = JsonObject> {
  readonly tree: Tree;
  readonly path: Path;
  readonly value: T;
}

export type OpenApiVersion = "2.0" | "3.0" | "3.1" | "3.2";

/** A checked document, without its invalid parts. Fields that the document omits have the defaults of the standard. */
export interface OpenApiDocument {
  readonly tree: Tree;
  readonly version: OpenApiVersion;
  /** The dialect of the document's schemas. */
  readonly dialect: Dialect;
  readonly info: JsonObject;
  /** The valid operations, in the order of the document. */
  readonly operations: readonly Operation[];
  /** Operations that are omitted because a value that their calls need is invalid. */
  readonly refused: readonly RefusedOperation[];
  /** The number of operations under `paths`: `operations` and `refused`. */
  readonly operationCount: number;
  /** The number of operations in webhooks. The service itself sends these requests, so they never become tools. */
  readonly webhookCount: number;
  /** The number of operations in callbacks. Like webhooks, they never become tools. */
  readonly callbackCount: number;
  /** The tags that the document describes, followed by the tags that occur only in operations. */
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  /** The document's own servers. Swagger 2.0's `host`, `basePath` and `schemes` become one server for each scheme. */
  readonly servers: readonly OpenApiServer[];
  /** The security schemes by the names that security requirements use. */
  readonly securitySchemes: ReadonlyMap<string, Located>;
  /** The document's security requirements. They apply to operations without their own requirements. */
  readonly security: readonly SecurityRequirement[];
  /** The named schemas (`components/schemas`, `definitions`), in the document's order. */
  readonly schemas: readonly (readonly [name: string, place: SchemaPlace])[];
  /**
   * The paths of the invalid values of this document and of the files that it refers to. A schema that contains an invalid value must not
   * be used.
   */
  readonly invalidPaths: ReadonlyMap<Tree, readonly Path[]>;
  /** The trees that were checked: the document, and the files that it refers to. */
  readonly files: ReadonlySet<Tree>;
  /** The locations of values under `paths` that cannot be read and may contain operations. */
  readonly unreadable: readonly TreeLocation[];
}

/** One operation, with the values that it inherits from its path item. All references are resolved, except those in schemas. */
export interface Operation {
  /** The method and the path, such as `GET /pets/{id}`. Unlike an `operationId`, this key is always unique in a document. */
  readonly key: string;
  /** The HTTP method: in upper case, except for the keys of 3.2's `additionalOperations`, which are used unchanged. */
  readonly method: string;
  readonly path: string;
  readonly operationId: string | undefined;
  /** The operation's summary, else the summary of its path item, else an empty string. */
  readonly summary: string;
  /** The operation's description, else the description of its path item, else an empty string. */
  readonly description: string;
  readonly deprecated: boolean;
  /**
   * Whether the document says that a person must confirm each call: `x-openai-isConsequential: true`, the extension of GPT Actions
   * (https://developers.openai.com/api/docs/actions/production, "Consequential flag").
   */
  readonly isConsequential: boolean;
  readonly tags: readonly string[];
  /** The Operation Object as authored. */
  readonly node: Located;
  /**
   * The operation's parameters, followed by those parameters of its path item that the operation does not override. Swagger 2.0's body and
   * form parameters are in `requestBody` instead.
   */
  readonly parameters: readonly Parameter[];
  readonly requestBody: RequestBody | undefined;
  /** The responses, in the order of the document. */
  readonly responses: readonly Response[];
  /** The servers of the operation, else of its path item; `undefined` if the operation uses the servers of the document. */
  readonly servers: readonly OpenApiServer[] | undefined;
  /** The operation's own security requirements; `undefined` if the operation uses the requirements of the document. */
  readonly security: readonly SecurityRequirement[] | undefined;
}

export interface RefusedOperation {
  readonly key: string;
  readonly operationId: string | undefined;
  readonly tags: readonly string[];
  readonly origin: Origin;
  /** The locations of the invalid values that make calls of the operation impossible. */
  readonly causes: readonly TreeLocation[];
}

/** The names of the security schemes that a call must satisfy together, each with its scopes. Empty if the call needs no credentials. */
export type SecurityRequirement = ReadonlyMap<string, readonly string[]>;

/** How a value is serialized (OpenAPI 3.2 §4.12.2): by a style, or as a media type. The style `tabDelimited` is Swagger 2.0's `tsv`. */
export type ParameterSerialization = Styled | MediaTypeText;

export interface Styled {
  readonly style: Style;
  readonly explode: boolean;
  readonly allowReserved: boolean;
}

/**
 * A value that is serialized as a media type. `encoding` has the same meaning as in `MediaType`. It is absent if the document specifies no
 * encoding.
 */
export type MediaTypeText =
  | { readonly contentType: string }
  | { readonly contentType: string; readonly encoding: ReadonlyMap<string, Encoding> };

export type Style = "simple" | "label" | "matrix" | "form" | "spaceDelimited" | "pipeDelimited" | "deepObject" | "cookie" | "tabDelimited";

export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header" | "cookie" | "querystring";
  readonly description: string;
  /** Always true for a path parameter. */
  readonly required: boolean;
  readonly deprecated: boolean;
  readonly as: ParameterSerialization;
  /**
   * `undefined`: any value is allowed. `string`: the parameter is a variable of the path that the document does not describe. In Swagger
   * 2.0, the schema is the Parameter Object itself, whose `name`, `in`, `required`, `collectionFormat` and `allowEmptyValue` are not
   * keywords of the schema.
   */
  readonly schema: SchemaPlace | "string" | undefined;
  /**
   * The value of `x-ces-session-context`: the name of the CES session value that is sent, so that the model provides no value for the
   * parameter.
   */
  readonly sessionContext: string | undefined;
  /** The examples of the parameter, without the examples in its schema. */
  readonly examples: readonly Example[];
  readonly origin: Origin;
}

/** An example of a value, as authored. */
export interface Example {
  readonly value: Json;
  readonly origin: Origin;
}

export interface RequestBody {
  readonly required: boolean;
  readonly description: string;
  /**
   * The media types, in the order of the document. In Swagger 2.0, one media type for each item of `consumes`, all with the same schema or
   * fields.
   */
  readonly content: readonly MediaType[];
  readonly origin: Origin;
}

export interface MediaType {
  /** The media type as authored, such as `application/json; charset=utf-8` or `image/*`. */
  readonly mediaType: string;
  /** The schema of the content. `undefined` allows any content, unless `itemSchema` or `fields` describe the content. */
  readonly schema: SchemaPlace | undefined;
  /** The schema of each item of a sequence (3.2). */
  readonly itemSchema: SchemaPlace | undefined;
  /** Swagger 2.0's form parameters, which are the members of a body without a schema. Empty in other versions. */
  readonly fields: readonly FormField[];
  /**
   * A map has the encodings of members by name; a member that is not in the map has the default encoding. An array (3.2) has the encodings
   * of parts by position; its last item applies to all further parts.
   */
  readonly encoding: ReadonlyMap<string, Encoding> | readonly Encoding[];
  /** The examples of the whole content, without the examples in its schema. */
  readonly examples: readonly Example[];
  readonly origin: Origin;
}

export interface FormField {
  readonly name: string;
  readonly description: string;
  readonly required: boolean;
  /** Whether the type is `file`. This is not a type of JSON Schema, so the `schema` of a file is not converted. */
  readonly isFile: boolean;
  /** The location of the Parameter Object, which in Swagger 2.0 has the keywords of the schema itself. */
  readonly schema: SchemaPlace;
  readonly as: ParameterSerialization;
  readonly origin: Origin;
}

export interface Encoding {
  /** The content type of the member; `undefined` for the default content type of the member's type. */
  readonly contentType: string | undefined;
  /** How the member is serialized by a style; `undefined` if the content type determines the serialization. */
  readonly as: Styled | undefined;
  /** The headers of the part, without `Content-Type`, which OpenAPI ignores in an encoding. */
  readonly headers: ReadonlyMap<string, SchemaPlace | undefined>;
}

export interface Response {
  /** A status code, a range in upper case such as `2XX`, or `default`. */
  readonly status: string;
  readonly description: string;
  /** An empty array: the response has no content. `undefined`: the response is invalid, so any content is possible. */
  readonly content: readonly MediaType[] | undefined;
  readonly origin: Origin;
}

export interface OpenApiServer {
  /** The URL as authored. It may contain `{variables}`, may be relative, and may be `$env_var`. */
  readonly url: string;
  readonly description: string;
  readonly variables: ReadonlyMap<string, OpenApiServerVariable>;
  /** The origin of `url`. In Swagger 2.0, the origin of `host`; if there is no host, of `basePath`. */
  readonly origin: Origin;
}

export interface OpenApiServerVariable {
  readonly default: string;
  readonly description: string;
  /** The allowed values. An empty array allows any value. */
  readonly enum: readonly string[];
}
