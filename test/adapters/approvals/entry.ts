import type { Approve } from "../../../src/runtime/index.ts";

/** The ways to call `store_delete_item` that an SDK and its adapter have, each with the items that are deleted in the end. */
export interface Entries {
  readonly [title: string]: readonly [deleted: readonly number[], run: (options: { readonly baseUrl: string }) => unknown];
}

/** Answers of `approve`, and whether they approve. Only `true` does. */
const answers: readonly (readonly [answer: unknown, approves: boolean])[] = [
  [true, true],
  [false, false],
  ["yes", false],
  [1, false],
  [{ approved: true }, false],
  [undefined, false],
];

/** The entries of an adapter in which `approve` decides on a call with the identifier 7. */
export function decidedBy(run: (options: { readonly baseUrl: string; readonly approve: Approve }) => unknown): Entries {
  return Object.fromEntries(
    answers.map(([answer, approves]) => {
      // A program in JavaScript may return any value.
      const approve = (() => answer) as () => boolean;
      return [`\`approve\` returns ${JSON.stringify(answer)}`, [approves ? [7] : [], (options) => run({ ...options, approve })]];
    }),
  );
}

/** A copy as it is after it was stored and read by another process. */
export function stored<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value));
}

export const deletion = { name: "store_delete_item", input: { id: 7 } };
