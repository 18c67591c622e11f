import type { Code } from "../../diagnostic/diagnostic.ts";
import { nameList } from "../../diagnostic/name-list.ts";
import type { Json } from "../../source/json/json.ts";
import type { OtherFormat } from "../../source/text/other-format.ts";
import {
  duplicateOperationId,
  duplicatePath,
  invalidStatus,
  noResponses,
  overlappingPathItem,
  refusedOperation,
  similarPath,
} from "./operation-codes.ts";
import {
  bodyConflict,
  duplicateParameter,
  fileWithoutForm,
  ignoredParameter,
  missingPathParameter,
  optionalPathParameter,
  queryConflict,
  unknownSessionValue,
  unusedPathParameter,
} from "./parameter-codes.ts";
import {
  danglingLink,
  danglingReference,
  ignoredSibling,
  misplacedReference,
  nullableBesideReference,
  referenceCycle,
  remoteReference,
  unfollowedReference,
  unknownLinkedOperation,
  wrongReference,
} from "./reference-codes.ts";
import {
  arrayWithoutItems,
  duplicateEnumValue,
  laterKeyword,
  laterValue,
  undefinedRequiredProperty,
  unknownDialect,
  unknownDiscriminator,
  unknownKeyword,
  unknownMapping,
} from "./schema-codes.ts";

/** `other` is the format that the document has in place of OpenAPI, if it is known. */
export const notOpenapi: Code<{ near: string | undefined; other: OtherFormat | undefined }> = {
  code: "not-openapi",
  severity: "error",
  message: ({ near, other }) =>
    other === undefined
      ? `This is not an OpenAPI document: it has neither "openapi" nor "swagger".${near === undefined ? "" : ` Is "${near}" misspelt?`}`
      : `This is ${other.name}, not an OpenAPI document. ${other.advice}`,
  help: "An OpenAPI document has its version at the top, as in `openapi: 3.1.0`. Add the version, or refer to the intended file.",
};

export const unsupportedOpenapiVersion: Code<{ version: string }> = {
  code: "unsupported-openapi-version",
  severity: "error",
  message: ({ version }) => `The OpenAPI version ${version} is not supported, so the document is not read.`,
  help: 'Supported versions: 2.0, 3.0, 3.1 and 3.2. The version is a string: `swagger: "2.0"`, `openapi: 3.1.0`.',
};

export const missingOneOf: Code<{ fields: readonly string[] }> = {
  code: "missing-one-of",
  severity: "warning",
  errorIn: "openapi",
  message: ({ fields }) => `One of these fields is required: ${fields.map((name) => `"${name}"`).join(", ")}.`,
  cause: ({ fields }) => fields.join(" "),
  help: "OpenAPI requires at least one of these fields. Add a field.",
};

export const coercedValue: Code<{ written: string; meant: string; replacement: Json | undefined }> = {
  code: "coerced-value",
  severity: "warning",
  errorIn: "openapi",
  message: ({ written, meant }) => `${written} is read as ${meant}.`,
  cause: ({ written, meant }) => `${written} ${meant}`,
  help: "OpenAPI requires another value here, and strict programs reject the document. Write the value as it is read.",
  replacement: ({ replacement }) => replacement,
  isSafeFix: true,
};

export const duplicateItem: Code<{ what: "item" | "variable"; names: readonly string[] }> = {
  code: "duplicate-item",
  severity: "warning",
  errorIn: "openapi",
  message: ({ what, names }) => {
    const subject = names.length === 1 ? `The ${what} ${nameList(names)} occurs` : `The ${what}s ${nameList(names)} occur`;
    return `${subject} more than once in this ${what === "item" ? "array" : "URL"}.`;
  },
  help: "OpenAPI forbids duplicates here. Remove the repetitions.",
};

export const invalidName: Code<{ name: string; reason: string }> = {
  code: "invalid-name",
  severity: "error",
  errorIn: "openapi",
  message: ({ name, reason }) => `The name "${name}" is invalid: ${reason}.`,
  help: "OpenAPI does not allow this name here, and other programs may reject the document. Choose another name.",
};

