import type { Entry } from "./entry.ts";

/** A searchable field of a tool, such as its name or its path, with its parameters for BM25. */
interface Field {
  readonly weight: number;
  /**
   * `b` of BM25, the normalization by length, from 0 to 1. It is highest for names: the tool for a resource itself has a shorter name than
   * the tools for parts of the resource.
   */
  readonly normalization: number;
  readonly texts: (entry: Entry) => readonly string[];
}

/** The fields, with weights that were chosen with the questions in `test/runtime/discovery/questions`. */
export const fields: readonly Field[] = [
  { weight: 3, normalization: 0.8, texts: ({ name }) => [name] },
  { weight: 3, normalization: 0.6, texts: ({ title }) => [title] },
  { weight: 1, normalization: 0.6, texts: (entry) => [firstSentence(descriptionOf(entry))] },
  { weight: 0.5, normalization: 0.6, texts: (entry) => [afterFirstSentence(descriptionOf(entry))] },
  { weight: 1, normalization: 0.6, texts: ({ path }) => path.split("/").filter((segment) => !segment.startsWith("{")) },
  { weight: 1, normalization: 0.5, texts: ({ tags }) => tags },
  { weight: 1, normalization: 0.7, texts: ({ parameters }) => parameters.map(({ name }) => name) },
  {
    weight: 0.4,
    normalization: 0.7,
    texts: ({ parameters }) => parameters.flatMap(({ description, words }) => [firstSentence(description), ...words]),
  },
  { weight: 1, normalization: 0.7, texts: ({ returned }) => returned.flatMap(({ names }) => names) },
  { weight: 0.3, normalization: 0.7, texts: ({ returned }) => returned.flatMap(({ members }) => members) },
];

/** The description of a tool, without the title if it begins with the title. */
function descriptionOf({ title, description }: Entry): string {
  return title !== "" && description.startsWith(title) ? description.slice(title.length).replace(/^[\s.]+/, "") : description;
}

/** The text up to the end of its first sentence or line. */
export function firstSentence(text: string): string {
  return text.slice(0, endOfSentence(text));
}

function afterFirstSentence(text: string): string {
  return text.slice(endOfSentence(text));
}

function endOfSentence(text: string): number {
  const end = /[.!?](?=\s)|\n/.exec(text);
  return end === null ? text.length : end.index + 1;
}
