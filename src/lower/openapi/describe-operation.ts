import type { Operation } from "../../document/openapi/operation.ts";
import type { Overrides } from "../../project/config.ts";
import { removeMarkup } from "./remove-markup.ts";

/**
 * What a model reads about an operation: that it is deprecated, the summary if it has words that the description does not have, or none of
 * those with which the description begins, and the description, each a paragraph unless a text says the same itself.
 */
export function describeOperation(operation: Operation): string {
  const summary = removeMarkup(operation.summary);
  const description = removeMarkup(operation.description);
  const isNew = description === "" || (summary !== operation.operationId && addsWords(summary, description));
  const title = summary !== "" && isNew ? summary : "";
  const text = title === "" || description === "" ? title || description : `${asSentence(title)}\n\n${description}`;
  if (!operation.deprecated || saysDeprecated.test(firstSentence(title)) || saysDeprecated.test(firstSentence(description))) return text;
  return `Deprecated. ${text}`.trim();
}

/** The descriptions of schemas as plain text. The texts of the configuration are written for models, and are not changed. */
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
 * Whether a summary says something that the description does not, or does not begin with: of "Note: …", an index of tools shows just that.
 * Compares the words that mean something without the endings of plurals and verbs: "Lists" is "list".
 */
function addsWords(summary: string, description: string): boolean {
  const known = description.toLowerCase();
  const beginning = known.split("\n", 1)[0] ?? "";
  const words = (summary.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
    .filter((word) => !emptyWords.has(word))
    .map((word) => word.replace(/(?<=.{3})(?:es|s|ed|ing|e)$/, ""));
  return words.some((word) => !known.includes(word)) || (words.length > 0 && !words.some((word) => beginning.includes(word)));
}

const emptyWords: ReadonlySet<string> = new Set([
  ..."a an the this that these those its it s is are be by of for from to in into on at as and or with your you one all any".split(" "),
]);

function asSentence(text: string): string {
  return /[.!?:…。！？)]$/.test(text) ? text : `${text}.`;
}
