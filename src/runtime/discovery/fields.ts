import type { Entry } from "./entry.ts";
import { endOfSentence } from "./sentence.ts";
import type { WordList } from "./word-list.ts";

/** A searchable field of a tool, such as its name or its path, with its parameters for BM25. */
interface Field {
  readonly weight: number;
  /**
   * `b` of BM25, the normalization by length, from 0 to 1. It is highest for names: the tool for a resource itself has a shorter name than
   * the tools for parts of the resource.
   */
  readonly normalization: number;
  /**
   * Adds the words of the field to a list. Until a loop is optimized, each step of `for … of` creates an object, so arrays are read by
   * `forEach`.
   */
  readonly read: (entry: Entry, words: WordList) => void;
}

/** The fields, with weights that were chosen with the questions in `test/runtime/discovery/questions`. */
export const fields: readonly Field[] = [
  { weight: 3, normalization: 0.8, read: ({ name }, words) => words.add(name) },
  { weight: 3, normalization: 0.6, read: ({ title }, words) => words.add(title) },
  {
    weight: 1,
    normalization: 0.6,
    read: (entry, words) => {
      const start = startOfDescription(entry);
      words.addPart(entry.description, start, endOfSentence(entry.description, start));
    },
  },
  {
    weight: 0.5,
    normalization: 0.6,
    read: (entry, words) => {
      const { description } = entry;
      words.addPart(description, endOfSentence(description, startOfDescription(entry)), description.length);
    },
  },
  {
    weight: 1,
    normalization: 0.6,
    read: ({ path }, words) =>
      path.split("/").forEach((segment) => {
        if (!segment.startsWith("{")) words.add(segment);
      }),
  },
  { weight: 1, normalization: 0.5, read: ({ tags }, words) => tags.forEach(words.add) },
  {
    weight: 1,
    normalization: 0.7,
    read: ({ parameters }, words) => {
      parameters.forEach(({ name }) => {
        words.add(name);
      });
    },
  },
  {
    weight: 0.4,
    normalization: 0.7,
    read: ({ parameters }, words) =>
      parameters.forEach((parameter) => {
        words.addFirstSentence(parameter.description);
        words.addAll(parameter.words);
      }),
  },
  {
    weight: 1,
    normalization: 0.7,
    read: ({ returned }, words) => {
      returned.forEach(({ names }) => {
        names.forEach(words.add);
      });
    },
  },
  {
    weight: 0.3,
    normalization: 0.7,
    read: ({ returned }, words) => {
      returned.forEach(({ members }) => {
        words.addAll(members);
      });
    },
  },
];

/** Where the description of a tool begins: after the title, if it begins with the title. */
function startOfDescription({ title, description }: Entry): number {
  if (title === "" || !description.startsWith(title)) return 0;
  let start = title.length;
  while (/[\s.]/.test(description.charAt(start))) start++;
  return start;
}
