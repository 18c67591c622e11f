import type { Entry } from "./entry.ts";
import { firstSentence } from "./sentence.ts";

/** A searchable field of a tool, such as its name or its path. */
interface Field {
  /** How much a word in the field counts. */
  readonly weight: number;
  /** Passes the texts of the field to `add`. */
  readonly read: (entry: Entry, add: (text: string) => void) => void;
}

/** `b` of BM25, the normalization by the length of a field, from 0 to 1. */
export const normalization = 0.7;

/** The fields, with weights that were chosen with the questions in `test/runtime/discovery/questions`. */
export const fields: readonly Field[] = [
  { weight: 1.5, read: ({ name }, add) => add(name) },
  { weight: 1.5, read: ({ title }, add) => add(title) },
  { weight: 0.5, read: ({ description }, add) => add(description) },
  { weight: 1, read: ({ path }, add) => add(path) },
  { weight: 1, read: ({ tags }, add) => tags.forEach(add) },
  {
    weight: 1,
    read: ({ parameters }, add) => {
      parameters.forEach(({ name }) => {
        add(name);
      });
    },
  },
  {
    weight: 0.4,
    read: ({ parameters }, add) => {
      parameters.forEach(({ description, words }) => {
        add(firstSentence(description));
        words.forEach(add);
      });
    },
  },
  {
    weight: 1,
    read: ({ returned }, add) => {
      returned.forEach(({ names }) => {
        names.forEach(add);
      });
    },
  },
  {
    weight: 0.3,
    read: ({ returned }, add) => {
      returned.forEach(({ members }) => {
        add(textOf(members));
      });
    },
  },
];

/** The names of members as one text. Several tools may share the array. */
function textOf(members: readonly string[]): string {
  const known = memberTexts.get(members) ?? members.join(" ");
  memberTexts.set(members, known);
  return known;
}

const memberTexts = new WeakMap<readonly string[], string>();
