import type { Code } from "../diagnostic/diagnostic.ts";
import type { Json } from "../source/json/json.ts";

export const unusableKeyword: Code<{ keyword: string; expected: string }> = {
  code: "unusable-keyword",
  severity: "warning",
  scope: "schema",
  message: ({ keyword, expected }) => `The schema's "${keyword}" is not ${expected}, so the keyword is ignored.`,
  help: "The value has no meaning in JSON Schema. Without the keyword, the schema accepts more than intended. Correct the value or remove the keyword.",
};

export const unknownSchemaType: Code<{ type: string; taken: string | undefined }> = {
  code: "unknown-schema-type",
  severity: "warning",
  scope: "schema",
  message: ({ type, taken }) =>
    `"${type}" is not a JSON Schema type, so ${taken === undefined ? "any value is accepted" : `the compiler reads it as "${taken}"`}.`,
  help: "The types are string, number, integer, boolean, object, array and null. To accept any value, omit `type`.",
};

export const emptyEnum: Code<Record<never, never>> = {
  code: "empty-enum",
  severity: "warning",
  scope: "schema",
  message: () => 'The schema\'s "enum" is empty, so the keyword is ignored.',
  help: "No value matches an empty `enum`. List at least one value or remove the keyword.",
};

export const valuesOfAnotherType: Code<{ keyword: "enum" | "const"; types: readonly string[]; nullable: boolean; isRead: boolean }> = {
  code: "values-of-another-type",
  severity: "warning",
  scope: "schema",
  message: ({ keyword, types, nullable, isRead }) => {
    const allowed = types.map((type) => `"${type}"`).join(" or ");
    const effect = isRead
      ? `${keyword === "enum" ? "each value" : "the value"} is converted to this type`
      : `${nullable ? "only null" : "no value"} is valid for this schema`;
    return `${keyword === "enum" ? 'No value of "enum" has' : 'The value of "const" does not have'} the type ${allowed}, so ${effect}.`;
  },
  help: "A value must match `type` and also be one of the listed values. In YAML, `1`, `true` and `null` are strings only in quotes, and a number in quotes is a string. If the values are those of the items of an array, move them into `items`. Correct the type or the values.",
};

/** The indices of two alternatives of which `by` accepts values of `covered`. `oneOf` would reject these values. */
export interface Overlap {
  readonly covered: number;
  readonly by: number;
  /** Whether `by` accepts all values of `covered`, or only values of one type (`undefined` for any type). */
  readonly values: "all" | { readonly type: string | undefined };
}

export const overlappingAlternatives: Code<Overlap & { alternatives: readonly Json[] }> = {
  code: "overlapping-alternatives",
  severity: "warning",
  scope: "schema",
  message: ({ covered, by, values, alternatives }) => {
    const both = `Alternatives ${Math.min(covered, by) + 1} and ${Math.max(covered, by) + 1} of "oneOf"`;
    const accepted = (): string => {
      if (JSON.stringify(alternatives[covered]) === JSON.stringify(alternatives[by])) return `${both} are the same`;
      if (values === "all") return `Alternative ${by + 1} of "oneOf" also accepts every value that alternative ${covered + 1} describes`;
      return `${both} both accept ${values.type === undefined ? "the same values" : `values of the type "${values.type}"`}`;
    };
    return `${accepted()}, so these values match more than one alternative. The compiler reads "oneOf" as "anyOf".`;
  },
  cause: ({ alternatives }) => JSON.stringify(alternatives),
  help: "`oneOf` rejects a value that matches two of its alternatives. Remove an alternative that is there twice. Else write `anyOf`, or give each alternative a property with its own value and name the property in `discriminator`.",
};

export const impossibleBounds: Code<{ why: string }> = {
  code: "impossible-bounds",
  severity: "warning",
  scope: "schema",
  message: ({ why }) => `No value is valid for this schema, because ${why}.`,
  help: "Usually the two limits are swapped. Correct one of them.",
};

