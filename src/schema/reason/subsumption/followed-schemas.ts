import type { NormalSchema } from "./normal-schema.ts";

/** The target of a schema that is only a reference. For any other schema, the schema itself. */
export function followed(schema: NormalSchema): NormalSchema {
  let target = schema;
  for (let links = 0; links < 100; links++) {
    const [only, ...others] = target.assertions;
    if (only?.kind !== "reference" || others.length > 0) break;
    target = only.target();
  }
  return target;
}

/**
 * The alternatives of a union, or a list of the schema itself if it is not a union. The schema rejects a value if and only if all schemas
 * of the list reject it.
 */
export function alternativesOf(schema: NormalSchema): readonly NormalSchema[] {
  const target = followed(schema);
  const [only, ...others] = target.assertions;
  return only?.kind === "any" && others.length === 0 ? only.schemas.map(followed) : [target];
}

export function distinct(schemas: readonly NormalSchema[]): readonly NormalSchema[] {
  return [...new Set(schemas)].sort((a, b) => a.id - b.id);
}
