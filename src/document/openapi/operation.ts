import type { SchemaPlace } from "../../schema/converted.ts";
import type { Dialect } from "../../schema/dialect.ts";
import type { Json, JsonObject } from "../../source/json.ts";
import type { Origin, Path, Tree, TreeLocation } from "../../source/tree.ts";

/** A value of a document and its location, with its own `$ref` resolved. */
export interface Located<T = JsonObject> {
  readonly tree: Tree;
  readonly path: Path;
  readonly value: T;
}

export type OpenApiVersion = "2.0" | "3.0" | "3.1" | "3.2";

/** A checked document, without its invalid parts. Nothing here is optional: the standard's defaults are filled in. */
export interface OpenApiDocument {
  readonly tree: Tree;
  readonly version: OpenApiVersion;
  /** The dialect of its schemas. */
  readonly dialect: Dialect;
  readonly info: JsonObject;
  /** In the document's order. */
  readonly operations: readonly Operation[];
  /** Operations that are omitted because something that a call needs is invalid. */
  readonly refused: readonly RefusedOperation[];
  /** The number of all operations: `operations` and `refused`. */
  readonly operationCount: number;
  /** The number of operations in webhooks. The service itself sends these requests, so they never become tools. */
  readonly webhookCount: number;
  /** The number of operations in callbacks. They never become tools either. */
  readonly callbackCount: number;
  /** The tags that the document describes, then the tags that only occur in operations. */
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  /** The document's own servers. Swagger 2.0's `host`, `basePath` and `schemes` become one server for each scheme. */
  readonly servers: readonly OpenApiServer[];
  /** The security schemes by the names that security requirements use. */
  readonly securitySchemes: ReadonlyMap<string, Located>;
  /** The document's security requirements. They apply to operations without their own requirements. */
  readonly security: readonly SecurityRequirement[];
  /** The named schemas (`components/schemas`, `definitions`), in the document's order. */
  readonly schemas: readonly (readonly [name: string, place: SchemaPlace])[];
  /** The paths of the invalid values of this document and of the files that it refers to. A schema that contains one must not be used. */
  readonly invalidPaths: ReadonlyMap<Tree, readonly Path[]>;
  /** The trees that were checked: the document's, and those of the files that it refers to. */
  readonly files: ReadonlySet<Tree>;
  /** The locations under `paths` that cannot be read, and may contain operations. */
  readonly unreadable: readonly TreeLocation[];
}

/** One operation, with inherited values, and with all references resolved except those in schemas. */
export interface Operation {
  /** The method and the path, such as `GET /pets/{id}`. Unlike an `operationId`, a key is always unique in a document. */
  readonly key: string;
  /** The method that is sent: in upper case, except for 3.2's `additionalOperations`, whose keys are used unchanged. */
  readonly method: string;
  readonly path: string;
  readonly operationId: string | undefined;
  /** The operation's summary, else the summary of its path item, else an empty string. */
  readonly summary: string;
  /** The operation's description, else the description of its path item, else an empty string. */
  readonly description: string;
  readonly deprecated: boolean;
  readonly tags: readonly string[];
  /** The Operation Object as authored. */
  readonly node: Located;
  /**
   * The operation's parameters, then the parameters of its path item that the operation does not replace. Swagger 2.0's body and form
   * parameters are in `requestBody` instead.
   */
  readonly parameters: readonly Parameter[];
  readonly requestBody: RequestBody | undefined;
  /** In the document's order. */
  readonly responses: readonly Response[];
  /** The servers of the operation, else of its path item; `undefined` if the operation uses the servers of the document. */
  readonly servers: readonly OpenApiServer[] | undefined;
  /** The operation's own requirements; `undefined` if the operation uses the requirements of the document. */
  readonly security: readonly SecurityRequirement[] | undefined;
}

export interface RefusedOperation {
  readonly key: string;
  readonly operationId: string | undefined;
  readonly tags: readonly string[];
  readonly origin: Origin;
  /** The locations of the invalid values that a call needs. */
  readonly causes: readonly TreeLocation[];
}

/** The names of security schemes that are required together, each with its scopes. Empty if a call needs no credentials. */
export type SecurityRequirement = ReadonlyMap<string, readonly string[]>;

