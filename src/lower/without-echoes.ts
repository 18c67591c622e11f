import type { Diagnostic } from "../diagnostic/diagnostic.ts";
import { schemaCodes } from "../schema/codes.ts";
import type { Place } from "../source/locate.ts";
import { pointerOf, type Tree } from "../source/tree.ts";

const ofConversion: ReadonlySet<string> = new Set(schemaCodes.map(({ code }) => code));

/** Findings without what the conversion of a schema says of a value that the check of its document found at fault already. */
export function withoutEchoes(diagnostics: readonly Diagnostic[], checked: readonly Diagnostic[]): readonly Diagnostic[] {
  if (!diagnostics.some(({ code }) => ofConversion.has(code))) return diagnostics;
  const said = new Map<Tree, Set<string>>();
  for (const { place } of checked) {
    const pointer = pointerIn(place);
    if (pointer === undefined) continue;
    const ofTree = said.get(place.tree) ?? new Set();
    said.set(place.tree, ofTree.add(pointer));
  }
  return diagnostics.filter(({ code, place }) => {
    const pointer = ofConversion.has(code) ? pointerIn(place) : undefined;
    return pointer === undefined || said.get(place.tree)?.has(pointer) !== true;
  });
}

function pointerIn(place: Place): string | undefined {
  return "path" in place ? pointerOf(place.path) : undefined;
}
