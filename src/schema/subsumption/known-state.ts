import type { Json } from "../../source/json.ts";
import { type Assumptions, schemasOn } from "./assumptions.ts";
import { type Assertion, type NormalSchema, typesInScope } from "./normal-schema.ts";
import { valueKey } from "./value-key.ts";

/** Whether what is known of a value makes something true, or makes it false. */
export type State = "true" | "false" | "open";

/** Whether a schema is known to hold, or to fail. References and parts are followed a few steps. */
export function stateOfSchema(facts: Assumptions, schema: NormalSchema, depth: number): State {
  const known = facts.schemas.get(schema.id);
  if (known !== undefined) return known ? "true" : "false";
  if (depth === 0) return "open";
  let state: "true" | "open" = "true";
  for (const assertion of schema.assertions) {
    const own = stateOfAssertion(facts, assertion, depth - 1);
    if (own === "false") return "false";
    if (own === "open") state = "open";
  }
  return state;
}

export function stateOfAssertion(facts: Assumptions, assertion: Assertion, depth: number): State {
  if ((typesInScope(assertion) & facts.type) === 0) return "true";
  const known = facts.assertions.get(assertion.id);
  if (known !== undefined) return known.holds ? "true" : "false";
  switch (assertion.kind) {
    case "types":
      return (assertion.types & facts.type) !== 0 ? "true" : "false";
    case "required": {
      const presence = facts.presence.get(assertion.name);
      return presence === undefined ? "open" : presence ? "true" : "false";
    }
    case "reference":
      return stateOfSchema(facts, assertion.target(), depth);
    case "not":
      return opposite(stateOfSchema(facts, assertion.schema, depth));
    case "members":
      return [...facts.presence].some(([name, isPresent]) => isPresent && isOther(facts, name, assertion.properties.get(name)))
        ? "false"
        : "open";
    default:
      return "open";
  }
}

/** Whether a member that is there has one of a list of values, and a schema allows only others: what a discriminator tells apart. */
function isOther(facts: Assumptions, name: string, schema: NormalSchema | undefined): boolean {
  const allowed = schema && valuesOf(schema);
  if (allowed === undefined) return false;
  const keys = new Set(allowed.map(valueKey));
  return schemasOn(facts, name).some((own) => valuesOf(own)?.every((value) => !keys.has(valueKey(value))) === true);
}

function valuesOf({ assertions }: NormalSchema): readonly Json[] | undefined {
  for (const assertion of assertions) if (assertion.kind === "values") return assertion.values;
  return undefined;
}

export function opposite(state: State): State {
  return state === "open" ? state : state === "true" ? "false" : "true";
}
