import type { Operation } from "../../document/openapi/operation.ts";
import type { Overrides } from "../../project/config.ts";
import { removeMarkup } from "./remove-markup.ts";

/**
 * What a model reads about an operation: that it is deprecated, the summary, and the description. The summary is omitted if the description
 * has all of its words and one of them in the first line. The description is omitted if the summary has all words of the description.
 */
export function describeOperation(operation: Pick<Operation, "summary" | "description" | "deprecated" | "operationId">): string {
  const summary = removeMarkup(operation.summary);
  const description = removeMarkup(operation.description);
  const isNew = description === "" || (summary !== operation.operationId && addsWords(summary, description));
  const title = summary !== "" && isNew ? summary : "";
  const adds = description !== "" && (title === "" || hasNewWords(description, title.toLowerCase()));
  const text = title === "" || !adds ? title || description : `${asSentence(title)}\n\n${description}`;
  if (!operation.deprecated || saysDeprecated.test(firstSentence(title)) || saysDeprecated.test(firstSentence(description))) return text;
  return `Deprecated. ${text}`.trim();
}

/** Creates a function that converts descriptions to plain text. Descriptions of the configuration are for models, and are not changed. */
export function createPlainText(overrides: Overrides | undefined): (description: string) => string {
  const configured = [...(overrides?.tools.values() ?? [])].flatMap(({ parameters }) => [...parameters.values()]);
  const own = new Set(configured.flatMap(({ description }) => description?.value ?? []));
  return (description) => (own.has(description) ? description : removeMarkup(description));
}

const saysDeprecated = /\bdeprecat/i;

function firstSentence(text: string): string {
  return text.split(/\n|[.!?](?=\s)/, 1)[0] ?? "";
}

/**
 * Whether a summary has words that the description does not have, or has no word of the first line of the description. If a description
 * begins with "Note: …", a list of tools would otherwise show only the note.
 */
function addsWords(summary: string, description: string): boolean {
  const known = description.toLowerCase();
  const beginning = known.split("\n", 1)[0] ?? "";
  if (hasNewWords(summary, known)) return true;
  const words = wordsIn(summary);
  return words.length > 0 && !words.some((word) => beginning.includes(word));
}

/** Two texts are not compared if the product of their lengths is larger, because each word of one is searched for in the other. */
const maxCompared = 10_000_000;

/** Whether a text has words that are not in `known`, which is in lower case. */
function hasNewWords(text: string, known: string): boolean {
  return text.length * known.length > maxCompared || wordsIn(text).some((word) => !known.includes(word));
}

/** The words that mean something, without the endings of plurals and verbs: "Lists" is "list". */
function wordsIn(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.filter((word) => !emptyWords.has(word)).map((word) => word.replace(/(?<=.{3})(?:es|s|ed|ing|e)$/, ""));
}

const emptyWords: ReadonlySet<string> = new Set([
  ..."a an the this that these those its it s is are be by of for from to in into on at as and or with your you one all any".split(" "),
]);

function asSentence(text: string): string {
  return /[.!?:…。！？)]$/.test(text) ? text : `${text}.`;
}
