import { assertedFormats } from "../schema/accepts.ts";
import { type Comparer, createComparer, unchangedNames } from "../schema/subsumption/compare.ts";
import { isObject, type Json, type JsonObject } from "../source/json.ts";

/** Two versions of the contract of a toolset, with data that the functions for comparing their parts share. */
export interface Comparison {
  readonly former: JsonObject;
  readonly next: JsonObject;
  readonly shared: { readonly former: ReadonlyMap<string, JsonObject>; readonly next: ReadonlyMap<string, JsonObject> };
  /**
   * The names of the shared schemas that are equal in both versions and refer, directly or indirectly, only to schemas that are equal too.
   */
  readonly same: ReadonlySet<string>;
  readonly inputs: Comparer<"former" | "next">;
  /** Compares output schemas without the keyword `format`, because results are not validated against formats. */
  readonly outputs: Comparer<"former" | "next">;
}

export function comparisonOf(former: JsonObject, next: JsonObject): Comparison {
  const shared = { former: schemasOf(former), next: schemasOf(next) };
  const same = unchangedNames([shared.former, shared.next]);
  return {
    former,
    next,
    shared,
    same,
    inputs: createComparer(shared, { formats: assertedFormats, same }),
    outputs: createComparer(shared, { formats: new Set(), same }),
  };
}

function schemasOf({ schemas }: JsonObject): ReadonlyMap<string, JsonObject> {
  const entries: [string, Json][] = isObject(schemas) ? Object.entries(schemas) : [];
  return new Map(entries.flatMap(([name, schema]) => (isObject(schema) ? [[name, schema] as const] : [])));
}
