import type { OutputUnit } from "@cfworker/json-schema";

/** The keywords that only repeat errors of their subschemas. */
const applicators = new Set([
  "$ref",
  "properties",
  "patternProperties",
  "additionalProperties",
  "unevaluatedProperties",
  "items",
  "prefixItems",
  "unevaluatedItems",
  "allOf",
  "if",
  "dependentSchemas",
  "propertyNames",
]);

/** The errors to report. Where no alternative of a union matches, these are the errors of the intended alternative if that is clear, else one error of the union. */
export function rootCauses(errors: readonly OutputUnit[]): OutputUnit[] {
  const reported: OutputUnit[] = [];
  for (let index = 0; index < errors.length; index++) {
    const error = errors[index];
    if (error === undefined || applicators.has(error.keyword)) continue;
    if (error.keyword !== "anyOf" && error.keyword !== "oneOf") {
      reported.push(error);
      continue;
    }
    const below = errorsBelow(error, errors.slice(index + 1));
    index += below.length;
    // Too many alternatives of a `oneOf` may match; only the validator's message shows this.
    const isAmbiguous = error.keyword === "oneOf" && !error.error.includes("(0 matches)");
    const intended = isAmbiguous ? undefined : intendedAlternative(error, below);
    if (intended === undefined) reported.push(error);
    else reported.push(...rootCauses(intended));
  }
  return reported;
}

/** The errors of a union's alternatives, which follow the union's own error. The error of a `false` schema has no location and belongs to the one before it. */
function errorsBelow(union: OutputUnit, following: readonly OutputUnit[]): readonly OutputUnit[] {
  const prefix = `${union.keywordLocation}/`;
  const end = following.findIndex(({ keyword, keywordLocation }) => keyword !== "false" && !keywordLocation.startsWith(prefix));
  return end === -1 ? following : following.slice(0, end);
}

/** The errors of the only alternative for which the value has the right type, and its members the right constants. */
function intendedAlternative(union: OutputUnit, below: readonly OutputUnit[]): readonly OutputUnit[] | undefined {
  const alternatives = new Map<string, OutputUnit[]>();
  let current: OutputUnit[] = [];
  for (const error of below) {
    if (error.keyword !== "false") {
      const name = error.keywordLocation.slice(union.keywordLocation.length + 1).split("/", 1)[0] ?? "";
      current = alternatives.get(name) ?? [];
      alternatives.set(name, current);
    }
    current.push(error);
  }
  const possible = [...alternatives.values()].filter((errors) => !errors.some((error) => rulesOut(error, union)));
  return possible.length === 1 ? possible[0] : undefined;
}

function rulesOut({ keyword, instanceLocation }: OutputUnit, union: OutputUnit): boolean {
  const below = instanceLocation.slice(union.instanceLocation.length);
  if (keyword === "type") return below === "";
  return (keyword === "const" || keyword === "enum") && below.lastIndexOf("/") <= 0;
}
