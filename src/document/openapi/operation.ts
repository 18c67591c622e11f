import type { JsonObject } from "../../source/json.ts";
import type { Path, Tree } from "../../source/tree.ts";

/** A value of a document and where it stands, its own `$ref` followed. */
export interface Located<T = JsonObject> {
  readonly tree: Tree;
  readonly path: Path;
  readonly value: T;
}

export type Version = "2.0" | "3.0" | "3.1" | "3.2";

/** A checked document. What is at fault in it is not in it. */
export interface OpenApiDocument {
  readonly tree: Tree;
  readonly version: Version;
  readonly info: JsonObject;
  readonly operations: readonly Operation[];
  /** Operations that the document has, with those that were refused. */
  readonly operationCount: number;
  readonly webhookCount: number;
  readonly callbackCount: number;
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  /** Every place that has a `url` an environment may manage, and Swagger 2.0's host, basePath and schemes as one. */
  readonly servers: readonly Located[];
  readonly securitySchemes: ReadonlyMap<string, Located>;
  readonly security: readonly JsonObject[];
}

/** One operation, with what it inherits and with references followed down to its schemas, which stay as they are. */
export interface Operation {
  /** `GET /pets/{id}`. Unlike an `operationId`, no other operation of the document has it. */
  readonly key: string;
  /** Upper case. */
  readonly method: string;
  readonly path: string;
  readonly operationId: string | undefined;
  readonly node: Located;
  /** The operation's and its path item's, each once; the operation's win. */
  readonly parameters: readonly Located[];
  readonly requestBody: Located | undefined;
  /** By status code, in the document's order. */
  readonly responses: readonly (readonly [status: string, response: Located])[];
  /** The operation's own or its path item's. */
  readonly servers: readonly Located[] | undefined;
  readonly security: readonly JsonObject[] | undefined;
  readonly tags: readonly string[];
}