export const impossibleMembers: Code<{ name: string }> = {
  code: "impossible-members",
  severity: "warning",
  message: ({ name }) =>
    `No value is valid for this schema: the property "${name}" is required, but "additionalProperties: false" rejects it.`,
  help: "A closed object has only the members that it declares under `properties`, or that another schema of the same object declares there: an item of its `allOf`, an alternative, or the target of its `$ref`. Declare the property. In output schemas, `additionalProperties: false` is ignored.",
};

export const closedPart: Code<{ name: string; keyword: string; count: number }> = {
  code: "closed-part",
  severity: "warning",
  scope: "schema",
  message: ({ name, keyword, count }) => {
    const effect = `"${keyword}: false" rejects the member "${name}", which another schema of the same object declares.`;
    const reading = "The compiler reads these schemas as one object.";
    return count === 1 ? `${effect} ${reading}` : `${effect} ${reading} ${count} schemas reject such members. This is the first.`;
  },
  help: "`additionalProperties` considers only the `properties` of its own schema object, so the members that other parts of an `allOf` declare are rejected, and an object that all parts close has no members. The compiler accepts the members of all parts, and no others. A service that reads the schema by the letter rejects such a call. Close the object only in the schema that has the `allOf`, with `unevaluatedProperties: false`, or before OpenAPI 3.1 in no part.",
};

export const uncheckedSchema: Code<{ question: string; count: number }> = {
  code: "unchecked-schema",
  severity: "warning",
  scope: "schema",
  message: ({ question, count }) => {
    const unknown = `It is not known ${question}, since the search for the answer reached its limit of steps.`;
    return count === 1
      ? unknown
      : `${unknown} The same is true of ${count - 1} other ${count === 2 ? "schema" : "schemas"}. This is the first.`;
  },
  help: "All reasoning about the schemas of a toolset may take four million steps, and a single question a part of them, so that every compilation ends. For an open question, the compiler takes the usual answer: the alternatives differ, some value matches, and no part of an object rejects the members of another. If this is wrong, calls are rejected that the service accepts, or a mistake in the schema is not reported. Combine fewer alternatives: each `anyOf` or `oneOf` in an `allOf` multiplies the combinations.",
};

export const numberAsString: Code<{ keyword: string; value: string }> = {
  code: "number-as-string",
  severity: "warning",
  scope: "schema",
  message: ({ keyword, value }) => `The value of "${keyword}" is the string "${value}". The compiler reads this string as a number.`,
  help: "The keyword requires a number. Remove the quotes.",
};

export const requiredOnProperty: Code<{ name: string }> = {
  code: "required-on-property",
  severity: "warning",
  scope: "schema",
  message: ({ name }) => `The schema of the property "${name}" has a boolean "required". The compiler reads the keyword as in draft-03.`,
  help: "In draft-03, `true` means that the object must have the property. Since draft-04, `required` is an array of names in the schema of the object. Move the name to the array.",
};

export const booleanBound: Code<{ keyword: string }> = {
  code: "boolean-bound",
  severity: "warning",
  scope: "schema",
  message: ({ keyword }) =>
    `"${keyword}" is a boolean, but this version of JSON Schema requires a number. The compiler reads the keyword as in draft-04.`,
  help: "In draft-04, `true` makes `minimum` or `maximum` in the same schema exclusive. Since draft-06, the value of the keyword is the limit: write the number here, and remove `minimum` or `maximum`.",
};

export const arrayItems: Code<Record<never, never>> = {
  code: "array-items",
  severity: "warning",
  scope: "schema",
  message: () => '"items" must not be an array in this version of JSON Schema. The compiler reads "items" as "prefixItems".',
  help: "Since JSON Schema 2020-12, the schemas of a tuple are in `prefixItems`, and `items` describes the items after them. Rename `items` to `prefixItems`.",
};

