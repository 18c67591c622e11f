import { type Place, valueAt } from "../../source/tree.ts";
import { rule } from "../rule.ts";
import { hasControls } from "./control-character-in-name.ts";
import { hiddenIn } from "./hidden-text.ts";
import { invisibleIn, listOfCharacters, withoutInvisible } from "./invisible-characters.ts";

export const invisibleCharacter = rule<{ subject: string; characters: readonly string[]; visible: string | undefined }>({
  code: "invisible-character",
  severity: "warning",
  set: "recommended",
  summary: "an invisible character in a text or a name",
  price: 0,
  message: ({ subject, characters }) => `There are invisible characters in ${subject}: ${listOfCharacters(characters)}.`,
  help: "Invisible characters often come from text that was copied from web pages and documents. Models read them, but reviewers do not see them, and they make searches and comparisons fail. Remove the invisible characters.",
  replacement: ({ visible }) => visible,
  isSafeFix: true,

  text({ subject, text, place }) {
    const characters = invisibleIn(text);
    // The rule `hidden-text` reports characters that hide something.
    if (characters.length === 0 || hiddenIn(text).length > 0) return [];
    return [{ params: { subject: subject(), characters, visible: visibleText(place()) }, place: place() }];
  },
  *tool({ tool: { id, origin } }) {
    const characters = hasControls(id) ? [] : invisibleIn(id);
    if (characters.length > 0)
      yield { params: { subject: `the name ${JSON.stringify(id)}`, characters, visible: undefined }, place: origin };
  },
  names({ names }) {
    return names.flatMap(({ name, place }) => {
      // The rule `control-character-in-name` reports names with control characters.
      const characters = hasControls(name) ? [] : invisibleIn(name);
      const params = { subject: `the name ${JSON.stringify(name)}`, characters, visible: undefined };
      return characters.length > 0 ? { params, place } : [];
    });
  },
});

/**
 * The string at a place without invisible characters; `undefined` for a string of several lines, because a fix would change its line
 * breaks.
 */
function visibleText(place: Place): string | undefined {
  const written = "path" in place && place.part === "value" ? valueAt(place.tree, place.path) : undefined;
  return typeof written === "string" && !written.includes("\n") ? withoutInvisible(written) : undefined;
}
