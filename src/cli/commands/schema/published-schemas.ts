import { schemas } from "../../../definition/compiled/schemas.ts";
import { isObject, type Json, type JsonObject } from "../../../source/json/json.ts";
import { targets } from "../../../targets/index.ts";
import { manifestSchema } from "../../../targets/manifest-schema.ts";
import { schemaOfTargets } from "../../../targets/options-schema.ts";

/** The JSON Schemas that are published for editors and for programs in other languages, by name. */
export const publishedSchemas: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ...Object.entries(schemas).map(([name, text]): [string, unknown] => [
    name,
    name === "config" ? withTargets(JSON.parse(text)) : JSON.parse(text),
  ]),
  ["manifest", manifestSchema],
]);

/**
 * Adds the options of the targets to the schema of the configuration. The source file of that schema does not contain them, because each
 * target defines its own options.
 */
function withTargets(schema: JsonObject): JsonObject {
  const { Target, ...others } = objectIn(schema.$defs);
  return { ...schema, $defs: { ...others, Target: schemaOfTargets(objectIn(Target), targets) } };
}

function objectIn(value: Json | undefined): JsonObject {
  if (!isObject(value)) throw new Error("The schema of the configuration has no definition of targets.");
  return value;
}
