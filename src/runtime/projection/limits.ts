import { isRecord } from "../json.ts";
import type { Limits } from "./profile.ts";
import { referredName, type SchemaObject } from "./schema.ts";

/** The first limit that a projected schema exceeds, as a clause of a message; `undefined` if it exceeds none. */
export function exceededLimit(schema: SchemaObject, limits: Limits): string | undefined {
  const count = { properties: 0, enumValues: 0, characters: 0, longest: 0 };
  const open: unknown[] = [schema];
  while (open.length > 0) {
    const value = open.pop();
    if (Array.isArray(value)) open.push(...value);
    if (!isRecord(value)) continue;
    for (const [keyword, part] of Object.entries(value)) {
      if ((keyword === "properties" || keyword === "$defs") && isRecord(part)) {
        const names = Object.keys(part);
        if (keyword === "properties") count.properties += names.length;
        count.characters += names.join("").length;
        open.push(...Object.values(part));
      } else if (keyword === "enum" && Array.isArray(part)) {
        const characters = part.map(String).join("").length;
        count.enumValues += part.length;
        count.characters += characters;
        if (part.length > limits.longEnum.count) count.longest = Math.max(count.longest, characters);
      } else if (keyword === "const") count.characters += String(part).length;
      else open.push(part);
    }
  }
  const { properties, enumValues, characters, longEnum } = limits;
  if (count.properties > properties) return `it has ${count.properties} properties in total, and ${properties} are allowed`;
  if (count.enumValues > enumValues) return `it lists ${count.enumValues} enum values in total, and ${enumValues} are allowed`;
  if (count.longest > longEnum.characters)
    return `one of its enums has ${count.longest} characters, and ${longEnum.characters} are allowed`;
  if (count.characters > characters) return `its names and enum values have ${count.characters} characters, and ${characters} are allowed`;
  const depth = depthOf(schema, schema, { visited: [], max: limits.depth });
  return depth > limits.depth ? `its objects are nested more than ${limits.depth} deep` : undefined;
}

/** How deep objects are nested. A recursive schema counts once. */
function depthOf(schema: unknown, root: SchemaObject, state: { readonly visited: readonly string[]; readonly max: number }): number {
  if (Array.isArray(schema)) return Math.max(0, ...schema.map((each) => depthOf(each, root, state)));
  if (!isRecord(schema) || state.max < 0) return 0;
  const name = referredName(schema["$ref"]);
  const definitions = root["$defs"];
  if (name !== undefined && isRecord(definitions) && Object.hasOwn(definitions, name))
    return state.visited.includes(name) ? 0 : depthOf(definitions[name], root, { ...state, visited: [...state.visited, name] });
  const own = schema["type"] === "object" ? 1 : 0;
  const below = { ...state, most: state.max - own };
  const members = isRecord(schema["properties"]) ? Object.values(schema["properties"]) : [];
  return own + Math.max(0, ...[...members, schema["items"], schema["anyOf"]].map((part) => depthOf(part, root, below)));
}
