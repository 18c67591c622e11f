import type { Json, JsonObject } from "../../../source/json/json.ts";
import { isSameValue } from "../../../source/json/value-key.ts";
import { referencesOf } from "../../references.ts";
import { createValueFinder } from "./find-value.ts";
import { judge } from "./judge.ts";
import type { NormalSchema, SchemaReader, SharedSchemas } from "./normal-schema.ts";
import type { Waiver } from "./obligation.ts";
import { createSchemaReader, type ReaderOptions } from "./read-schema.ts";

/** Whether a schema `wide` accepts all values that another schema `narrow` accepts. */
export type Subsumption =
  | { readonly kind: "yes" }
  /** A counterexample: `narrow` accepts `value`, but `wide` does not. */
  | { readonly kind: "no"; readonly value: Json }
  | { readonly kind: "undecided" };

/** Compares schemas of several sides, such as an older and a newer contract. Each side has its own shared schemas. */
export interface Comparer<Side extends string> {
  readonly read: (schema: Json, side: Side) => NormalSchema;
  /** Whether `wide` accepts all values that `narrow` accepts. */
  readonly covers: (wide: NormalSchema, narrow: NormalSchema, waives: Waiver) => Subsumption;
  /** Returns the conjunction of schemas and assertions. */
  readonly all: SchemaReader["all"];
}

/**
 * Creates a comparer of JSON Schemas 2020-12. It compares the sets of values that the schemas accept, so names and notation do not matter.
 * Every result "no" has a counterexample.
 */
export function createComparer<Side extends string>(
  sides: { readonly [side in Side]: ReadonlyMap<string, JsonObject> },
  options: ReaderOptions,
): Comparer<Side> {
  const tables = new Map(
    Object.entries<ReadonlyMap<string, JsonObject>>(sides).map(([side, schemas]): [string, SharedSchemas] => [side, { schemas }]),
  );
  const reader = createSchemaReader(options);
  const finderOf = (waives: Waiver) => createValueFinder(reader, { ...options, waives });
  const finders = { wide: finderOf("wide"), narrow: finderOf("narrow"), none: finderOf("none") };
  return {
    all: reader.all,
    read: (schema, side) => reader.read(schema, tables.get(side) ?? { schemas: new Map() }),
    covers: (wide, narrow, waives) => {
      const solution = finders[waives].find([narrow], [wide]);
      if (solution.kind === "none") return { kind: "yes" };
      if (solution.kind === "unknown") return { kind: "undecided" };
      const { value } = solution;
      return judge(narrow, value) === true && judge(wide, value) === false ? { kind: "no", value } : { kind: "undecided" };
    },
  };
}

/**
 * The names of the shared schemas that are equal in the tables of all sides. A shared schema is equal only if all schemas that it refers to
 * are equal too.
 */
export function unchangedNames(tables: readonly ReadonlyMap<string, JsonObject>[]): ReadonlySet<string> {
  const [first = new Map<string, JsonObject>(), ...others] = tables;
  const same = new Map([...first].filter(([name, schema]) => others.every((table) => isSameValue(schema, table.get(name) ?? null))));
  // A schema that refers to a changed schema counts as changed too.
  for (let size = -1; size !== same.size; ) {
    size = same.size;
    for (const [name, schema] of same) if (!referencesOf(schema).every((each) => same.has(each))) same.delete(name);
  }
  return new Set(same.keys());
}
