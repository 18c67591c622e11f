import type { Related } from "../../diagnostic/diagnostic.ts";

const maxExamples = 3;

/** The first few of the locations of a finding, as its details. */
export function examplesOf(places: readonly Related[]): { readonly related: readonly Related[] } {
  return { related: places.slice(0, maxExamples) };
}
