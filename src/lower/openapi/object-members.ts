import { type Budget, partOf } from "../../schema/reason/budget.ts";
import { sharedSchemaName } from "../../schema/references.ts";
import type { SchemaUse } from "../../schema/schema-library.ts";
import { isArray, isObject, itemsIn } from "../../source/json/json.ts";
import { type Property, partAt } from "../schemas/build-schema.ts";
import type { NamedSchemas } from "../schemas/schema-source.ts";

/** If a schema has only these keywords, it lists members and has no further assertions about the whole object. */
const plainKeywords = new Set([
  "type",
  "properties",
  "required",
  "additionalProperties",
  "allOf",
  "title",
  "description",
  "default",
  "examples",
  "example",
  "deprecated",
  "$comment",
]);

/** The limits of a search for members: the depth of nested `allOf` and references, and the part of the budget, in visited schemas. */
const maxNesting = 16;
const maxSchemas = 1_000;

/**
 * The members of an object schema, including those of its `allOf` and of its reference. `undefined` if the schema also has assertions about
 * the whole object, such as about combinations of members.
 */
export function objectMembers(use: SchemaUse, schemas: NamedSchemas): Property[] | undefined {
  const budget = partOf(schemas.reasoning.budget, maxSchemas);
  const parts = partsOf(use, schemas, { depth: 0, budget });
  if (budget.isUsedUp()) schemas.reasoning.leaveOpen("which members an object of this schema has", use.schema.origin);
  if (parts === undefined || (parts.length > 1 && parts.some(({ schema }) => schema.json.additionalProperties === false))) return undefined;
  const members = new Map<string, SchemaUse>();
  const required = new Set<string>();
  for (const part of parts) {
    const { properties, required: names } = part.schema.json;
    for (const name of itemsIn(names)) required.add(String(name));
    for (const [name, json] of isObject(properties) ? Object.entries(properties) : []) {
      if (members.has(name) || !isObject(json)) return undefined; // The member has two schemas or a boolean schema, so it cannot be separated from the object.
      members.set(name, partAt(part, ["properties", name], json));
    }
  }
  if (members.size === 0 || [...required].some((name) => !members.has(name))) return undefined;
  return [...members].map(([name, member]) => ({ name, use: member, required: required.has(name) }));
}

interface Nesting {
  readonly depth: number;
  /** How many more schemas may be visited. A schema counts each time that it is visited. */
  readonly budget: Budget;
}

/** The object schemas that apply together: the schema itself, the targets of references and the schemas in `allOf`. */
function partsOf(use: SchemaUse, schemas: NamedSchemas, { depth, budget }: Nesting): SchemaUse[] | undefined {
  if (depth > maxNesting) budget.giveUp();
  if (depth > maxNesting || !budget.spend()) return undefined;
  const inside = { depth: depth + 1, budget };
  const target = referencedSchema(use, schemas);
  if (target !== undefined) return partsOf(target, schemas, inside);
  const { json } = use.schema;
  if (Object.keys(json).some((keyword) => !plainKeywords.has(keyword))) return undefined;
  if (json.type !== "object" && (json.type !== undefined || (json.properties === undefined && json.allOf === undefined))) return undefined;
  if (json.additionalProperties !== undefined && json.additionalProperties !== false) return undefined;
  const parts: SchemaUse[] = json.properties === undefined && json.required === undefined ? [] : [use];
  for (const [index, part] of (isArray(json.allOf) ? json.allOf : []).entries()) {
    if (!isObject(part)) return undefined;
    const inner = partsOf(partAt(use, ["allOf", index], part), schemas, inside);
    if (inner === undefined) return undefined;
    parts.push(...inner);
  }
  return parts;
}

/** The maximum number of references in a chain. */
const maxLinks = 100;

/** The schema at the end of a chain of references. A schema that is not a reference is returned unchanged. */
export function followReferences(use: SchemaUse, schemas: NamedSchemas): SchemaUse {
  let schema = use;
  for (let links = 0; links < maxLinks; links++) {
    const target = referencedSchema(schema, schemas);
    if (target === undefined) break;
    schema = target;
  }
  return schema;
}

/** The target of a schema that is only a reference; `undefined` for any other schema. */
function referencedSchema(use: SchemaUse, schemas: NamedSchemas): SchemaUse | undefined {
  const { $ref, ...rest } = use.schema.json;
  const name = sharedSchemaName($ref);
  if (name === undefined || Object.keys(rest).some((keyword) => !["description", "title", "deprecated"].includes(keyword)))
    return undefined;
  const schema = schemas.named(name);
  return schema && { schema, uses: use.uses, broken: use.broken };
}
