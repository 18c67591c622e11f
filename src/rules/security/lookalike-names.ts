import type { Tool } from "../../ir/ir.ts";
import type { Place } from "../../source/tree.ts";
import { rule } from "../rule.ts";
import { mixedLetterIn, skeletonOf } from "./lookalikes.ts";
import { propertyNames } from "./named-places.ts";

export const lookalikeNames = rule<{ what: string; name: string }>({
  code: "lookalike-names",
  severity: "error",
  set: "recommended",
  message: ({ what, name }) => `There is another ${what} that looks like "${name}", and is written with other characters.`,
  help: "Two names that nobody can tell apart are mistaken for each other: by reviewers, and by models, which may call the wrong one. They differ in letters of another script, in composed and decomposed letters (NFC and NFD), or in characters that are invisible. Rename or remove one.",

  *project({ program }) {
    const tools = program.toolsets.flatMap(({ tools }) => tools);
    yield* twinsAmong(
      tools.map(({ id, origin }: Tool) => ({ name: id, place: origin })),
      "tool",
    );
  },
  *schema(visited) {
    yield* twinsAmong([...propertyNames(visited)], "property");
  },
});

/** The second of two different names that look the same. Equal names are no twins. */
function* twinsAmong(named: readonly { readonly name: string; readonly place: Place }[], what: string) {
  if (named.every(({ name }) => /^[\0-\x7f]*$/.test(name))) return;
  const firsts = new Map<string, (typeof named)[number]>();
  for (const { name, place } of named) {
    // A name of several scripts is reported by its own rule.
    if (mixedLetterIn(name) !== undefined) continue;
    const skeleton = skeletonOf(name);
    const first = firsts.get(skeleton);
    if (first === undefined) firsts.set(skeleton, { name, place });
    else if (first.name !== name) {
      yield { params: { what, name }, place, details: { related: [{ message: "The other one is here.", place: first.place }] } };
    }
  }
}
