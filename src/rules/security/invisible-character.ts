import { type Place, valueAt } from "../../source/tree.ts";
import { rule } from "../rule.ts";
import { hiddenIn } from "./hidden-text.ts";
import { invisibleIn, listOfCharacters } from "./invisible-characters.ts";
import { propertyNames } from "./named-places.ts";

export const invisibleCharacter = rule<{ subject: string; characters: readonly string[]; visible: string | undefined }>({
  code: "invisible-character",
  severity: "warning",
  set: "recommended",
  message: ({ subject, characters }) => `The text of ${subject} has invisible characters: ${listOfCharacters(characters)}.`,
  help: "Such characters come from copying out of web pages and documents. Models read them, searches and comparisons fail by them, and reviewers do not see them. Remove them.",
  replacement: ({ visible }) => visible,
  isSafeFix: true,

  *text({ subject, text, place }) {
    const characters = invisibleIn(text);
    // Those that hide something are reported by their own rule.
    if (characters.length === 0 || hiddenIn(text).length > 0) return;
    yield { params: { subject, characters, visible: visibleText(place, characters) }, place };
  },
  *tool({ tool: { id, origin } }) {
    const characters = invisibleIn(id);
    if (characters.length > 0)
      yield { params: { subject: `the name ${JSON.stringify(id)}`, characters, visible: undefined }, place: origin };
  },
  *schema(visited) {
    for (const { name, place } of propertyNames(visited)) {
      const characters = invisibleIn(name);
      if (characters.length > 0) yield { params: { subject: `the name ${JSON.stringify(name)}`, characters, visible: undefined }, place };
    }
  },
});

/** The written text without these characters; `undefined` where it is written elsewhere, or has lines whose form would be lost. */
function visibleText(place: Place, characters: readonly string[]): string | undefined {
  const written = "path" in place && place.part === "value" ? valueAt(place.tree, place.path) : undefined;
  if (typeof written !== "string" || written.includes("\n")) return undefined;
  const removed = new Set(characters);
  return [...written].filter((character) => !removed.has(character)).join("");
}
