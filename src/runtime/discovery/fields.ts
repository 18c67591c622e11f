import type { Entry } from "./entry.ts";

/** A searchable field of a tool, such as its name or its path, with its parameters for BM25. */
interface Field {
  readonly weight: number;
  /**
   * `b` of BM25, the normalization by length, from 0 to 1. It is highest for names: the tool for a resource itself has a shorter name than
   * the tools for parts of the resource.
   */
  readonly normalization: number;
  /** Passes the texts of the field to `add`. One array of them all would take a fifth of the time of an index. */
  readonly read: (entry: Entry, add: (texts: readonly string[]) => void) => void;
}

/** The fields, with weights that were chosen with the questions in `test/runtime/discovery/questions`. */
export const fields: readonly Field[] = [
  { weight: 3, normalization: 0.8, read: ({ name }, add) => add([name]) },
  { weight: 3, normalization: 0.6, read: ({ title }, add) => add([title]) },
  { weight: 1, normalization: 0.6, read: (entry, add) => add([firstSentence(descriptionOf(entry))]) },
  { weight: 0.5, normalization: 0.6, read: (entry, add) => add([afterFirstSentence(descriptionOf(entry))]) },
  { weight: 1, normalization: 0.6, read: ({ path }, add) => add(path.split("/").filter((segment) => !segment.startsWith("{"))) },
  { weight: 1, normalization: 0.5, read: ({ tags }, add) => add(tags) },
  { weight: 1, normalization: 0.7, read: ({ parameters }, add) => add(parameters.map(({ name }) => name)) },
  {
    weight: 0.4,
    normalization: 0.7,
    read: ({ parameters }, add) => {
      for (const { description, words } of parameters) {
        add([firstSentence(description)]);
        add(words);
      }
    },
  },
  {
    weight: 1,
    normalization: 0.7,
    read: ({ returned }, add) => {
      for (const { names } of returned) add(names);
    },
  },
  {
    weight: 0.3,
    normalization: 0.7,
    read: ({ returned }, add) => {
      for (const { members } of returned) add(members);
    },
  },
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
  const end = text.search(/[.!?](?=\s)|\n/);
  return end === -1 ? text.length : end + 1;
}
