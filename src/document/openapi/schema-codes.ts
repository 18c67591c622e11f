// The codes about the schemas of OpenAPI documents.

import type { Code } from "../../diagnostic/diagnostic.ts";
import { nameList } from "../../diagnostic/name-list.ts";
import type { Json } from "../../source/json/json.ts";

export const laterKeyword: Code<{ name: string; version: string }> = {
  code: "later-keyword",
  severity: "warning",
  errorIn: "openapi",
  message: ({ name, version }) => `The keyword "${name}" does not exist in OpenAPI ${version}.`,
  cause: ({ name }) => name,
  help: "The keyword belongs to another version of OpenAPI, so some programs ignore it. Change the version of the document, or use the corresponding keyword of this version.",
};

export const laterValue: Code<{ keyword: string; value: string; version: string }> = {
  code: "later-value",
  severity: "warning",
  errorIn: "openapi",
  message: ({ keyword, value, version }) => `In OpenAPI ${version}, "${keyword}" cannot be ${value}.`,
  cause: ({ keyword }) => keyword,
  help: "The value belongs to later versions. Most programs read it as these define it, and so does the compiler; others refuse the document or ignore the value. Write `nullable: true` beside a single type, or `exclusiveMinimum: true` beside `minimum`, or change the version of the document.",
};

export const unknownKeyword: Code<{ name: string; near: string }> = {
  code: "unknown-keyword",
  severity: "warning",
  message: ({ name, near }) => `"${name}" is not a JSON Schema keyword, so it has no effect. Did you mean "${near}"?`,
  help: "Correct the keyword. The name of a custom keyword should begin with `x-`.",
};

export const unknownDialect: Code<{ uri: string }> = {
  code: "unknown-dialect",
  severity: "warning",
  message: ({ uri }) => `"${uri}" is not a supported dialect of JSON Schema, so the schemas are read as JSON Schema 2020-12.`,
  help: "Keywords with another meaning in this dialect are misread. Use OpenAPI's default dialect, or check the result.",
};

export const arrayWithoutItems: Code<Record<never, never>> = {
  code: "array-without-items",
  severity: "warning",
  errorIn: "openapi",
  message: () => `A schema of type "array" needs "items".`,
  help: "Without `items`, an item may have any value. This version of OpenAPI requires `items`, even if only as `items: {}`. Describe the items.",
};

export const duplicateEnumValue: Code<{ value: string; values: readonly Json[] }> = {
  code: "duplicate-enum-value",
  severity: "warning",
  message: ({ value }) => `The value "${value}" occurs twice in this "enum".`,
  cause: ({ values }) => JSON.stringify(values),
  help: "A second one has no effect, so usually another value was meant. Correct the value, or remove it.",
};

export const undefinedRequiredProperty: Code<{ names: readonly string[]; near: string | undefined }> = {
  code: "undefined-required-property",
  severity: "warning",
  message: ({ names, near }) =>
    names.length === 1
      ? `The property ${nameList(names)} is required, but "properties" does not describe it.${near === undefined ? "" : ` Did you mean "${near}"?`}`
      : `The properties ${nameList(names)} are required, but "properties" does not describe them.`,
  help: "JSON Schema accepts any value for a property that is not described. Usually the name is misspelt, or is one of another object. Correct the name, move it, or describe the property.",
};

export const unknownDiscriminator: Code<{ name: string; where: string; near: string | undefined }> = {
  code: "unknown-discriminator",
  severity: "warning",
  message: ({ name, where, near }) =>
    `The discriminator property "${name}" is not described in ${where}.${near === undefined ? "" : ` Did you mean "${near}"?`}`,
  help: "The discriminator is the property that distinguishes the alternatives. Describe it in `properties`, and list it in `required`.",
};

export const unknownMapping: Code<{ tag: string; name: string; exists: boolean; near: string | undefined }> = {
  code: "unknown-mapping",
  severity: "warning",
  message: ({ tag, name, exists, near }) =>
    `The discriminator maps "${tag}" to "${name}", ${exists ? "which is none of the alternatives" : "but no schema has this name"}.${near === undefined ? "" : ` Did you mean "${near}"?`}`,
  help: "An object with this tag matches no alternative. Correct the name, or add the schema to the alternatives.",
};
