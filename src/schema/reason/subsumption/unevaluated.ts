import { isArray, isObject, type Json, type JsonObject, namedEntries } from "../../../source/json/json.ts";
import { sharedSchemaName } from "../../references.ts";
import { type Budget, partOf } from "../budget.ts";
import type { AssertionForm, NormalSchema, SchemaReader, SharedSchemas } from "./normal-schema.ts";

/** One way to satisfy a schema: the conditions for it, and the members and items that are evaluated if the conditions hold. */
interface Evaluation {
  readonly conditions: readonly NormalSchema[];
  readonly names: readonly string[];
  readonly patterns: readonly string[];
  readonly items: number;
  /** The schemas of `contains`. An item that matches one of these schemas is evaluated. */
  readonly contained: readonly NormalSchema[];
  /** Whether all members are evaluated and, in `hasAllItems`, whether all items are evaluated. */
  readonly hasAllMembers: boolean;
  readonly hasAllItems: boolean;
}

const nothing: Evaluation = { conditions: [], names: [], patterns: [], items: 0, contained: [], hasAllMembers: false, hasAllItems: false };

/** The maximum numbers of ways to satisfy a schema and of schemas to visit. If one is exceeded, the keyword is treated as unsupported. */
const maxWays = 128;
const maxVisits = 4_000;

/**
 * Converts `unevaluatedProperties` to assertions that depend on no other keyword. Each way to satisfy the adjacent schemas becomes an
 * alternative: the conditions of the way, and an assertion about the members that it does not evaluate (JSON Schema 2020-12 Core, §11.3).
 */
export function unevaluatedProperties(schema: JsonObject, reading: ReadOptions): NormalSchema {
  const { reader, shared } = reading;
  const others = reader.read(schema.unevaluatedProperties ?? true, shared);
  return byWay(schema, reading, ({ names, patterns, hasAllMembers }) => {
    if (hasAllMembers) return undefined;
    const properties = new Map(names.map((name) => [name, reader.always]));
    return { kind: "members", properties, patterns: patterns.map((pattern) => [pattern, reader.always]), others };
  });
}

/** Converts `unevaluatedItems` to assertions that depend on no other keyword (JSON Schema 2020-12 Core, §11.2). */
export function unevaluatedItems(schema: JsonObject, reading: ReadOptions): NormalSchema {
  const { reader, shared } = reading;
  const others = reader.read(schema.unevaluatedItems ?? true, shared);
  return byWay(schema, reading, ({ items, contained, hasAllItems }) => {
    if (hasAllItems) return undefined;
    const rest = contained.length === 0 ? others : reader.all([], [{ kind: "any", schemas: [others, ...contained] }]);
    return { kind: "items", prefix: Array.from({ length: items }, () => reader.always), rest };
  });
}

interface ReadOptions {
  readonly shared: SharedSchemas;
  readonly reader: SchemaReader;
  readonly budget: Budget;
}

function byWay(schema: JsonObject, reading: ReadOptions, assertionOf: (way: Evaluation) => AssertionForm | undefined): NormalSchema {
  const { reader } = reading;
  const ways = waysOf(schema, { ...reading, budget: partOf(reading.budget, maxVisits) }, new Set());
  if (ways === undefined) return reader.opaque(schema, reading.shared);
  const schemas = ways.map((way) => reader.all(way.conditions, [assertionOf(way) ?? []].flat()));
  const [only] = schemas;
  return only !== undefined && schemas.length === 1 ? only : reader.all([], [{ kind: "any", schemas }]);
}

/** The ways to satisfy a schema; `undefined` if the schema is recursive or has too many ways. */
function waysOf(schema: Json, reading: ReadOptions, open: ReadonlySet<Json>): readonly Evaluation[] | undefined {
  if (!isObject(schema)) return [nothing];
  const { reader, shared, budget } = reading;
  if (open.has(schema) || !budget.spend()) return undefined;
  const inside = new Set([...open, schema]);
  const own: Evaluation = {
    conditions: [],
    names: namedEntries(schema.properties).map(([name]) => name),
    patterns: namedEntries(schema.patternProperties).map(([pattern]) => pattern),
    contained: schema.contains === undefined ? [] : [reader.read(schema.contains, shared)],
    items: isArray(schema.prefixItems) ? schema.prefixItems.length : 0,
    hasAllMembers: schema.additionalProperties !== undefined || (open.size > 0 && schema.unevaluatedProperties !== undefined),
    hasAllItems: schema.items !== undefined || (open.size > 0 && schema.unevaluatedItems !== undefined),
  };
  let ways: readonly Evaluation[] | undefined = [own];
  const name = sharedSchemaName(schema.$ref ?? schema.$dynamicRef);
  const always = [...(name === undefined ? [] : [shared.schemas.get(name) ?? true]), ...(isArray(schema.allOf) ? schema.allOf : [])];
  for (const part of always) ways = product(ways, waysOf(part, reading, inside));
  for (const keyword of ["anyOf", "oneOf"] as const) {
    const list = schema[keyword];
    if (!isArray(list)) continue;
    const branches = list.map((branch) => ({ node: reader.read(branch, shared), ways: waysOf(branch, reading, inside) }));
    ways = product(
      ways,
      branches.reduce<readonly Evaluation[] | undefined>((sum, branch) => product(sum, eitherWay(branch, reader)), [nothing]),
    );
  }
  if (schema.if !== undefined) {
    const test = reader.read(schema.if, shared);
    const then = product(given(test, waysOf(schema.if, reading, inside)), waysOf(schema.then ?? true, reading, inside));
    const otherwise = given(reader.all([], [{ kind: "not", schema: test }]), waysOf(schema.else ?? true, reading, inside));
    ways = product(ways, then === undefined || otherwise === undefined ? undefined : [...then, ...otherwise]);
  }
  for (const [name, part] of namedEntries(schema.dependentSchemas)) {
    const present = reader.all([], [{ kind: "required", name }]);
    const absent = reader.all([], [{ kind: "not", schema: present }]);
    const dependent = given(present, waysOf(part, reading, inside));
    ways = product(ways, dependent && [...dependent, { ...nothing, conditions: [absent] }]);
  }
  return ways;
}

/** The ways to treat one alternative: it holds, and evaluates members and items; or it does not hold. */
function eitherWay(
  { node, ways }: { readonly node: NormalSchema; readonly ways: readonly Evaluation[] | undefined },
  reader: SchemaReader,
): readonly Evaluation[] | undefined {
  const holds = given(node, ways);
  return holds && [...holds, { ...nothing, conditions: [reader.all([], [{ kind: "not", schema: node }])] }];
}

function given(condition: NormalSchema, ways: readonly Evaluation[] | undefined): readonly Evaluation[] | undefined {
  return ways?.map((way) => ({ ...way, conditions: [condition, ...way.conditions] }));
}

function product(some: readonly Evaluation[] | undefined, others: readonly Evaluation[] | undefined): readonly Evaluation[] | undefined {
  if (some === undefined || others === undefined || some.length * others.length > maxWays) return undefined;
  return some.flatMap((a) =>
    others.map((b) => ({
      conditions: [...a.conditions, ...b.conditions],
      names: [...a.names, ...b.names],
      patterns: [...a.patterns, ...b.patterns],
      items: Math.max(a.items, b.items),
      contained: [...a.contained, ...b.contained],
      hasAllMembers: a.hasAllMembers || b.hasAllMembers,
      hasAllItems: a.hasAllItems || b.hasAllItems,
    })),
  );
}
