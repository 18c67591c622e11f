/** The dialect of JSON Schema that a document uses. */
export type Dialect = "openapi-2.0" | "openapi-3.0" | "openapi-3.1" | "ces" | "2020-12" | "draft-07";

/** How a dialect differs from JSON Schema 2020-12. */
export interface Grammar {
  readonly reference: "$ref" | "ref";
  /** Whether keywords beside a reference have an effect. Before 2019-09 they have none, as in OpenAPI 3.0. */
  readonly siblingsCount: boolean;
  /** `nullable: true` allows null. OpenAPI 3.1 has no such keyword; there it has no effect. */
  readonly nullable: boolean;
  /** `exclusiveMinimum: true` makes `minimum` exclusive, as in draft-04. */
  readonly booleanBounds: boolean;
  /** `$id`, `$anchor` and `$dynamicAnchor` give names that references use. */
  readonly identifiers: boolean;
  /** `#` is the root of the file. Otherwise it is the root of the schema that contains the reference, and a file has many. */
  readonly oneRoot: boolean;
  /** `dependencies`, which 2019-09 split into two keywords. */
  readonly dependencies: boolean;
  /** Written by protobuf: types in capitals, 64-bit integers and all enum members as text. */
  readonly protobuf: boolean;
}

const openapi30: Grammar = {
  reference: "$ref",
  siblingsCount: false,
  nullable: true,
  booleanBounds: true,
  identifiers: false,
  oneRoot: true,
  dependencies: false,
  protobuf: false,
};

const standard: Grammar = {
  ...openapi30,
  siblingsCount: true,
  nullable: false,
  booleanBounds: false,
  identifiers: true,
  oneRoot: false,
};

export const grammars: Readonly<Record<Dialect, Grammar>> = {
  // Swagger 2.0 has no `nullable`, but it can have only this meaning.
  "openapi-2.0": openapi30,
  "openapi-3.0": openapi30,
  "openapi-3.1": { ...standard, oneRoot: true },
  "2020-12": standard,
  "draft-07": { ...standard, siblingsCount: false, dependencies: true },
  ces: { ...openapi30, reference: "ref", booleanBounds: false, oneRoot: false, protobuf: true },
};
