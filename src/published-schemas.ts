import { schemas } from "./definition/compiled/schemas.ts";
import { manifestSchema } from "./targets/manifest-schema.ts";

/** The JSON Schemas that are published for editors and for readers in other languages, by name. */
export const publishedSchemas: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ...Object.entries(schemas).map(([name, text]): [string, unknown] => [name, JSON.parse(text)]),
  ["manifest", manifestSchema],
]);