export const exclusiveFields: Code<{ one: string; other: string }> = {
  code: "exclusive-fields",
  severity: "warning",
  errorIn: "openapi",
  message: ({ one, other }) => `The fields "${one}" and "${other}" cannot be used together.`,
  help: "Programs differ in which of the two fields they use. Keep one field.",
};

export const uselessField: Code<{ name: string; why: string }> = {
  code: "useless-field",
  severity: "warning",
  errorIn: "openapi",
  message: ({ name, why }) => `The field "${name}" is not allowed here: ${why}.`,
  cause: ({ name, why }) => `${name} ${why}`,
  help: "The field has no meaning here, so it has no effect. Remove the field.",
};

export const unknownSecurityScheme: Code<{ name: string; near: string | undefined }> = {
  code: "unknown-security-scheme",
  severity: "warning",
  errorIn: "openapi",
  message: ({ name, near }) =>
    `No security scheme is named "${name}", so this requirement is ignored.${near === undefined ? "" : ` Did you mean "${near}"?`}`,
  cause: ({ name }) => name,
  help: "Without the requirement, calls may have no credentials. Describe the scheme under `securitySchemes` (2.0: `securityDefinitions`), or correct the name.",
};

export const undefinedServerVariable: Code<{ name: string }> = {
  code: "undefined-server-variable",
  severity: "warning",
  errorIn: "openapi",
  message: ({ name }) => `The URL has the variable "{${name}}", but this server variable is not defined.`,
  help: "Without a value for the variable, there is no URL to call. Add the variable under `variables`, with a `default`.",
};

export const defaultNotInEnum: Code<{ value: string }> = {
  code: "default-not-in-enum",
  severity: "warning",
  errorIn: "openapi",
  message: ({ value }) => `The default "${value}" is not one of the values in "enum".`,
  help: "The default is used if no value is set, so it must be an allowed value. Add the default to `enum`, or choose another value.",
};

export const duplicateTag: Code<{ name: string }> = {
  code: "duplicate-tag",
  severity: "warning",
  errorIn: "openapi",
  message: ({ name }) => `The tag "${name}" is declared twice. Only the first declaration is used.`,
  help: "A tag may have only one description. Remove one of the two.",
};

export const unknownParentTag: Code<{ name: string; near: string | undefined }> = {
  code: "unknown-parent-tag",
  severity: "warning",
  errorIn: "openapi",
  message: ({ name, near }) =>
    `The parent tag "${name}" is not described under \`tags\`.${near === undefined ? "" : ` Did you mean "${near}"?`}`,
  help: "OpenAPI requires a description of each parent tag. Describe the parent tag under `tags`, or correct the name.",
};

export const tagCycle: Code<{ cycle: readonly string[] }> = {
  code: "tag-cycle",
  severity: "warning",
  errorIn: "openapi",
  message: ({ cycle }) => `The parents of these tags form a cycle: ${cycle.join(" -> ")}.`,
  help: "A tag hierarchy must not have cycles. Remove one `parent`.",
};

/** The codes of OpenAPI documents. Codes for the structure of any file are in `diagnostic/structure.ts`. */
export const openApiCodes: readonly Code<never>[] = [
  notOpenapi,
  unsupportedOpenapiVersion,
  missingOneOf,
  noResponses,
  invalidStatus,
  misplacedReference,
  unfollowedReference,
  coercedValue,
  danglingReference,
  remoteReference,
  wrongReference,
  referenceCycle,
  ignoredSibling,
  nullableBesideReference,
  overlappingPathItem,
  laterKeyword,
  laterValue,
  unknownKeyword,
  unknownDialect,
  duplicateItem,
  duplicateOperationId,
  duplicatePath,
  similarPath,
  duplicateParameter,
  missingPathParameter,
  unusedPathParameter,
  optionalPathParameter,
  invalidName,
  unknownSessionValue,
  ignoredParameter,
  exclusiveFields,
  uselessField,
  bodyConflict,
  queryConflict,
  fileWithoutForm,
  unknownSecurityScheme,
  undefinedServerVariable,
  defaultNotInEnum,
  arrayWithoutItems,
  undefinedRequiredProperty,
  duplicateEnumValue,
  unknownDiscriminator,
  unknownMapping,
  unknownLinkedOperation,
  danglingLink,
  duplicateTag,
  unknownParentTag,
  tagCycle,
  refusedOperation,
];