export const ignoredNullable: Code<{ count: number }> = {
  code: "ignored-nullable",
  severity: "warning",
  scope: "schema",
  message: ({ count }) =>
    count === 1
      ? '"nullable" has no effect in this version of OpenAPI, so null is rejected.'
      : `"nullable" has no effect in this version of OpenAPI, so null is rejected. ${count} schemas contain "nullable". This schema is the first.`,
  help: 'OpenAPI 3.1 removed `nullable`. To allow null, add "null" to `type`: `type: [string, "null"]`.',
};

export const invalidPattern: Code<{ pattern: string }> = {
  code: "invalid-pattern",
  severity: "warning",
  scope: "schema",
  message: ({ pattern }) => `"${pattern}" is not a valid JavaScript regular expression, so the pattern is ignored.`,
  help: "Patterns are ECMA-262 regular expressions with the flag `u`: no `(?i)`, no possessive quantifiers, no `\\A` or `\\Z`. A `not` or `if` that contains the pattern is ignored too. Rewrite the pattern.",
};

export const slowPattern: Code<{ pattern: string }> = {
  code: "slow-pattern",
  severity: "warning",
  scope: "schema",
  message: ({ pattern }) => `"${pattern}" can take very long to match some strings, so strings are not checked against this pattern.`,
  cause: ({ pattern }) => pattern,
  help: "The pattern backtracks catastrophically (ReDoS): one of its quantifiers can match a string in many ways, and JavaScript tries all of them. The pattern remains in the schema as an annotation. A `not` or `if` that contains the pattern is ignored. Rewrite the pattern so that each string matches in one way only.",
};

export const endlessReference: Code<Record<never, never>> = {
  code: "endless-reference",
  severity: "warning",
  scope: "schema",
  message: () => "This reference makes its schema apply to the same value again, without end, so the reference is ignored.",
  help: "A schema may refer to itself only for a member or an item of its value. Remove the reference, or move what the schemas have in common into another schema that refers to none of them.",
};

export const tooManyReferences: Code<{ most: number }> = {
  code: "too-many-references",
  // If a tool cannot be compiled because of the references, the tool has an error of its own.
  severity: "warning",
  scope: "schema",
  message: ({ most }) => `More than ${most} schemas in a row apply to the same value, from this schema on, so the schema cannot be used.`,
  help: "To check a value, a validator follows references and keywords such as `allOf`, and after some hundreds in a row its stack is full. Tools whose input needs the schema are omitted, and the type of an output becomes unknown. Refer to the last of the schemas directly.",
};

export const dynamicReference: Code<{ name: string }> = {
  code: "dynamic-reference",
  severity: "warning",
  scope: "schema",
  message: ({ name }) => `Several schemas declare the dynamic anchor "${name}", so the compiler reads this "$dynamicRef" as "$ref".`,
  help: "The target of a `$dynamicRef` depends on the references that lead to its schema. Types cannot express such a reference. Write a `$ref` to the intended schema.",
};

export const unresolvedSchemaReference: Code<{ reference: string }> = {
  code: "unresolved-schema-reference",
  // If a tool cannot be compiled because of the reference, the tool has an error of its own.
  severity: "warning",
  scope: "schema",
  message: ({ reference }) => `The reference "${reference}" has no target, so this schema is invalid.`,
  help: "An input schema that needs the reference cannot be compiled, and the type of an output becomes unknown. Correct the reference or add its target.",
};

export const schemaCodes: readonly Code<never>[] = [
  unusableKeyword,
  unknownSchemaType,
  emptyEnum,
  valuesOfAnotherType,
  overlappingAlternatives,
  impossibleBounds,
  impossibleMembers,
  closedPart,
  uncheckedSchema,
  numberAsString,
  requiredOnProperty,
  booleanBound,
  arrayItems,
  ignoredNullable,
  invalidPattern,
  slowPattern,
  endlessReference,
  tooManyReferences,
  dynamicReference,
  unresolvedSchemaReference,
];
