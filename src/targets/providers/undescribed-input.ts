import { type Diagnostic, diagnostic, type Related } from "../../diagnostic/diagnostic.ts";
import type { Tool, Toolset } from "../../ir/ir.ts";
import { referredName } from "../../runtime/projection/schema.ts";
import { originOf } from "../../schema/origin-of.ts";
import { isObject, type Json, type JsonSchema } from "../../source/json/json.ts";
import { undescribedInput } from "./codes.ts";
import { examplesOf } from "./examples-of.ts";

/** Reports, in one note, the parameters whose values the document does not describe, such as a `body` with an empty schema. */
export function reportUndescribed(tools: readonly Tool[], toolset: Toolset, form: string): Diagnostic[] {
  const names = new Set<string>();
  let count = 0;
  const places = tools.flatMap((tool): Related[] => {
    const members = isObject(tool.input.json) && isObject(tool.input.json.properties) ? tool.input.json.properties : {};
    const empty = Object.entries(members).flatMap(([name, schema]) => (isUndescribed(schema, toolset) ? [name] : []));
    for (const name of empty) names.add(name);
    if (empty.length > 0) count++;
    return empty.map((name) => ({
      message: `The parameter "${name}" of the tool "${tool.name}" is also not described.`,
      place: originOf(tool.input, ["properties", name]),
    }));
  });
  const [first, ...others] = places;
  if (first === undefined) return [];
  const params = { form, names: [...names], count };
  return [diagnostic(undescribedInput, params, first.place, { toolset: toolset.name, ...examplesOf(others) })];
}

/** Whether a schema accepts all values, or all objects. */
function isUndescribed(schema: Json, { schemas }: Toolset): boolean {
  const name = isObject(schema) ? referredName(schema.$ref) : undefined;
  const target: JsonSchema | undefined = name === undefined ? undefined : schemas.get(name)?.json;
  const found = target ?? schema;
  return found === true || (isObject(found) && Object.entries(found).every(([keyword, value]) => isEmptyKeyword(keyword, value)));
}

/** Whether a keyword does not restrict what an object may contain, so that it describes nothing. The names in `required` alone do not. */
function isEmptyKeyword(keyword: string, value: Json): boolean {
  if (keyword === "type") return value === "object";
  if (keyword === "properties") return isObject(value) && Object.keys(value).length === 0;
  if (keyword === "additionalProperties") return value === true;
  return keyword === "title" || keyword === "required";
}
