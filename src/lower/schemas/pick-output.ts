import { type Diagnostic, diagnostic, type Outcome } from "../../diagnostic/diagnostic.ts";
import { nearest } from "../../diagnostic/nearest.ts";
import type { ConfigValue } from "../../project/config/config.ts";
import type { SchemaUse } from "../../schema/schema-library.ts";
import { isObject } from "../../source/json/json.ts";
import type { Draft } from "../draft.ts";
import { followReferences, objectMembers } from "../openapi/object-members.ts";
import { arraySchema, literalSchema, openObject, type Property, partAt, resultObject } from "./build-schema.ts";
import { pickWithoutMembers, unknownOutputMember } from "./codes.ts";
import type { NamedSchemas } from "./schema-source.ts";

/**
 * Reduces the output schema to the picked members, as the run-time library reduces results. If the output is an object `{ result }`,
 * members of `result` or of its array items are picked. Other members stay allowed, because a result is validated before it is reduced.
 */
export function pickOutput(draft: Draft, pick: readonly ConfigValue<string>[], schemas: NamedSchemas): Outcome<Draft> {
  if (pick.length === 0) return { value: draft, diagnostics: [] };
  const diagnostics: Diagnostic[] = [];
  const { output } = draft;
  const narrow = (use: SchemaUse): SchemaUse | undefined => {
    const members = objectMembers(asReference(use), schemas);
    if (members === undefined) return undefined;
    diagnostics.push(...unknownIn(members, pick, draft));
    const picked = members.filter(({ name }) => pick.some(({ value }) => value === name));
    return { ...openObject(picked, use.schema.origin), broken: use.broken };
  };
  const result = pick.some(({ value }) => value === "result") ? undefined : resultIn(output);
  if (result === undefined) {
    const unknown = openObject(
      pick.map((entry) => anyMember(entry, output)),
      output.schema.origin,
    );
    return { value: { ...draft, output: narrow(output) ?? { ...unknown, broken: output.broken } }, diagnostics };
  }
  const target = followReferences(result, schemas);
  const { items, type } = target.schema.json;
  const isArrayType = type === "array" && isObject(items);
  const found = memberless(isArrayType ? partAt(target, ["items"], items) : target, schemas);
  if (found !== undefined) {
    const params = { tool: draft.id, found: isArrayType ? `an array of ${found.several}` : found.one };
    return { value: draft, diagnostics: [diagnostic(pickWithoutMembers, params, pick[0]?.origin ?? draft.origin, { tool: draft.id })] };
  }
  // If the type of a value is unknown, the run-time library reduces the value only if it is an object.
  const reduced = (use: SchemaUse) => narrow(use) ?? literalSchema({}, use.schema.origin);
  const inner = isArrayType ? arraySchema(reduced(partAt(target, ["items"], items)), target.schema.origin) : reduced(target);
  return { value: { ...draft, output: { ...resultObject(inner, output.schema.origin), broken: output.broken } }, diagnostics };
}

/** What messages call the values of types without members. */
const withoutMembers = new Map<unknown, { readonly one: string; readonly several: string }>([
  ["null", { one: "null", several: "nulls" }],
  ["string", { one: "a string", several: "strings" }],
  ["number", { one: "a number", several: "numbers" }],
  ["integer", { one: "a number", several: "numbers" }],
  ["boolean", { one: "a boolean", several: "booleans" }],
]);

/** What messages call the values of a schema that accepts no objects; `undefined` if the schema may accept objects. */
function memberless(use: SchemaUse, schemas: NamedSchemas): { readonly one: string; readonly several: string } | undefined {
  return withoutMembers.get(followReferences(use, schemas).schema.json.type);
}

/** Removes the `type: object` that `asObject` has added to a schema with a reference. */
function asReference(use: SchemaUse): SchemaUse {
  const { type, ...json } = use.schema.json;
  return type === "object" && json.$ref !== undefined ? { ...use, schema: { ...use.schema, json } } : use;
}

function unknownIn(members: readonly Property[], pick: readonly ConfigValue<string>[], { id, origin }: Draft): Diagnostic[] {
  const known = members.map(({ name }) => name);
  return pick
    .filter(({ value }) => !known.includes(value))
    .map((entry) => {
      const params = { tool: id, name: entry.value, near: nearest(entry.value, known) };
      return diagnostic(unknownOutputMember, params, entry.origin ?? origin, { tool: id });
    });
}

/** A picked member of an object whose members are unknown. */
function anyMember({ value }: ConfigValue<string>, { schema }: SchemaUse): Property {
  return { name: value, use: literalSchema({}, schema.origin), required: false };
}

/** The schema of `result` if the output is an object `{ result }`. */
function resultIn(output: SchemaUse): SchemaUse | undefined {
  const { properties } = output.schema.json;
  if (!isObject(properties) || Object.keys(properties).join() !== "result" || !isObject(properties.result)) return undefined;
  return partAt(output, ["properties", "result"], properties.result);
}
