import type { Limits } from "./profile.ts";
import { isObject, referredName, type SchemaObject } from "./schema.ts";

/** The first limit that a projected schema is over, in words; `undefined` where it keeps them all. */
export function overLimit(schema: SchemaObject, limits: Limits): string | undefined {
  const count = { properties: 0, enumValues: 0, characters: 0, longest: 0 };
  const open: unknown[] = [schema];
  while (open.length > 0) {
    const value = open.pop();
    if (Array.isArray(value)) open.push(...value);
    if (!isObject(value)) continue;
    for (const [keyword, part] of Object.entries(value)) {
      if ((keyword === "properties" || keyword === "$defs") && isObject(part)) {
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
  if (count.properties > properties) return `it has ${count.properties} members in all, and ${properties} are allowed`;
  if (count.enumValues > enumValues) return `it lists ${count.enumValues} values in all, and ${enumValues} are allowed`;
  if (count.longest > longEnum.characters)
    return `one of its enums has ${count.longest} characters, and ${longEnum.characters} are allowed`;
  if (count.characters > characters)
    return `its names and listed values have ${count.characters} characters, and ${characters} are allowed`;
  const depth = depthOf(schema, schema, { passed: [], most: limits.depth });
  return depth > limits.depth ? `its objects are nested more than ${limits.depth} deep` : undefined;
}

/** How deep objects are nested. A schema that holds itself counts once. */
function depthOf(schema: unknown, root: SchemaObject, way: { readonly passed: readonly string[]; readonly most: number }): number {
  if (Array.isArray(schema)) return Math.max(0, ...schema.map((each) => depthOf(each, root, way)));
  if (!isObject(schema) || way.most < 0) return 0;
  const name = referredName(schema["$ref"]);
  const definitions = root["$defs"];
  if (name !== undefined && isObject(definitions) && Object.hasOwn(definitions, name))
    return way.passed.includes(name) ? 0 : depthOf(definitions[name], root, { ...way, passed: [...way.passed, name] });
  const own = schema["type"] === "object" ? 1 : 0;
  const below = { ...way, most: way.most - own };
  const members = isObject(schema["properties"]) ? Object.values(schema["properties"]) : [];
  return own + Math.max(0, ...[...members, schema["items"], schema["anyOf"]].map((part) => depthOf(part, root, below)));
}
