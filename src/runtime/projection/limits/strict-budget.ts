import type { SchemaObject } from "../schema.ts";
import { strictUse } from "./measure-schema.ts";
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
  let [tools, optionals, unions] = [0, 0, 0];
  return {
    exhausted: () => (tools < limits.tools ? undefined : `a request may have at most ${limits.tools} strict tools`),
    take: (schema) => {
      const use = strictUse(schema);
      if (optionals + use.optionals > limits.optionals) return exceeded(limits.optionals, "optional members", optionals, use.optionals);
      if (unions + use.unions > limits.unions) return exceeded(limits.unions, "unions", unions, use.unions);
      tools += 1;
      optionals += use.optionals;
      unions += use.unions;
      return undefined;
    },
  };
}

function exceeded(limit: number, what: string, used: number, required: number): string {
  return `the strict tools of a request may have at most ${limit} ${what} in total: the preceding tools have ${used}, and this tool has ${required}`;
}
