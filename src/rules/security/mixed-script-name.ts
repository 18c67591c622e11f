import { rule } from "../rule.ts";
import { codePoint } from "./invisible-characters.ts";
import { mixedLetterIn } from "./lookalikes.ts";

export const mixedScriptName = rule<{ name: string; letter: string; twin: string }>({
  code: "mixed-script-name",
  severity: "error",
  set: "recommended",
  summary: "a letter in a name that looks like a Latin one",
  price: 0,
  message: ({ name, letter, twin }) =>
    `In the name "${name}", the letter "${letter}" (${codePoint(letter)}) looks like the Latin letter "${twin}", but is another letter.`,
  help: "A name of several scripts can be mistaken for another name, and models and programs that write the name in Latin letters do not find it. Write the name in letters of one script.",

  *tool({ tool: { id, origin } }) {
    const mixed = mixedLetterIn(id);
    if (mixed !== undefined) yield { params: { name: id, ...mixed }, place: origin };
  },
  names({ names }) {
    return names.flatMap(({ name, place }) => {
      const mixed = mixedLetterIn(name);
      return mixed === undefined ? [] : { params: { name, ...mixed }, place };
    });
  },
});
