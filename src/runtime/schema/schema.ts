/** JSON Schema 2020-12. `#/$defs/<name>` names a shared schema. */
export type JsonSchema = boolean | { readonly [keyword: string]: unknown };

/** A schema that several tools refer to. */
export interface SharedSchema {
  readonly name: string;
  readonly schema: SchemaLiteral;
  /** In a manifest: the schema as it is stored. A search reads it in place of `schema`, since to replace its references takes time. */
  readonly stored?: {
    /** The references in it are strings. */
    readonly schema: JsonSchema;
    /** Finds the shared schemas that they refer to by their names. */
    readonly find: (name: string) => SharedSchemaFunction | undefined;
  };
}

/** Returns a shared schema. It is a function, so that schemas may be recursive, and a bundler can remove unused schemas. */
export type SharedSchemaFunction = () => SharedSchema;

/** A schema in which a `$ref` may be a `SharedSchemaFunction` instead of a string: `{ type: "array", items: { $ref: Pet } }`. */
// The type is only `object`: TypeScript would compare any other type with each member of each literal.
export type SchemaLiteral = object;

/**
 * A schema, or the `SharedSchemaFunction` of a schema that must be an object. `SchemaLiteral` includes functions. A union of the two types
 * would cost type-checking time at each literal.
 */
export type SchemaSource = SchemaLiteral;
