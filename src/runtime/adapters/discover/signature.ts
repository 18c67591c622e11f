import { firstSentence } from "../../discovery/sentence.ts";
import type { Tool } from "../../tool/tool.ts";
import { discoveryEntry } from "./discovery-entry.ts";

/** Describes a tool in one line: `pets_get(pet_id, fields?): Get a pet`. Long lists of arguments and long sentences are shortened. */
export function signatureOf(tool: Tool): string {
  const { name, title, description } = tool;
  const { parameters } = discoveryEntry(tool);
  const required = parameters.filter(({ isRequired }) => isRequired).map((parameter) => parameter.name);
  const optional = parameters.filter(({ isRequired }) => !isRequired).map((parameter) => `${parameter.name}?`);
  const sentence = (title || firstSentence(description)).replace(/\s+/g, " ").trim().replace(/\.$/, "");
  return `${name}(${listed([...required, ...optional])})${sentence === "" ? "" : `: ${shortened(sentence, maxSentence)}`}`;
}

const maxSentence = 80;
const maxArguments = 60;

/** Joins names, at least one, up to `maxArguments` characters. */
function listed(names: readonly string[]): string {
  let text = "";
  for (const name of names) {
    const longer = text === "" ? name.slice(0, maxArguments) : `${text}, ${name}`;
    if (longer.length > maxArguments) return `${text}, …`;
    text = longer;
  }
  return text;
}

function shortened(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}
