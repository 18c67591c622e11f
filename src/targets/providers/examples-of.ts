import type { Related } from "../../diagnostic/diagnostic.ts";

const maxExamples = 3;

/** The first few locations of a finding, as the details of its diagnostic. */
export function examplesOf(places: readonly Related[]): { readonly related: readonly Related[] } {
  return { related: places.slice(0, maxExamples) };
}
