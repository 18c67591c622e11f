import type { Related } from "../../diagnostic/diagnostic.ts";

/** The most examples of one finding; the first few are enough. */
const most = 3;

/** The first few of the places that one finding is about. */
export function examplesOf(places: readonly Related[]): { readonly related: readonly Related[] } {
  return { related: places.slice(0, most) };
}
