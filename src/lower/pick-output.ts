import { type Diagnostic, diagnostic, type Outcome } from "../diagnostic/diagnostic.ts";
import { nearest } from "../diagnostic/nearest.ts";
import type { ConfigValue } from "../project/config.ts";
import type { SchemaUse } from "../schema/schema-library.ts";
import { isObject, type JsonSchema } from "../source/json.ts";
import { arrayOf, literalSchema, memberOf, openObject, type Property, resultObject } from "./build-schema.ts";
import { pickFromNothing, unknownPick } from "./codes.ts";
import type { Draft } from "./draft.ts";
import { objectMembers, targetOf } from "./openapi/object-members.ts";
import type { NamedSchemas } from "./schema-source.ts";

/**
 * The draft with an output of the members that are picked, as the run-time library cuts answers: of an object its own members, of a
 * `{ result }` those of the result or of its items. Outputs stay open, since an answer is checked before it is cut.
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
  const target = targetOf(result, schemas) ?? result;
  const { items, type } = target.schema.json;
  const isList = type === "array" && isObject(items);
  const found = memberless(isList ? itemsOf(target, items) : target, schemas);
  if (found !== undefined) {
    const params = { tool: draft.id, found: isList ? `a list of ${found.several}` : found.one };
    return { value: draft, diagnostics: [diagnostic(pickFromNothing, params, pick[0]?.origin ?? draft.origin, { tool: draft.id })] };
  }
  // What is not known to be an object is cut only if it turns out to be one.
  const cut = (use: SchemaUse) => narrow(use) ?? literalSchema({}, use.schema.origin);
  const inner = isList ? arrayOf(cut(itemsOf(target, items)), target.schema.origin) : cut(target);
  return { value: { ...draft, output: { ...resultObject(inner, output.schema.origin), broken: output.broken } }, diagnostics };
}

/** How a message calls values without members. */
const withoutMembers = new Map<unknown, { readonly one: string; readonly several: string }>([
  ["null", { one: "empty", several: "nulls" }],
  ["string", { one: "a text", several: "texts" }],
  ["number", { one: "a number", several: "numbers" }],
  ["integer", { one: "a number", several: "numbers" }],
  ["boolean", { one: "true or false", several: "true and false" }],
]);

/** What stands where no object can; `undefined` where one may, also where nothing is known. */
function memberless(use: SchemaUse, schemas: NamedSchemas): { readonly one: string; readonly several: string } | undefined {
  return withoutMembers.get((targetOf(use, schemas) ?? use).schema.json.type);
}

/** An output that is only a reference has `type: object` beside it, for readers who look no further. */
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
      return diagnostic(unknownPick, params, entry.origin ?? origin, { tool: id });
    });
}

/** A member of an object whose members are not known one by one. */
function anyMember({ value }: ConfigValue<string>, { schema }: SchemaUse): Property {
  return { name: value, use: literalSchema({}, schema.origin), required: false };
}

/** What a `{ result }` holds. */
function resultIn(output: SchemaUse): SchemaUse | undefined {
  const { properties } = output.schema.json;
  if (!isObject(properties) || Object.keys(properties).join() !== "result" || !isObject(properties.result)) return undefined;
  return memberOf(output, "result", properties.result);
}

function itemsOf({ schema, uses, broken }: SchemaUse, json: JsonSchema): SchemaUse {
  const inside = schema.moves.filter(({ at }) => at[0] === "items");
  const moved = inside.findLast(({ at }) => at.length === 1)?.origin;
  const origin = moved ?? { ...schema.origin, path: [...schema.origin.path, "items"] };
  const moves = inside.filter(({ at }) => at.length > 1).map((move) => ({ at: move.at.slice(1), origin: move.origin }));
  return { schema: { json, origin, moves }, uses, broken };
}
