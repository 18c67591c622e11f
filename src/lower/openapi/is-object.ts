import { type Budget, partOf } from "../../schema/reason/budget.ts";
import { sharedSchemaName } from "../../schema/references.ts";
import type { SchemaUse } from "../../schema/schema-library.ts";
import { isArray, isObject, type Json, member } from "../../source/json/json.ts";
import type { NamedSchemas } from "../schemas/schema-source.ts";

/**
 * Whether a schema describes an object. A schema without a `type` counts as an object if it has keywords for members, because many
 * documents omit `type: object`.
 */
export function isObjectSchema({ schema }: SchemaUse, schemas: NamedSchemas): boolean {
  const { reasoning } = schemas;
  const budget = partOf(reasoning.budget, maxSchemas);
  const isObjects = describesObject(schema.json, { schemas, passed: new Set(), budget });
  if (!isObjects && budget.isUsedUp()) reasoning.leaveOpen("whether this schema describes an object", schema.origin);
  return isObjects;
}

/**
 * The part of the budget for one schema: the maximum number of schemas that are visited. A schema that refers to more schemas is not
 * considered an object.
 */
const maxSchemas = 1_000;

interface Visit {
  readonly schemas: NamedSchemas;
  /** The names of the references between the first schema and this one. */
  readonly passed: ReadonlySet<string>;
  /** How many more schemas may be visited. A schema counts each time that it is visited. */
  readonly budget: Budget;
}

function describesObject(json: Json, visit: Visit): boolean {
  const { schemas, passed, budget } = visit;
  if (!isObject(json) || !budget.spend()) return false;
  if (json.type !== undefined) return json.type === "object";
  const name = sharedSchemaName(json.$ref);
  if (name !== undefined && !passed.has(name)) {
    const target = schemas.named(name);
    if (target !== undefined && describesObject(target.json, { ...visit, passed: new Set([...passed, name]) })) return true;
  }
  const isOne = (part: Json) => describesObject(part, visit);
  if (isArray(json.allOf) && json.allOf.some(isOne)) return true;
  const choices = [json.anyOf, json.oneOf].filter(isArray);
  if (choices.length > 0) return choices.some((parts) => parts.length > 0 && parts.every(isOne));
  return isObject(member(json, "properties")) || isArray(member(json, "required")) || isObject(json.additionalProperties);
}
