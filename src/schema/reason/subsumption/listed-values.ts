import type { Json } from "../../../source/json/json.ts";
import { valueKey } from "../../../source/json/value-key.ts";
import { anyType, type NormalSchema, typeBitOf } from "./normal-schema.ts";

/**
 * The values of a union whose alternatives only list values, as those of an enum that describes each of them. Otherwise, `oneOf` would be
 * compared by the pairs of its alternatives. `undefined` if an alternative does more, or two of `oneOf` list the same value.
 */
export function listedValues(kind: "any" | "one", alternatives: readonly NormalSchema[]): readonly Json[] | undefined {
  const values = new Map<string, Json>();
  let count = 0;
  for (const { assertions } of alternatives) {
    const [listed, ...others] = assertions.filter((each) => each.kind !== "types");
    if (listed?.kind !== "values" || others.length > 0) return undefined;
    const types = assertions.reduce((all, each) => (each.kind === "types" ? all & each.types : all), anyType);
    for (const value of listed.values.filter((each) => (typeBitOf(each) & types) !== 0)) {
      values.set(valueKey(value), value);
      count += 1;
    }
  }
  return kind === "one" && values.size < count ? undefined : [...values.values()];
}
