import type { Diagnostic } from "../diagnostic/diagnostic.ts";
import { type Place, pointerOf, type Tree } from "../source/tree.ts";

/**
 * Removes follow-on findings: those about the conversion of a schema, if the check of the document has already reported a finding at the
 * same value.
 */
export function withoutFollowOns(
  diagnostics: readonly Diagnostic[],
  checked: readonly Diagnostic[],
  isAboutSchema: (found: Diagnostic) => boolean,
): readonly Diagnostic[] {
  if (!diagnostics.some(isAboutSchema)) return diagnostics;
  const reported = new Map<Tree, Set<string>>();
  for (const { place } of checked) {
    const pointer = pointerIn(place);
    if (pointer === undefined) continue;
    const ofTree = reported.get(place.tree) ?? new Set();
    reported.set(place.tree, ofTree.add(pointer));
  }
  return diagnostics.filter((found) => {
    const pointer = isAboutSchema(found) ? pointerIn(found.place) : undefined;
    return pointer === undefined || reported.get(found.place.tree)?.has(pointer) !== true;
  });
}

function pointerIn(place: Place): string | undefined {
  return "path" in place ? pointerOf(place.path) : undefined;
}
