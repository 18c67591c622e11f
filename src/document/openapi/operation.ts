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
  /** Operations of webhooks and of callbacks: the service calls them, so they are never tools. */
  readonly webhookCount: number;
  readonly callbackCount: number;
  /** Those that the document describes, then those that only operations name. */
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  /** The document's own servers. Swagger 2.0's host, basePath and schemes are one server a scheme. Empty where it has none. */
  readonly servers: readonly OpenApiServer[];
  /** By the name that security requirements use. */
  readonly securitySchemes: ReadonlyMap<string, Located>;
  /** The document's requirements, the default of its operations. */
  readonly security: readonly SecurityRequirement[];
  /** The named schemas (`components/schemas`, `definitions`), in the document's order. */
  readonly schemas: readonly (readonly [name: string, place: SchemaPlace])[];
  /** The paths of the invalid values of this document and of the files that it refers to. A schema that contains one must not be used. */
  readonly invalidPaths: ReadonlyMap<Tree, readonly Path[]>;
  /** The trees that were checked: the document's, and those of the files that it refers to. */
  readonly files: ReadonlySet<Tree>;
  /** Places under `paths` that cannot be read, and may contain operations. */
  readonly unreadable: readonly TreeLocation[];
}

/** One operation, with inherited values, and with all references resolved except those in schemas. */
export interface Operation {
  /** `GET /pets/{id}`. Unlike an `operationId`, no other operation of the document has it. */
  readonly key: string;
  /** As it is sent: in upper case, except for 3.2's `additionalOperations`, whose keys are used unchanged. */
  readonly method: string;
  readonly path: string;
  readonly operationId: string | undefined;
  /** The operation's, else the path item's, else empty. */
  readonly summary: string;
  readonly description: string;
  readonly deprecated: boolean;
  readonly tags: readonly string[];
  /** The Operation Object as authored. */
  readonly node: Located;
  /** The operation's and its path item's, each once; the operation's win. Swagger 2.0's body and form parameters are in `requestBody`. */
  readonly parameters: readonly Parameter[];
  readonly requestBody: RequestBody | undefined;
  /** In the document's order. */
  readonly responses: readonly Response[];
  /** The operation's own or its path item's; `undefined` where the document's apply. */
  readonly servers: readonly OpenApiServer[] | undefined;
  /** Its own; `undefined` where the document's apply. */
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

/** Schemes that are required together, each with its scopes. Empty: a call needs no credentials. */
export type SecurityRequirement = ReadonlyMap<string, readonly string[]>;

/** How a value is serialized (OpenAPI 3.2 §4.12.2): by a style, or as a media type. `tabDelimited` is Swagger 2.0's `tsv`. */
export type ParameterSerialization = Styled | MediaTypeText;

export interface Styled {
  readonly style: Style;
  readonly explode: boolean;
  readonly allowReserved: boolean;
}

/** `encoding`, if the document has one, is how the members of a form are serialized, as in `MediaType`. */
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
   * `undefined`: any value. `text`: the path has a place for it and nothing describes it. In Swagger 2.0 it is the Parameter Object itself, whose `name`, `in`, `required`,
   * `collectionFormat` and `allowEmptyValue` are not keywords.
   */
  readonly schema: SchemaPlace | "text" | undefined;
  /** `x-ces-session-context`: the session value of the parameter, which is then not an input of the model. */
  readonly sessionContext: string | undefined;
  /** Its own, without those of its schema. */
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
  /** In the document's order. Swagger 2.0: one for each of `consumes`, all with the same schema or fields. */
  readonly content: readonly MediaType[];
  readonly origin: Origin;
}

export interface MediaType {
  /** As authored, such as `application/json; charset=utf-8` or `image/*`. */
  readonly mediaType: string;
  /** `undefined`: any value, unless there are `itemSchema` or `fields`. */
  readonly schema: SchemaPlace | undefined;
  /** The schema of each item of a sequence (3.2). */
  readonly itemSchema: SchemaPlace | undefined;
  /** Swagger 2.0's form parameters: the members of a body that has no schema. Empty in every other case. */
  readonly fields: readonly FormField[];
  /** By member. Members that are not in it follow the defaults. A list: by position, and the last one is that of all further parts (3.2). */
  readonly encoding: ReadonlyMap<string, Encoding> | readonly Encoding[];
  /** Of the whole content, without those of its schema. */
  readonly examples: readonly Example[];
  readonly origin: Origin;
}

export interface FormField {
  readonly name: string;
  readonly description: string;
  readonly required: boolean;
  /** `type: file`, whose place is then no schema to convert. */
  readonly isFile: boolean;
  /** The Parameter Object itself, as in `Parameter.schema`. */
  readonly schema: SchemaPlace;
  readonly as: ParameterSerialization;
  readonly origin: Origin;
}

export interface Encoding {
  /** `undefined`: the default for the member's type. */
  readonly contentType: string | undefined;
  /** `undefined`: the member is serialized by its content type and not by a style. */
  readonly as: Styled | undefined;
  /** Without `Content-Type`, which the standard ignores here. */
  readonly headers: ReadonlyMap<string, SchemaPlace | undefined>;
}

export interface Response {
  /** `200`, `2XX` or `default`, in this case. */
  readonly status: string;
  readonly description: string;
  /** Empty: no content. `undefined`: its description is invalid, so any content is possible. */
  readonly content: readonly MediaType[] | undefined;
  readonly origin: Origin;
}

export interface OpenApiServer {
  /** May have `{variables}`, may be relative, may be `$env_var`. */
  readonly url: string;
  readonly description: string;
  readonly variables: ReadonlyMap<string, OpenApiServerVariable>;
  /** The `url`; of Swagger 2.0 the `host`, else the `basePath`. */
  readonly origin: Origin;
}

export interface OpenApiServerVariable {
  readonly default: string;
  readonly description: string;
  /** Empty: any value. */
  readonly enum: readonly string[];
}
