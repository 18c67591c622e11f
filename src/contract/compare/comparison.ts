import type { Use } from "../../diagnostic/use.ts";
import { assertedFormats } from "../../schema/reason/accepts.ts";
import { type Budget, createBudget } from "../../schema/reason/budget.ts";
import { type Comparer, createComparer, unchangedNames } from "../../schema/reason/subsumption/compare.ts";
import { createNarrowingFinder } from "../../schema/reason/subsumption/narrowings/find-narrowings.ts";
import type { Narrowings } from "../../schema/reason/subsumption/narrowings/narrowing.ts";
import type { NormalSchema } from "../../schema/reason/subsumption/normal-schema.ts";
import { reversed, type Waiver } from "../../schema/reason/subsumption/obligation.ts";
import { isObject, type Json, type JsonObject } from "../../source/json/json.ts";
import { createTextComparer, type TextComparer } from "./compare-texts.ts";
import { defaultAddress } from "./server-address.ts";

/** Two versions of the contract of a toolset, with data that the functions for comparing their parts share. */
export interface Comparison {
  readonly former: JsonObject;
  readonly next: JsonObject;
  readonly shared: { readonly former: ReadonlyMap<string, JsonObject>; readonly next: ReadonlyMap<string, JsonObject> };
  /**
   * The names of the shared schemas that are equal in both versions and refer, directly or indirectly, only to schemas that are equal too.
   */
  readonly same: ReadonlySet<string>;
  /** The steps that the comparison of all schemas of the toolset may take. */
  readonly budget: Budget;
  readonly inputs: SchemaComparer;
  /** Compares output schemas without the keyword `format`, because results are not validated against formats. */
  readonly outputs: SchemaComparer;
  /** The paths in the addresses of the service, to which those of the tools are appended. */
  readonly basePaths: { readonly former: string; readonly next: string };
  readonly compareTexts: TextComparer;
  readonly use: Use;
  /** The tools whose breaks, or whose changes of texts, are not all listed. `compareContracts` reports each sort once. */
  readonly cut: { readonly breaks: Set<JsonObject>; readonly texts: Set<JsonObject> };
}

/** Compares the former and the next schema of a tool. The wider one should be the next schema of an input, or the former of an output. */
export interface SchemaComparer {
  readonly read: Comparer<Side>["read"];
  /** The innermost parts of `wide` that do not accept all values that `narrow` accepts. */
  readonly narrowings: (wide: NormalSchema, narrow: NormalSchema) => Narrowings;
  /** Whether `wide` accepts more than `narrow`. */
  readonly isWider: (wide: NormalSchema, narrow: NormalSchema) => boolean;
}

type Side = "former" | "next";

export function comparisonOf(former: JsonObject, next: JsonObject, use: Use): Comparison {
  const shared = { former: schemasOf(former), next: schemasOf(next) };
  const same = unchangedNames([shared.former, shared.next]);
  const budget = createBudget();
  // Only those who check values may have relied on members that no schema described.
  const waiver = (waives: Waiver): Waiver => (use === "strict" ? "none" : waives);
  return {
    former,
    next,
    shared,
    same,
    budget,
    inputs: schemaComparer(createComparer(shared, { formats: assertedFormats, same, budget }), waiver("wide")),
    outputs: schemaComparer(createComparer(shared, { formats: new Set(), same, budget }), waiver("narrow")),
    basePaths: { former: defaultAddress(former).path, next: defaultAddress(next).path },
    compareTexts: createTextComparer(same),
    use,
    cut: { breaks: new Set(), texts: new Set() },
  };
}

function schemaComparer(comparer: Comparer<Side>, waives: Waiver): SchemaComparer {
  return {
    read: comparer.read,
    narrowings: createNarrowingFinder(comparer, waives),
    isWider: (wide, narrow) => comparer.covers(narrow, wide, reversed(waives)).kind !== "yes",
  };
}

function schemasOf({ schemas }: JsonObject): ReadonlyMap<string, JsonObject> {
  const entries: [string, Json][] = isObject(schemas) ? Object.entries(schemas) : [];
  return new Map(entries.flatMap(([name, schema]) => (isObject(schema) ? [[name, schema] as const] : [])));
}
