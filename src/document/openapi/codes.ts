import type { Code } from "../../diagnostic/diagnostic.ts";
import type { Json } from "../../source/json.ts";

export const notOpenApi: Code<{ near: string | undefined }> = {
  code: "not-openapi",
  severity: "error",
  message: ({ near }) =>
    `This is not an OpenAPI document: it has neither "openapi" nor "swagger".${near === undefined ? "" : ` Did you misspell "${near}"?`}`,
  help: "An OpenAPI document begins with its version, as in `openapi: 3.1.0`. Add it, or name the intended file.",
};

export const unsupportedOpenApi: Code<{ version: string }> = {
  code: "unsupported-openapi-version",
  severity: "error",
  message: ({ version }) => `${version} is not a supported version of OpenAPI.`,
  help: '2.0, 3.0, 3.1 and 3.2 are supported. The version is a string: `swagger: "2.0"`, `openapi: 3.1.0`.',
};

export const misplacedReference: Code<{ what: string }> = {
  code: "misplaced-reference",
  severity: "warning",
  errorIn: "openapi",
  message: ({ what }) => `The standard allows no "$ref" in place of this ${what}. It is followed all the same.`,
  help: "Most tools follow it, but strict ones reject the document. Write the value out, or bundle the document into one file.",
};

export const unfollowedReference: Code<{ reason: string }> = {
  code: "unfollowed-reference",
  severity: "error",
  errorIn: "openapi",
  message: ({ reason }) => `This "$ref" cannot be followed: ${reason}.`,
  help: "OpenAPI allows no `$ref` here. Write the value itself in its place.",
};

export const coercedValue: Code<{ written: string; meant: string; replacement: Json | undefined }> = {
  code: "coerced-value",
  severity: "warning",
  errorIn: "openapi",
  message: ({ written, meant }) => `${written} is read as ${meant}.`,
  help: "The standard requires another type here, and strict tools reject the document. Write it as it is read.",
  replacement: ({ replacement }) => replacement,
  isSafeFix: true,
};

export const danglingReference: Code<{ uri: string; missing: string; near: string | undefined }> = {
  code: "dangling-reference",
  severity: "error",
  errorIn: "openapi",
  message: ({ uri, missing, near }) =>
    `"${uri}" leads nowhere: there is no "${missing}".${near === undefined ? "" : ` Did you mean "${near}"?`}`,
  help: "What depends on it cannot be used. Correct the name, or add its target.",
};

export const remoteReference: Code<{ uri: string }> = {
  code: "remote-reference",
  severity: "error",
  errorIn: "openapi",
  message: ({ uri }) => `"${uri}" is not in this project.`,
  help: "Nothing is fetched while compiling, so that a project compiles the same everywhere. Save the file in the project and refer to it there.",
};

export const wrongReference: Code<{ uri: string; expected: string; found: string }> = {
  code: "wrong-reference",
  severity: "error",
  errorIn: "openapi",
  message: ({ uri, expected, found }) => `"${uri}" leads to ${found}, where a ${expected} is expected.`,
  help: "A reference is replaced by its target, which must be of the expected kind. Refer to one of that kind.",
};

export const referenceCycle: Code<{ cycle: readonly string[] }> = {
  code: "reference-cycle",
  severity: "error",
  errorIn: "openapi",
  message: ({ cycle }) => `These references only lead to each other: ${cycle.join(" -> ")}.`,
  help: "Such a chain has no value at its end. Replace one of the references with its value.",
};

export const ignoredSibling: Code<{ name: string }> = {
  code: "ignored-sibling",
  severity: "warning",
  message: ({ name }) => `"${name}" has no effect beside "$ref".`,
  help: "This version of the standard ignores everything beside a `$ref`. Move it to the target, or combine the two with `allOf`.",
};

export const nullableBesideReference: Code<Record<never, never>> = {
  code: "nullable-beside-reference",
  severity: "warning",
  message: () => '"nullable" beside "$ref" was read as its author means it: null is allowed.',
  help: "This version of the standard ignores everything beside a `$ref`, so other tools may reject null. Write `nullable: true` beside `allOf`, with the reference in its list.",
};

