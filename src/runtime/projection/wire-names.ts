import type { Binding, ValueSource } from "../binding.ts";
import { isRecord } from "../json.ts";
import type { Projection } from "./convert/project.ts";
import type { Loss } from "./convert/projection-context.ts";
import type { RestorePlan } from "./convert/restore-plan.ts";
import { plainNames } from "./limits/provider-limits.ts";
import { type SchemaObject, stringsIn } from "./schema.ts";

/**
 * The names of parameters in the HTTP request, by property of the tool's input. Only properties whose name in the request differs are
 * included.
 */
export type WireNames = ReadonlyMap<string, string>;

/**
 * The original names of parameters, such as `X-Currency` for the input's `X_Currency`, if the model provider accepts them in a schema. The
 * input itself has only names that every provider accepts, since not all runtimes know which provider is used.
 */
export function wireNamesOf(binding: Binding | undefined, schema: SchemaObject, accepted: RegExp = plainNames): WireNames {
  const { properties } = schema;
  if (binding?.transport !== "http" || !isRecord(properties)) return new Map();
  const members = binding.body !== null && "members" in binding.body.from ? binding.body.from.members : [];
  const pairs = [...binding.parameters, ...members].flatMap(({ name, from }: { readonly name: string; readonly from: ValueSource }) =>
    "input" in from && from.input !== name && Object.hasOwn(properties, from.input) ? [[from.input, name] as const] : [],
  );
  // If two parameters have the same name, such as one in the path and one in the query, both are shown to the model with their names in the
  // input.
  const isSingle = (wire: string) => pairs.filter(([, name]) => name === wire).length === 1 && !Object.hasOwn(properties, wire);
  return new Map(pairs.filter(([, wire]) => accepted.test(wire) && isSingle(wire)));
}

/** Renames the properties of the input schema to their names in the request. */
export function withWireNames(schema: SchemaObject, names: WireNames): SchemaObject {
  const { properties } = schema;
  if (names.size === 0 || !isRecord(properties)) return schema;
  const renamed = Object.entries(properties).map(([name, property]) => [names.get(name) ?? name, property]);
  const required = stringsIn(schema["required"]).map((name) => names.get(name) ?? name);
  return { ...schema, properties: Object.fromEntries(renamed), required };
}

/** Adds to the projection of a renamed schema the conversion of the names in the request back to those of the input. */
export function restoreWireNames(projection: Projection, names: WireNames): Projection {
  if (names.size === 0) return projection;
  const inputs = new Map([...names].map(([input, wire]) => [wire, input]));
  const members = new Map([...inputs].map(([wire, input]) => [wire, { name: input, null: "kept" as const, plan: undefined }]));
  const own: RestorePlan = { kind: "object", members, others: undefined };
  const original = (loss: Loss): Loss => {
    const [keyword, name, ...rest] = loss.at;
    const input = keyword === "properties" ? inputs.get(String(name)) : undefined;
    return input === undefined ? loss : { ...loss, at: ["properties", input, ...rest] };
  };
  return {
    ...projection,
    plan: projection.plan === undefined ? own : { kind: "all", plans: [projection.plan, own] },
    losses: projection.losses.map(original),
    refusals: projection.refusals.map(original),
  };
}
