import type { Json } from "../../../source/json/json.ts";
import { valueKey } from "../../../source/json/value-key.ts";
import { type Assumptions, schemasOn } from "./assumptions.ts";
import { type Assertion, type NormalSchema, typesInScope } from "./normal-schema.ts";

/** Whether the assumptions about a value make a schema or an assertion true, make it false, or leave it undecided. */
export type State = "true" | "false" | "open";

/** Whether the assumptions imply that a schema holds or that it fails. References and subschemas are followed for `depth` steps. */
export function stateOfSchema(assumed: Assumptions, schema: NormalSchema, depth: number): State {
  const known = assumed.schemas.get(schema.id);
  if (known !== undefined) return known ? "true" : "false";
  if (depth === 0) return "open";
  let state: "true" | "open" = "true";
  for (const assertion of schema.assertions) {
    const own = stateOfAssertion(assumed, assertion, depth - 1);
    if (own === "false") return "false";
    if (own === "open") state = "open";
  }
  return state;
}

export function stateOfAssertion(assumed: Assumptions, assertion: Assertion, depth: number): State {
  if ((typesInScope(assertion) & assumed.type) === 0) return "true";
  const known = assumed.assertions.get(assertion.id);
  if (known !== undefined) return known.holds ? "true" : "false";
  switch (assertion.kind) {
    case "types":
      return (assertion.types & assumed.type) !== 0 ? "true" : "false";
    case "required": {
      const presence = assumed.presence.get(assertion.name);
      return presence === undefined ? "open" : presence ? "true" : "false";
    }
    case "reference":
      return stateOfSchema(assumed, assertion.target(), depth);
    case "not":
      return opposite(stateOfSchema(assumed, assertion.schema, depth));
    case "members":
      return [...assumed.presence].some(([name, isPresent]) => isPresent && isOther(assumed, name, assertion.properties.get(name)))
        ? "false"
        : "open";
    default:
      return "open";
  }
}

/**
 * Whether the assumptions list the values of the member `name`, and `schema` allows none of these values. This is how a discriminator
 * distinguishes alternatives.
 */
function isOther(assumed: Assumptions, name: string, schema: NormalSchema | undefined): boolean {
  const allowed = schema && valuesOf(schema);
  if (allowed === undefined) return false;
  const keys = new Set(allowed.map(valueKey));
  return schemasOn(assumed, name).some((own) => valuesOf(own)?.every((value) => !keys.has(valueKey(value))) === true);
}

function valuesOf({ assertions }: NormalSchema): readonly Json[] | undefined {
  for (const assertion of assertions) if (assertion.kind === "values") return assertion.values;
  return undefined;
}

export function opposite(state: State): State {
  return state === "open" ? state : state === "true" ? "false" : "true";
}