export const overlappingPathItem: Code<{ name: string }> = {
  code: "overlapping-path-item",
  severity: "warning",
  message: ({ name }) => `"${name}" is here and also in the target of the "$ref" beside it. The one here is used.`,
  help: "The standard leaves open which of the two applies, so tools differ. Keep one.",
};

export const laterKeyword: Code<{ name: string; version: string }> = {
  code: "later-keyword",
  severity: "warning",
  message: ({ name, version }) => `"${name}" is not a keyword of OpenAPI ${version}.`,
  help: "It belongs to another version, and tools for this one may ignore it. Change the document's version, or write the keyword of this version.",
};

export const unknownKeyword: Code<{ name: string; near: string }> = {
  code: "unknown-keyword",
  severity: "warning",
  message: ({ name, near }) => `"${name}" is not a keyword of JSON Schema. Did you mean "${near}"?`,
  help: "An unknown keyword has no effect. Correct it; the name of a keyword of your own should begin with `x-`.",
};

export const unknownDialect: Code<{ uri: string }> = {
  code: "unknown-dialect",
  severity: "warning",
  message: ({ uri }) => `"${uri}" is not a supported dialect of JSON Schema.`,
  help: "Schemas are read as JSON Schema 2020-12, so keywords with another meaning there are misread. Use the default dialect of OpenAPI, or check the result.",
};

export const duplicateItem: Code<{ item: string }> = {
  code: "duplicate-item",
  severity: "warning",
  errorIn: "openapi",
  message: ({ item }) => `"${item}" is in this list twice.`,
  help: "The standard requires the items of this list to be unique. Remove one.",
};

export const duplicateOperationId: Code<{ name: string }> = {
  code: "duplicate-operation-id",
  severity: "warning",
  errorIn: "openapi",
  message: ({ name }) => `Another operation has the "operationId" "${name}" too.`,
  help: "It names the operation, and with it the tool. Give each operation one of its own.",
};

export const duplicatePath: Code<{ path: string; other: string }> = {
  code: "duplicate-path",
  severity: "warning",
  errorIn: "openapi",
  message: ({ path, other }) => `"${path}" and "${other}" match the same addresses.`,
  help: "They differ only in the names of their parameters and share a method, so requests to them are the same. Merge the two.",
};

export const similarPath: Code<{ path: string; other: string }> = {
  code: "similar-path",
  severity: "warning",
  message: ({ path, other }) => `"${path}" and "${other}" differ only in the names of their parameters.`,
  help: "Tools may treat them as one path. Merge the two, or let them differ in more than that.",
};

export const duplicateParameter: Code<{ name: string; where: string }> = {
  code: "duplicate-parameter",
  severity: "warning",
  errorIn: "openapi",
  message: ({ name, where }) => `There are two parameters "${name}" in ${where}.`,
  help: "A parameter is identified by its name and its location, so the second would be lost. Remove or rename one.",
};

export const missingPathParameter: Code<{ name: string; path: string }> = {
  code: "missing-path-parameter",
  severity: "warning",
  errorIn: "openapi",
  message: ({ name, path }) => `"${path}" has the variable "{${name}}", which no parameter describes.`,
  help: "It is read as a required string. Add a parameter of this name with `in: path`.",
};

export const unusedPathParameter: Code<{ name: string; path: string }> = {
  code: "unused-path-parameter",
  severity: "warning",
  errorIn: "openapi",
  message: ({ name, path }) => `The path parameter "${name}" does not occur in "${path}".`,
  help: "A path parameter is sent where the path has its name in braces. Add it to the path, or remove the parameter; until then it is omitted.",
};

export const optionalPathParameter: Code<{ name: string }> = {
  code: "optional-path-parameter",
  severity: "warning",
  errorIn: "openapi",
  message: ({ name }) => `The path parameter "${name}" must have "required: true".`,
  help: "Without it, the path would be another one. It is read as required; add `required: true`.",
};

