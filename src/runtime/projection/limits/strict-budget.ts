import type { SchemaObject } from "../schema.ts";
import { type StrictUse, strictUse } from "./measure-schema.ts";
import type { StrictLimits } from "./provider-limits.ts";

/** What further strict tools of a request may still use of the provider's limits. */
export interface StrictBudget {
  /** The reason why no further tool can be strict, as a clause; `undefined` if another tool can be. */
  readonly exhausted: () => string | undefined;
  /** Subtracts what a strict schema uses of the limits. If too little remains, subtracts nothing and returns the reason as a clause. */
  readonly take: (schema: SchemaObject) => string | undefined;
}

/** Creates the budget of a request. Without `limits`, every tool can be strict. */
export function createStrictBudget(limits: StrictLimits | undefined): StrictBudget {
  if (limits === undefined) return { exhausted: () => undefined, take: () => undefined };
  let tools = 0;
  let used: StrictUse = { optionals: 0, unions: 0 };
  return {
    exhausted: () => (tools < limits.tools ? undefined : `a request may have at most ${limits.tools} strict tools`),
    take: (schema) => {
      const use = strictUse(schema);
      const together: { -readonly [Limit in keyof StrictUse]: number } = { ...used };
      // The table has no other keys.
      for (const limit of Object.keys(shared) as (keyof StrictUse)[]) {
        together[limit] += use[limit];
        if (together[limit] > limits[limit]) return exceeded(limits[limit], shared[limit], used[limit], use[limit]);
      }
      tools += 1;
      used = together;
      return undefined;
    },
  };
}

/** What each limit counts, in messages. */
const shared: { readonly [Limit in keyof StrictUse]: string } = { optionals: "optional members", unions: "unions" };

function exceeded(limit: number, what: string, used: number, required: number): string {
  return `the strict tools of a request may have at most ${limit} ${what} in total: the preceding tools have ${used}, and this tool has ${required}`;
}
