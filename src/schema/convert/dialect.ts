/** The dialect of JSON Schema that a document uses. */
export type Dialect = "openapi-2.0" | "openapi-3.0" | "openapi-3.1" | "ces" | "2020-12" | "draft-07";

/** How a dialect differs from JSON Schema 2020-12. */
export interface Grammar {
  readonly reference: "$ref" | "ref";
  /** Whether keywords beside a reference have an effect. They have no effect in OpenAPI 3.0 and in drafts before 2019-09. */
  readonly appliesReferenceSiblings: boolean;
  /** Whether `nullable: true` allows null. In OpenAPI 3.1, the keyword has no effect. */
  readonly nullable: boolean;
  /** Whether `x-nullable: true` allows null, the extension with which documents of Swagger 2.0 say so. */
  readonly nullableExtension: boolean;
  /** Whether `exclusiveMinimum: true` makes `minimum` exclusive, as in draft-04. */
  readonly booleanBounds: boolean;
  /** Whether `$id`, `$anchor` and `$dynamicAnchor` name schemas, so that references may use these names. */
  readonly identifiers: boolean;
  /**
   * Whether `#` in a reference is the root of the file. In the other dialects, it is the root of the schema that contains the reference,
   * and a file may contain several such schemas.
   */
  readonly oneRoot: boolean;
  /** Whether the dialect has the keyword `dependencies`, which 2019-09 split into two keywords. */
  readonly dependencies: boolean;
  /** Whether schemas are in the ProtoJSON format: types are in capitals, and 64-bit integers and all enum members are strings. */
  readonly protobuf: boolean;
}

const openapi30: Grammar = {
  reference: "$ref",
  appliesReferenceSiblings: false,
  nullable: true,
  nullableExtension: false,
  booleanBounds: true,
  identifiers: false,
  oneRoot: true,
  dependencies: false,
  protobuf: false,
};

const standard: Grammar = {
  ...openapi30,
  appliesReferenceSiblings: true,
  nullable: false,
  booleanBounds: false,
  identifiers: true,
  oneRoot: false,
};

export const grammars: Readonly<Record<Dialect, Grammar>> = {
  // Swagger 2.0 does not define `nullable`, but documents use the keyword with the same meaning as in OpenAPI 3.0.
  "openapi-2.0": { ...openapi30, nullableExtension: true },
  "openapi-3.0": openapi30,
  "openapi-3.1": { ...standard, oneRoot: true },
  "2020-12": standard,
  "draft-07": { ...standard, appliesReferenceSiblings: false, dependencies: true },
  ces: { ...openapi30, reference: "ref", booleanBounds: false, oneRoot: false, protobuf: true },
};
