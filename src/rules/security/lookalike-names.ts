import type { Place } from "../../source/tree.ts";
import { rule } from "../rule.ts";
import { mixedLetterIn, skeletonOf } from "./lookalikes.ts";

export const lookalikeNames = rule<{ what: string; name: string }>({
  code: "lookalike-names",
  severity: "error",
  set: "recommended",
  summary: "two names that look the same",
  price: 0,
  comparesToolsets: true,
  message: ({ what, name }) => `Another ${what} looks like "${name}" but is written with other characters.`,
  help: "Reviewers mistake such names for each other, and a model may use the wrong name. The names differ in letters of another script, in composed and decomposed letters (NFC and NFD), or in invisible characters. Rename or remove one of them.",

  *project({ program }) {
    const tools = program.toolsets.flatMap(({ tools }) => tools);
    yield* twinsAmong(
      tools.map(({ id, origin }) => ({ name: id, place: origin })),
      "tool",
    );
  },
  names({ names }) {
    return twinsAmong(names, "property");
  },
});

/** A match for each name that looks like an earlier, different name. */
function* twinsAmong(named: readonly { readonly name: string; readonly place: Place }[], what: string) {
  if (named.every(({ name }) => /^[\0-\x7f]*$/.test(name))) return;
  const firsts = new Map<string, (typeof named)[number]>();
  for (const { name, place } of named) {
    // The rule `mixed-script-name` reports names that mix scripts.
    if (mixedLetterIn(name) !== undefined) continue;
    const skeleton = skeletonOf(name);
    const first = firsts.get(skeleton);
    if (first === undefined) firsts.set(skeleton, { name, place });
    else if (first.name !== name) {
      yield { params: { what, name }, place, details: { related: [{ message: "The other name is here.", place: first.place }] } };
    }
  }
}