export const unknownSessionValue: Code<{ value: string; near: string | undefined }> = {
  code: "unknown-session-value",
  severity: "error",
  message: ({ value, near }) => `The session has no "${value}".${near === undefined ? "" : ` Did you mean "${near}"?`}`,
  help: "Without a value, the parameter is not sent. `x-ces-session-context` takes `$context.variables`, `$context.variables.<name>`, and `$context.` with `project_id`, `project_number`, `location`, `app_id`, `session_id` or `turn_index`.",
  replacement: ({ near }) => near,
};

export const invalidName: Code<{ name: string; reason: string }> = {
  code: "invalid-name",
  severity: "error",
  errorIn: "openapi",
  message: ({ name, reason }) => `"${name}" cannot be a name here: ${reason}.`,
  help: "The standard restricts which characters such a name may have. Rename it.",
};

export const ignoredParameter: Code<{ name: string }> = {
  code: "ignored-parameter",
  severity: "warning",
  message: ({ name }) => `The header parameter "${name}" has no effect.`,
  help: "The standard takes this header from elsewhere: `Accept` and `Content-Type` from media types, `Authorization` from security schemes. Describe it there.",
};

export const exclusiveFields: Code<{ one: string; other: string }> = {
  code: "exclusive-fields",
  severity: "warning",
  errorIn: "openapi",
  message: ({ one, other }) => `"${one}" and "${other}" cannot be used together.`,
  help: "Tools differ in which of the two they use. Keep one.",
};

export const uselessField: Code<{ name: string; why: string }> = {
  code: "useless-field",
  severity: "warning",
  errorIn: "openapi",
  message: ({ name, why }) => `"${name}" is not allowed here: ${why}.`,
  help: "The standard gives it no meaning here, so it has no effect. Remove it.",
};

export const bodyConflict: Code<{ reason: string }> = {
  code: "body-conflict",
  severity: "error",
  errorIn: "openapi",
  message: ({ reason }) => `An operation has one body, and here ${reason}.`,
  help: "Only one of them could be sent. Keep one body, or only form parameters.",
};

export const queryConflict: Code<{ reason: string }> = {
  code: "query-conflict",
  severity: "error",
  errorIn: "openapi",
  message: ({ reason }) => `A request has one query, and here ${reason}.`,
  help: "A parameter with `in: querystring` is the whole query. Keep only it, or only parameters with `in: query`.",
};

export const fileWithoutForm: Code<{ name: string }> = {
  code: "file-without-form",
  severity: "warning",
  errorIn: "openapi",
  message: ({ name }) => `The file "${name}" needs "consumes" to be "multipart/form-data" or "application/x-www-form-urlencoded".`,
  help: "A file is sent only as part of a form. Set `consumes` of the operation or the document.",
};

export const unknownSecurityScheme: Code<{ name: string; near: string | undefined }> = {
  code: "unknown-security-scheme",
  severity: "warning",
  errorIn: "openapi",
  message: ({ name, near }) => `No security scheme is named "${name}".${near === undefined ? "" : ` Did you mean "${near}"?`}`,
  help: "Without it, a call has no credentials. Describe it under `securitySchemes` (2.0: `securityDefinitions`), or correct the name.",
};

export const undefinedServerVariable: Code<{ name: string }> = {
  code: "undefined-server-variable",
  severity: "warning",
  errorIn: "openapi",
  message: ({ name }) => `The address has the variable "{${name}}", which is not defined.`,
  help: "The address cannot be completed. Add it under `variables`, with a `default`.",
};

export const defaultNotInEnum: Code<{ value: string }> = {
  code: "default-not-in-enum",
  severity: "warning",
  errorIn: "openapi",
  message: ({ value }) => `The default "${value}" is not one of the values in "enum".`,
  help: "The default is used where no value is given, so it must be allowed. Add it to `enum`, or choose another.",
};

export const arrayWithoutItems: Code<Record<never, never>> = {
  code: "array-without-items",
  severity: "warning",
  errorIn: "openapi",
  message: () => `A schema of type "array" needs "items".`,
  help: "This version of the standard requires it, even if only as `items: {}`. Describe the items.",
};

