import type { JsonSchema } from "../../schema/schema.ts";
import { annotationKeywords, isSchema, referredName, type SchemaObject, schemasByName, schemasIn } from "../schema.ts";
import { leadingSentence } from "../text/leading-sentence.ts";
import { exactKeywords, namesBelow } from "./build-graph.ts";
import { createMemberFinder, isNull, type ObjectMembers } from "./object-members.ts";
import { containedBy } from "./schema-graph.ts";
import { levelBelow, levelsIn } from "./schema-levels.ts";

/** What the shortening of a subschema depends on, besides the subschema itself. */
interface CompactContext {
  /** The number of objects that contain the subschema. */
  readonly level: number;
  /** Whether the shortened subschema may accept more values than the original one. It may not below `exactKeywords`. */
  readonly mayWiden: boolean;
}

/**
 * Shortens a schema: descriptions are reduced to their first sentence, examples and constraints that a model rarely violates are omitted,
 * and an object that `depth` or more objects contain is replaced by a description that names its members. Calls are validated with the
 * complete schema.
 */
export function compactSchema(schema: SchemaObject, depth: number): SchemaObject {
  const { $defs, ...root } = schema;
  const definitions = new Map(schemasByName($defs));
  const exact = namesBelow(schema, definitions);
  const membersOf = createMemberFinder(definitions);
  const levels = levelsIn(root, definitions, (part, level) => level >= depth && membersOf(part) !== undefined);

  function compact(part: JsonSchema, context: CompactContext): JsonSchema {
    return typeof part === "boolean" ? part : compactObject(part, context);
  }

  function compactObject(part: SchemaObject, { level, mayWiden }: CompactContext): SchemaObject {
    const members = level < depth || isShared(part) ? undefined : membersOf(part);
    if (members !== undefined) return described(part, members);
    const kept = Object.entries(part).filter(([keyword]) => !(isRedundant(part, keyword) || (mayWiden && omitted.has(keyword))));
    return Object.fromEntries(
      kept.map(([keyword, value]) => {
        const inner = { level: levelBelow(keyword, level), mayWiden: mayWiden && !exactKeywords.has(keyword) };
        return [keyword, compactKeyword(keyword, value, inner)];
      }),
    );
  }

  /**
   * Whether `part` is only a reference to a schema that the result includes for another subschema too. Such a reference is kept, since it
   * is shorter than a description.
   */
  function isShared(part: SchemaObject): boolean {
    const name = referredName(part["$ref"]);
    return (
      name !== undefined && levels.has(name) && Object.keys(part).every((keyword) => keyword === "$ref" || annotationKeywords.has(keyword))
    );
  }

  function compactKeyword(keyword: string, value: unknown, context: CompactContext): unknown {
    if (keyword === "description" && typeof value === "string") return leadingSentence(value);
    // Schemas below keywords such as `not` are not shortened.
    if (context.level < 0) return value;
    switch (containedBy.get(keyword)) {
      case "one":
        return isSchema(value) ? compact(value, context) : value;
      case "array":
        return schemasIn(value).map((each) => compact(each, context));
      case "map":
        return Object.fromEntries(schemasByName(value).map(([name, each]) => [name, compact(each, context)]));
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

/** Whether a keyword of a schema is an annotation that adds little to the other keywords. */
function isRedundant({ description }: SchemaObject, keyword: string): boolean {
  return keyword === "examples" || (keyword === "title" && typeof description === "string");
}

/** The constraints that are omitted, since models rarely violate them. */
const omitted: ReadonlySet<string> = new Set([
  ...["pattern", "minLength", "maxLength", "minItems", "maxItems", "uniqueItems", "minProperties", "maxProperties"],
  ...["contentEncoding", "contentMediaType", "contentSchema", "propertyNames"],
]);

/** A schema that accepts any object, or also null if `schema` does, with a description that names the members. */
function described(schema: SchemaObject, members: ObjectMembers): SchemaObject {
  const { type, description, anyOf, oneOf } = schema;
  const isNullable = Array.isArray(type) ? type.includes("null") : [...schemasIn(anyOf), ...schemasIn(oneOf)].some(isNull);
  const sentence = typeof description === "string" ? `${leadingSentence(description)} ` : "";
  const names = [...members].map(([name, isRequired]) => (isRequired ? `${name} (required)` : name));
  const more = names.length > maxNames ? ` and ${names.length - maxNames} more` : "";
  return {
    type: isNullable ? ["object", "null"] : "object",
    description: `${sentence}Members: ${names.slice(0, maxNames).join(", ")}${more}.`,
  };
}

const maxNames = 20;
