import type { Code } from "../diagnostic/diagnostic.ts";

export const unusableKeyword: Code<{ keyword: string; expected: string }> = {
  code: "unusable-keyword",
  severity: "warning",
  scope: "schema",
  message: ({ keyword, expected }) => `The schema's "${keyword}" is not ${expected}, so it is ignored.`,
  help: "Such a value has no meaning in JSON Schema. Without the keyword, the schema accepts more than intended. Correct the value or remove the keyword.",
};

export const unknownType: Code<{ type: string; taken: string | undefined }> = {
  code: "unknown-schema-type",
  severity: "warning",
  scope: "schema",
  message: ({ type, taken }) =>
    `"${type}" is not a JSON Schema type${taken === undefined ? "; any value is accepted" : `; it is read as "${taken}"`}.`,
  help: "The types are string, number, integer, boolean, object, array and null. To accept any value, omit `type`.",
};

export const emptyEnum: Code<Record<never, never>> = {
  code: "empty-enum",
  severity: "warning",
  scope: "schema",
  message: () => 'The schema\'s "enum" is empty, so it is ignored.',
  help: "No value matches an empty `enum`. List at least one value or remove the keyword.",
};

export const valuesOfAnotherType: Code<{ keyword: "enum" | "const"; types: readonly string[]; nullable: boolean; isRead: boolean }> = {
  code: "values-of-another-type",
  severity: "warning",
  scope: "schema",
  message: ({ keyword, types, nullable, isRead }) => {
    const allowed = types.map((type) => `"${type}"`).join(" or ");
    const effect = isRead
      ? `${keyword === "enum" ? "each is" : "it is"} read as one`
      : nullable
        ? "so only null fits this schema"
        : "so nothing fits this schema";
    return `${keyword === "enum" ? 'No value of "enum" is' : '"const" is not'} of the type ${allowed}${isRead ? "; " : ", "}${effect}.`;
  },
  help: "A value must match `type` and also be one of the listed values. In YAML, `1`, `true` and `null` are strings only in quotes, and a number in quotes is a string. The values that the items of an array may have belong under `items`. Correct the type or the values.",
};

export const overlappingAlternatives: Code<{ covered: number; by: number }> = {
  code: "overlapping-alternatives",
  severity: "warning",
  scope: "schema",
  message: ({ covered, by }) =>
    `Alternative ${by} of "oneOf" also accepts the values of alternative ${covered}, so they do not match exactly one; it is read as "anyOf".`,
  help: "`oneOf` rejects a value that matches two of its alternatives. Write `anyOf`, or give each alternative a property with its own value and name the property in `discriminator`.",
};

export const impossibleBounds: Code<{ why: string }> = {
  code: "impossible-bounds",
  severity: "warning",
  scope: "schema",
  message: ({ why }) => `No value fits these limits: ${why}.`,
  help: "Usually the two limits are swapped. Correct one of them.",
};

export const impossibleMembers: Code<{ name: string }> = {
  code: "impossible-members",
  severity: "warning",
  message: ({ name }) => `No value fits this schema: "${name}" is required, and "additionalProperties: false" rejects it.`,
  help: "`additionalProperties` considers only the `properties` beside it, not those in alternatives, in `allOf` or behind a `$ref`. List all members beside it, or close each alternative instead. In outputs, the keyword is ignored.",
};

export const numberAsText: Code<{ keyword: string; value: string }> = {
  code: "number-as-text",
  severity: "warning",
  scope: "schema",
  message: ({ keyword, value }) => `"${keyword}" is the string "${value}"; it is read as a number.`,
  help: "Limits are numbers. Remove the quotes.",
};

export const requiredOnProperty: Code<{ name: string }> = {
  code: "required-on-property",
  severity: "warning",
  scope: "schema",
  message: ({ name }) => `The schema of the property "${name}" has a boolean "required", as in drafts before draft-04.`,
  help: "Since draft-04, `required` is an array of names in the object schema. It is read as if it listed the name there. Move it there.",
};

export const booleanBound: Code<{ keyword: string }> = {
  code: "boolean-bound",
  severity: "warning",
  scope: "schema",
  message: ({ keyword }) => `"${keyword}" is true or false, which this version of JSON Schema does not allow.`,
  help: "It is read as in draft-04, where it made the limit beside it exclusive. Since draft-06, the keyword is the limit itself: write the number there.",
};

export const arrayItems: Code<Record<never, never>> = {
  code: "array-items",
  severity: "warning",
  scope: "schema",
  message: () => '"items" is an array, which this version of JSON Schema does not allow; it is read as "prefixItems".',
  help: "Since 2020-12, the schemas of a tuple are in `prefixItems`, and `items` describes the items after them. Rename the keyword.",
};

export const ignoredNullable: Code<{ count: number }> = {
  code: "ignored-nullable",
  severity: "warning",
  scope: "schema",
  message: ({ count }) =>
    count === 1
      ? '"nullable" has no effect in this version of OpenAPI.'
      : `"nullable" has no effect in this version of OpenAPI; ${count} of the used schemas have it, this one first.`,
  help: 'OpenAPI 3.1 removed it, so null is rejected. To allow null, add it to `type`: `type: [string, "null"]`.',
};

export const invalidPattern: Code<{ pattern: string }> = {
  code: "invalid-pattern",
  severity: "warning",
  scope: "schema",
  message: ({ pattern }) => `"${pattern}" is not a valid JavaScript regular expression, so it is ignored.`,
  help: "Patterns are ECMA-262 regular expressions with the flag `u`: no `(?i)`, no possessive quantifiers, no `\\A` or `\\Z`. Rewrite it.",
};

export const slowPattern: Code<{ pattern: string }> = {
  code: "slow-pattern",
  severity: "warning",
  scope: "schema",
  message: ({ pattern }) => `"${pattern}" can take very long on some strings, so it is kept as an annotation and not checked.`,
  help: "It backtracks catastrophically (ReDoS): a quantifier in it can match one string in many ways, and JavaScript tries them all. Rewrite it so that each string matches in one way only.",
};

export const endlessReference: Code<Record<never, never>> = {
  code: "endless-reference",
  severity: "warning",
  scope: "schema",
  message: () => "This reference leads back to its own schema for the same value, so it is ignored.",
  help: "A validator would never finish. Move what both schemas have in common into a third schema that refers to neither.",
};

export const dynamicReference: Code<{ name: string }> = {
  code: "dynamic-reference",
  severity: "warning",
  scope: "schema",
  message: ({ name }) => `"${name}" has several dynamic anchors; the one of its own schema is used.`,
  help: "Its target depends on the references by which the schema was reached, which types cannot express. Write a `$ref` to the intended schema.",
};

export const unresolvedReference: Code<{ reference: string }> = {
  code: "unresolved-schema-reference",
  // A tool that cannot be compiled because of the reference has its own error.
  severity: "warning",
  scope: "schema",
  message: ({ reference }) => `The reference "${reference}" has no target.`,
  help: "An input that uses this schema cannot be compiled, and an output becomes unknown. Correct the reference or add its target.",
};

/** Every code of this room. */
export const schemaCodes: readonly Code<never>[] = [
  unusableKeyword,
  unknownType,
  emptyEnum,
  valuesOfAnotherType,
  overlappingAlternatives,
  impossibleBounds,
  impossibleMembers,
  numberAsText,
  requiredOnProperty,
  booleanBound,
  arrayItems,
  ignoredNullable,
  invalidPattern,
  slowPattern,
  endlessReference,
  dynamicReference,
  unresolvedReference,
];
