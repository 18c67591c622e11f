/** JSON Schema 2020-12. `#/$defs/<name>` names a shared schema. */
export type JsonSchema = boolean | { readonly [keyword: string]: unknown };

/** A schema that several tools refer to. `uses` are the shared schemas that it refers to itself. */
export interface SharedSchema {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly uses: readonly SharedSchemaFunction[];
}

/** A function, so that schemas may refer to each other in a circle and a bundler drops those that nothing uses. */
export type SharedSchemaFunction = () => SharedSchema;

/** A schema and the shared schemas that it refers to. */
export interface SchemaSource {
  readonly schema: JsonSchema;
  readonly uses: readonly SharedSchemaFunction[];
}
