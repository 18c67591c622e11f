import { rule } from "../rule.ts";
import { listOfCharacters } from "./invisible-characters.ts";

/** How many characters of a name a message shows. */
const mostShown = 60;

export const controlCharacterInName = rule<{ name: string }>({
  code: "control-character-in-name",
  severity: "error",
  set: "recommended",
  summary: "a control character in a name",
  price: 0,
  message: ({ name }) => `The name ${shortened(name)} contains control characters: ${listOfCharacters(controlsIn(name))}.`,
  help: "A name with line breaks or other control characters can pass for something else where it is shown, such as an instruction or a command. Names do not need such characters. Rename it; if a server lists the name, do not trust that server.",

  *toolset({ displayName, origin }) {
    if (hasControls(displayName)) yield { params: { name: displayName }, place: origin };
  },
  tool({ tool: { id, binding, origin } }) {
    // The inputs of a request have names without such characters, but the request contains the documented names.
    const sent = binding.transport === "http" ? binding.parameters.map(({ name }) => name) : [];
    return [id, ...sent].filter(hasControls).map((name) => ({ params: { name }, place: origin }));
  },
  names({ names }) {
    return names.flatMap(({ name, place }) => (hasControls(name) ? [{ params: { name }, place }] : []));
  },
});

/** Whether a name contains control characters, among them tabs and line breaks. */
export function hasControls(name: string): boolean {
  return /\p{Cc}/u.test(name);
}

function controlsIn(name: string): string[] {
  return name.match(/\p{Cc}/gu) ?? [];
}

function shortened(name: string): string {
  return JSON.stringify(name.length > mostShown ? `${name.slice(0, mostShown)}…` : name);
}
