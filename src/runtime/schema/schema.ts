/** JSON Schema 2020-12. `#/$defs/<name>` names a shared schema. */
export type JsonSchema = boolean | { readonly [keyword: string]: unknown };

/** A schema that several tools refer to. */
export interface SharedSchema {
  readonly name: string;
  readonly schema: SchemaLiteral;
}

/** A function, so that schemas may refer to each other in a circle and a bundler drops those that nothing uses. */
export type SharedSchemaFunction = () => SharedSchema;

/** A schema in which a `$ref` may be a shared schema itself: `{ type: "array", items: { $ref: Pet } }`. */
// No more than `object`: any other type would be compared with each member of each literal.
export type SchemaLiteral = object;

/** A schema, or the `SharedSchemaFunction` of one that has to be an object. A function is an object too, and a union of the two would be looked into at each literal. */
export type SchemaSource = SchemaLiteral;