export const undefinedRequiredProperty: Code<{ name: string; near: string | undefined }> = {
  code: "undefined-required-property",
  severity: "warning",
  message: ({ name, near }) =>
    `"${name}" is required, and is not among the properties.${near === undefined ? "" : ` Did you mean "${near}"?`}`,
  help: "JSON Schema allows it, and any value is then accepted there; most often a name is misspelt. Describe the property.",
};

export const unknownDiscriminator: Code<{ name: string; near: string | undefined }> = {
  code: "unknown-discriminator",
  severity: "warning",
  message: ({ name, near }) =>
    `The discriminator "${name}" is not among the properties.${near === undefined ? "" : ` Did you mean "${near}"?`}`,
  help: "The discriminator is the property that tells the variants apart. Describe it, and require it.",
};

export const unknownLinkedOperation: Code<{ name: string; near: string | undefined }> = {
  code: "unknown-linked-operation",
  severity: "warning",
  message: ({ name, near }) => `No operation has the "operationId" "${name}".${near === undefined ? "" : ` Did you mean "${near}"?`}`,
  help: "The link has no target. Correct the name.",
};

export const danglingLink: Code<{ uri: string; missing: string; near: string | undefined }> = {
  code: "dangling-link",
  severity: "warning",
  message: danglingReference.message,
  help: "No tool depends on it, but the link has no target. Correct the name.",
};

export const duplicateTag: Code<{ name: string }> = {
  code: "duplicate-tag",
  severity: "warning",
  errorIn: "openapi",
  message: ({ name }) => `The tag "${name}" is described twice.`,
  help: "Each tag has one description. Remove one.",
};

export const unknownParentTag: Code<{ name: string; near: string | undefined }> = {
  code: "unknown-parent-tag",
  severity: "warning",
  errorIn: "openapi",
  message: ({ name, near }) => `No tag is named "${name}".${near === undefined ? "" : ` Did you mean "${near}"?`}`,
  help: "A tag's parent must be described too. Add it, or correct the name.",
};

export const tagCycle: Code<{ cycle: readonly string[] }> = {
  code: "tag-cycle",
  severity: "warning",
  errorIn: "openapi",
  message: ({ cycle }) => `These tags are each other's parents: ${cycle.join(" -> ")}.`,
  help: "A hierarchy of tags has no cycles. Remove one `parent`.",
};

export const missingOneOf: Code<{ fields: readonly string[] }> = {
  code: "missing-one-of",
  severity: "warning",
  errorIn: "openapi",
  message: ({ fields }) => `One of ${fields.map((name) => `"${name}"`).join(", ")} is missing.`,
  help: "The standard requires at least one of them. Add it.",
};

export const noResponses: Code<Record<never, never>> = {
  code: "no-responses",
  severity: "warning",
  errorIn: "openapi",
  message: () => "No response is described.",
  help: 'The standard requires at least one. Describe the response to a successful call under its status code, such as "201", or under "default".',
};

export const invalidStatus: Code<{ status: string }> = {
  code: "invalid-status",
  severity: "warning",
  errorIn: "openapi",
  message: ({ status }) => {
    const range = status.toUpperCase();
    return `"${status}" is not a status code.${/^[1-5]XX$/.test(range) ? ` Did you mean "${range}"?` : ""}`;
  },
  help: "The key of a response is a code such as 200, a range such as 2XX in capitals, or `default`. Correct it.",
};

export const refusedOperation: Code<{ key: string }> = {
  code: "refused-operation",
  severity: "error",
  message: ({ key }) => `The operation "${key}" is omitted, since something that its call needs is invalid.`,
  help: "The other operations are compiled. Correct the error that is reported with this one.",
};

/** All codes that the check of OpenAPI documents gives; those about structure in general are in `diagnostic/structure.ts`. */
export const openApiCodes: readonly Code<never>[] = [
  notOpenApi,
  unsupportedOpenApi,
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
  unknownDiscriminator,
  unknownLinkedOperation,
  danglingLink,
  duplicateTag,
  unknownParentTag,
  tagCycle,
  refusedOperation,
];
