import type { Operation } from "../../document/openapi/read/operation.ts";
import type { Overrides } from "../../project/config/config.ts";
import { removeMarkup } from "./remove-markup.ts";

/**
 * What a model reads about an operation: that it is deprecated, the summary, and the description. The summary is omitted if it is the
 * operationId, or if all of its words are in the description and one of them is in the first line. The description is omitted if all of its
 * words are in the summary.
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

/**
 * Creates a function that converts descriptions to plain text. Descriptions from the configuration are not changed, because they were
 * written for models.
 */
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
 * Whether a summary has words that are not in the description, or no word that is in the first line of the description. Without the second
 * condition, a list of tools would show only the note of a description that begins with "Note: …".
 */
function addsWords(summary: string, description: string): boolean {
  const known = description.toLowerCase();
  const beginning = known.split("\n", 1)[0] ?? "";
  if (hasNewWords(summary, known)) return true;
  const words = wordsIn(summary);
  return words.length > 0 && !words.some((word) => beginning.includes(word));
}

/**
 * The maximum product of the lengths of two texts that are compared, because each word of one text is searched for in the other. Longer
 * texts count as different.
 */
const maxCompared = 10_000_000;

/** Whether a text has words that are not in `known`, which is in lower case. */
function hasNewWords(text: string, known: string): boolean {
  return text.length * known.length > maxCompared || wordsIn(text).some((word) => !known.includes(word));
}

/** The words of a text, without words such as "the" and without the endings of plurals and verbs: "list" for "Lists". */
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
