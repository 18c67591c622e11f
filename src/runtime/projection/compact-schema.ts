import type { JsonSchema } from "../schema/schema.ts";
import { exactKeywords, namesBelow } from "./build-graph.ts";
import { leadingSentence } from "./leading-sentence.ts";
import { createMemberFinder, isNull, type ObjectMembers } from "./object-members.ts";
import { annotationKeywords, isSchema, referredName, type SchemaObject, schemasByName, schemasIn } from "./schema.ts";
import { containedBy } from "./schema-graph.ts";
import { levelBelow, levelsIn } from "./schema-levels.ts";

/** Where a part of a schema is. */
interface Place {
  /** How many objects are around it. */
  readonly level: number;
  /** Whether the part may accept more values. */
  readonly mayWiden: boolean;
}

/**
 * A schema with less to read: descriptions are their first sentence, examples and constraints that a model rarely violates are omitted,
 * and instead of an object below `depth` others there is a description that names its members. A call is checked for all of it.
 */
export function compactSchema(schema: SchemaObject, depth: number): SchemaObject {
  const { $defs, ...root } = schema;
  const definitions = new Map(schemasByName($defs));
  const exact = namesBelow(schema, definitions);
  const membersOf = createMemberFinder(definitions);
  const levels = levelsIn(root, definitions, (part, level) => level >= depth && membersOf(part) !== undefined);

  function compact(part: JsonSchema, place: Place): JsonSchema {
    return typeof part === "boolean" ? part : compactObject(part, place);
  }

  function compactObject(part: SchemaObject, { level, mayWiden }: Place): SchemaObject {
    const members = level < depth || isShared(part) ? undefined : membersOf(part);
    if (members !== undefined) return described(part, members);
    const kept = Object.entries(part).filter(([keyword]) => !(isRedundant(part, keyword) || (mayWiden && omitted.has(keyword))));
    return Object.fromEntries(
      kept.map(([keyword, value]) => {
        const place = { level: levelBelow(keyword, level), mayWiden: mayWiden && !exactKeywords.has(keyword) };
        return [keyword, compactKeyword(keyword, value, place)];
      }),
    );
  }

  /** Whether a part only refers to a schema that is shown elsewhere: the reference costs less than a description. */
  function isShared(part: SchemaObject): boolean {
    const name = referredName(part["$ref"]);
    return (
      name !== undefined && levels.has(name) && Object.keys(part).every((keyword) => keyword === "$ref" || annotationKeywords.has(keyword))
    );
  }

  function compactKeyword(keyword: string, value: unknown, place: Place): unknown {
    if (keyword === "description" && typeof value === "string") return leadingSentence(value);
    // Below keywords such as `not`, all is shown.
    if (place.level < 0) return value;
    switch (containedBy.get(keyword)) {
      case "one":
        return isSchema(value) ? compact(value, place) : value;
      case "list":
        return schemasIn(value).map((each) => compact(each, place));
      case "map":
        return Object.fromEntries(schemasByName(value).map(([name, each]) => [name, compact(each, place)]));
      case undefined:
        return value;
    }
  }

  const shared = [...levels].map(([name, level]): [string, JsonSchema] => {
    const definition = definitions.get(name) ?? true;
    return [name, level < 0 ? definition : compact(definition, { level, mayWiden: !exact.has(name) })];
  });
  const whole = compactObject(root, { level: 0, mayWiden: true });
  return shared.length === 0 ? whole : { ...whole, $defs: Object.fromEntries(shared) };
}

/** Whether an annotation tells little that the rest of the schema does not. */
function isRedundant({ description }: SchemaObject, keyword: string): boolean {
  return keyword === "examples" || (keyword === "title" && typeof description === "string");
}

/** What a model rarely violates. */
const omitted: ReadonlySet<string> = new Set([
  ...["pattern", "minLength", "maxLength", "minItems", "maxItems", "uniqueItems", "minProperties", "maxProperties"],
  ...["contentEncoding", "contentMediaType", "contentSchema", "propertyNames"],
]);

/** An object of which only the names of its members are told. */
function described(schema: SchemaObject, members: ObjectMembers): SchemaObject {
  const { type, description, anyOf, oneOf } = schema;
  const isNullable = Array.isArray(type) ? type.includes("null") : [...schemasIn(anyOf), ...schemasIn(oneOf)].some(isNull);
  const said = typeof description === "string" ? `${leadingSentence(description)} ` : "";
  const names = [...members].map(([name, isRequired]) => (isRequired ? `${name} (required)` : name));
  const more = names.length > maxNames ? ` and ${names.length - maxNames} more` : "";
  return {
    type: isNullable ? ["object", "null"] : "object",
    description: `${said}Members: ${names.slice(0, maxNames).join(", ")}${more}.`,
  };
}

const maxNames = 20;
