import { strictUse } from "./measure-schema.ts";
import type { StrictLimits } from "./provider-limits.ts";
import type { SchemaObject } from "./schema.ts";

/** What the strict tools of a request may still have. */
export interface StrictBudget {
  /** Why no further tool can be strict, as a clause. */
  readonly exhausted: () => string | undefined;
  /** Takes what a strict schema needs. Returns why it cannot, as a clause. */
  readonly take: (schema: SchemaObject) => string | undefined;
}

/** The limits of a request, with nothing used of them. `undefined`: there are none. */
export function createStrictBudget(limits: StrictLimits | undefined): StrictBudget {
  if (limits === undefined) return { exhausted: () => undefined, take: () => undefined };
  let [tools, optionals, unions] = [0, 0, 0];
  return {
    exhausted: () => (tools < limits.tools ? undefined : `a request may have ${limits.tools} strict tools`),
    take: (schema) => {
      const use = strictUse(schema);
      if (optionals + use.optionals > limits.optionals)
        return `the strict tools of a request may have ${limits.optionals} optional members, and this one has ${use.optionals}`;
      if (unions + use.unions > limits.unions)
        return `the strict tools of a request may have ${limits.unions} unions, and this one has ${use.unions}`;
      tools += 1;
      optionals += use.optionals;
      unions += use.unions;
      return undefined;
    },
  };
}