/** How a value is serialized (OpenAPI 3.2 §4.12.2): by a style, or as a media type. `tabDelimited` is Swagger 2.0's `tsv`. */
export type ParameterSerialization = Styled | MediaTypeText;

export interface Styled {
  readonly style: Style;
  readonly explode: boolean;
  readonly allowReserved: boolean;
}

/** A value that is serialized as a media type. `encoding` has the same meaning as in `MediaType`; it is absent if the document has none. */
export type MediaTypeText =
  | { readonly contentType: string }
  | { readonly contentType: string; readonly encoding: ReadonlyMap<string, Encoding> };

export type Style = "simple" | "label" | "matrix" | "form" | "spaceDelimited" | "pipeDelimited" | "deepObject" | "cookie" | "tabDelimited";

export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header" | "cookie" | "querystring";
  readonly description: string;
  /** Always true of a path parameter. */
  readonly required: boolean;
  readonly deprecated: boolean;
  readonly as: ParameterSerialization;
  /**
   * `undefined`: any value. `string`: a variable of the path that the document does not describe. In Swagger 2.0, the schema is the Parameter
   * Object itself. Its `name`, `in`, `required`, `collectionFormat` and `allowEmptyValue` are not keywords of a schema.
   */
  readonly schema: SchemaPlace | "string" | undefined;
  /** `x-ces-session-context`: the session value that is sent. The model then provides no value for the parameter. */
  readonly sessionContext: string | undefined;
  /** The parameter's own examples, without those of its schema. */
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
  /** In the document's order. In Swagger 2.0, one media type for each entry of `consumes`, all with the same schema or fields. */
  readonly content: readonly MediaType[];
  readonly origin: Origin;
}

export interface MediaType {
  /** As authored, such as `application/json; charset=utf-8` or `image/*`. */
  readonly mediaType: string;
  /** `undefined`: any value, unless `itemSchema` or `fields` describe the content. */
  readonly schema: SchemaPlace | undefined;
  /** The schema of each item of a sequence (3.2). */
  readonly itemSchema: SchemaPlace | undefined;
  /** Swagger 2.0's form parameters, which are the members of a body without a schema. Empty in other versions. */
  readonly fields: readonly FormField[];
  /**
   * A map has the encodings of members by name; a member that is not in the map has the default encoding. An array (3.2) has the encodings of
   * parts by position; its last item applies to all further parts.
   */
  readonly encoding: ReadonlyMap<string, Encoding> | readonly Encoding[];
  /** The examples of the whole content, without those of its schema. */
  readonly examples: readonly Example[];
  readonly origin: Origin;
}

export interface FormField {
  readonly name: string;
  readonly description: string;
  readonly required: boolean;
  /** Whether the type is `file`. `file` is not a type of JSON Schema, so `schema` is not converted then. */
  readonly isFile: boolean;
  /** The Parameter Object itself, as in `Parameter.schema`. */
  readonly schema: SchemaPlace;
  readonly as: ParameterSerialization;
  readonly origin: Origin;
}

export interface Encoding {
  /** `undefined`: the default content type for the type of the member. */
  readonly contentType: string | undefined;
  /** `undefined`: the member is serialized by its content type and not by a style. */
  readonly as: Styled | undefined;
  /** The headers of the part, without `Content-Type`, which OpenAPI ignores in an encoding. */
  readonly headers: ReadonlyMap<string, SchemaPlace | undefined>;
}

export interface Response {
  /** A status code, a range with capital letters such as `2XX`, or `default`. */
  readonly status: string;
  readonly description: string;
  /** Empty: the response has no content. `undefined`: the response is invalid, so any content is possible. */
  readonly content: readonly MediaType[] | undefined;
  readonly origin: Origin;
}

export interface OpenApiServer {
  /** The URL, which may have `{variables}`, may be relative, and may be `$env_var`. */
  readonly url: string;
  readonly description: string;
  readonly variables: ReadonlyMap<string, OpenApiServerVariable>;
  /** The origin of `url`. In Swagger 2.0, the origin of `host`, or of `basePath` if there is no host. */
  readonly origin: Origin;
}

export interface OpenApiServerVariable {
  readonly default: string;
  readonly description: string;
  /** Empty: any value. */
  readonly enum: readonly string[];
}
