import type { Code } from "../../diagnostic/diagnostic.ts";
import type { Json } from "../../source/json.ts";

export const notOpenApi: Code<{ near: string | undefined }> = {
  code: "not-openapi",
  severity: "error",
  message: ({ near }) =>
    `This is not an OpenAPI document: it has neither "openapi" nor "swagger".${near === undefined ? "" : ` Did you misspell "${near}"?`}`,
  help: "The first line of an OpenAPI document says its version, as in `openapi: 3.1.0`. Add it, or point at the file that is meant.",
};

export const unsupportedOpenApi: Code<{ version: string }> = {
  code: "unsupported-openapi-version",
  severity: "error",
  message: ({ version }) => `${version} is not a version of OpenAPI that is known here.`,
  help: '2.0, 3.0, 3.1 and 3.2 are read. The version is a text: `swagger: "2.0"`, `openapi: 3.1.0`.',
};

export const misplacedReference: Code<{ what: string }> = {
  code: "misplaced-reference",
  severity: "warning",
  errorIn: "openapi",
  message: ({ what }) => `The standard allows no "$ref" in place of this ${what}. It is followed all the same.`,
  help: "Most readers follow it, and strict ones refuse the document. Write the value out, or publish the document in one file.",
};

export const unfollowedReference: Code<{ reason: string }> = {
  code: "unfollowed-reference",
  severity: "error",
  errorIn: "openapi",
  message: ({ reason }) => `This "$ref" cannot be followed: ${reason}.`,
  help: "The standard has no reference here, so what it leads to has to be put in its place. Write the value out, or let fewer references lead to each other.",
};

export const coercedValue: Code<{ written: string; meant: string; replacement: Json | undefined }> = {
  code: "coerced-value",
  severity: "warning",
  errorIn: "openapi",
  message: ({ written, meant }) => `${written} is read as ${meant}.`,
  help: "The standard wants another type here, and strict readers refuse the document. Write it as it is read.",
  replacement: ({ replacement }) => replacement,
};

export const danglingReference: Code<{ uri: string; missing: string; near: string | undefined }> = {
  code: "dangling-reference",
  severity: "error",
  errorIn: "openapi",
  message: ({ uri, missing, near }) =>
    `"${uri}" leads nowhere: there is no "${missing}".${near === undefined ? "" : ` Did you mean "${near}"?`}`,
  help: "What depends on it cannot be used. Correct the name, or add what it points at.",
};

export const remoteReference: Code<{ uri: string }> = {
  code: "remote-reference",
  severity: "error",
  errorIn: "openapi",
  message: ({ uri }) => `"${uri}" is not in this project.`,
  help: "Nothing is fetched while compiling, so that a project compiles alike everywhere. Save the file in the project and refer to it there.",
};

export const wrongReference: Code<{ uri: string; expected: string; found: string }> = {
  code: "wrong-reference",
  severity: "error",
  errorIn: "openapi",
  message: ({ uri, expected, found }) => `"${uri}" leads to ${found}, where a ${expected} is wanted.`,
  help: "A reference stands for what it leads to, so both must be of one kind. Point at one of the right kind.",
};

export const referenceCycle: Code<{ cycle: readonly string[] }> = {
  code: "reference-cycle",
  severity: "error",
  errorIn: "openapi",
  message: ({ cycle }) => `These references only lead to each other: ${cycle.join(" -> ")}.`,
  help: "There is no value at the end of such a chain. Let one of them be written out.",
};

export const ignoredSibling: Code<{ name: string }> = {
  code: "ignored-sibling",
  severity: "warning",
  message: ({ name }) => `"${name}" has no effect beside "$ref".`,
  help: "This version of the standard passes over all that stands beside a reference. Move it to what is referred to, or join the two with `allOf`.",
};

export const nullableBesideReference: Code<Record<never, never>> = {
  code: "nullable-beside-reference",
  severity: "warning",
  message: () => '"nullable" beside "$ref" was read as its author means it: null is allowed.',
  help: "This version of the standard passes over all that stands beside a reference, so other tools may refuse null. Write `nullable: true` beside `allOf`, with the reference in its list.",
};

export const overlappingPathItem: Code<{ name: string }> = {
  code: "overlapping-path-item",
  severity: "warning",
  message: ({ name }) => `"${name}" is here and also in what the "$ref" beside it leads to. The one here is taken.`,
  help: "The standard leaves open which of the two counts, so tools differ. Keep one.",
};

export const laterKeyword: Code<{ name: string; version: string }> = {
  code: "later-keyword",
  severity: "warning",
  message: ({ name, version }) => `"${name}" is not a keyword of OpenAPI ${version}.`,
  help: "It belongs to another version, and readers of this one may pass over it. Change the document's version, or write the keyword of this version.",
};

export const unknownKeyword: Code<{ name: string; near: string }> = {
  code: "unknown-keyword",
  severity: "warning",
  message: ({ name, near }) => `"${name}" is not a keyword of JSON Schema. Did you mean "${near}"?`,
  help: "A keyword that is not known constrains nothing. Correct it; a keyword of your own is best named with `x-`.",
};

export const unknownDialect: Code<{ uri: string }> = {
  code: "unknown-dialect",
  severity: "warning",
  message: ({ uri }) => `"${uri}" is not a dialect of JSON Schema that is known here.`,
  help: "Schemas are read as JSON Schema 2020-12, so keywords that mean something else there are misread. Use the default dialect of OpenAPI, or check the result.",
};

export const duplicateItem: Code<{ item: string }> = {
  code: "duplicate-item",
  severity: "warning",
  errorIn: "openapi",
  message: ({ item }) => `"${item}" is in this list twice.`,
  help: "The standard wants every item of this list to be another. Remove one.",
};

export const duplicateOperationId: Code<{ name: string }> = {
  code: "duplicate-operation-id",
  severity: "warning",
  errorIn: "openapi",
  message: ({ name }) => `Another operation has the "operationId" "${name}" too.`,
  help: "It names the operation, and with it the tool. Give each operation its own.",
};

export const duplicatePath: Code<{ path: string; other: string }> = {
  code: "duplicate-path",
  severity: "warning",
  errorIn: "openapi",
  message: ({ path, other }) => `"${path}" and "${other}" match the same addresses.`,
  help: "They differ only in the names of their parameters and share a method, so no request can tell them apart. Join the two.",
};

export const similarPath: Code<{ path: string; other: string }> = {
  code: "similar-path",
  severity: "warning",
  message: ({ path, other }) => `"${path}" and "${other}" differ only in the names of their parameters.`,
  help: "Readers may take them for one path. Join the two, or let them differ in more than that.",
};

export const duplicateParameter: Code<{ name: string; where: string }> = {
  code: "duplicate-parameter",
  severity: "warning",
  errorIn: "openapi",
  message: ({ name, where }) => `There are two parameters "${name}" in ${where}.`,
  help: "A parameter is known by its name and by where it is sent, so the second would be lost. Remove or rename one.",
};

export const missingPathParameter: Code<{ name: string; path: string }> = {
  code: "missing-path-parameter",
  severity: "warning",
  errorIn: "openapi",
  message: ({ name, path }) => `"${path}" has a "{${name}}", and no parameter says what it is.`,
  help: "Without it nobody knows what may be put there. It is taken as a required text; add a parameter of this name with `in: path`.",
};

export const unusedPathParameter: Code<{ name: string; path: string }> = {
  code: "unused-path-parameter",
  severity: "warning",
  errorIn: "openapi",
  message: ({ name, path }) => `The path parameter "${name}" has no place in "${path}".`,
  help: "A path parameter is sent where the path has its name in braces. Add it to the path, or remove the parameter; until then it is left out.",
};

export const optionalPathParameter: Code<{ name: string }> = {
  code: "optional-path-parameter",
  severity: "warning",
  errorIn: "openapi",
  message: ({ name }) => `The path parameter "${name}" must have "required: true".`,
  help: "An address without it is another one. It is taken as required; say so.",
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
  help: "The standard restricts names so that others can refer to them and send them. Rename it.",
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
  message: ({ one, other }) => `"${one}" and "${other}" cannot stand together.`,
  help: "Where both stand, readers differ in which they take. Keep one.",
};

export const uselessField: Code<{ name: string; why: string }> = {
  code: "useless-field",
  severity: "warning",
  errorIn: "openapi",
  message: ({ name, why }) => `"${name}" is not allowed here: ${why}.`,
  help: "The standard gives it no meaning here, so what is meant by it is lost. Remove it.",
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
  message: ({ name, near }) => `No security scheme is called "${name}".${near === undefined ? "" : ` Did you mean "${near}"?`}`,
  help: "Without it nobody knows how to sign a request. Describe it under `securitySchemes` (2.0: `securityDefinitions`), or correct the name.",
};

export const undefinedServerVariable: Code<{ name: string }> = {
  code: "undefined-server-variable",
  severity: "warning",
  errorIn: "openapi",
  message: ({ name }) => `The address has a "{${name}}", and no variable says what it is.`,
  help: "The address cannot be completed. Add it under `variables`, with a `default`.",
};

export const defaultNotInEnum: Code<{ value: string }> = {
  code: "default-not-in-enum",
  severity: "warning",
  errorIn: "openapi",
  message: ({ value }) => `The default "${value}" is not one of the values in "enum".`,
  help: "The default is used where nothing else is said, so it must be allowed. Add it to `enum`, or choose another.",
};

export const arrayWithoutItems: Code<Record<never, never>> = {
  code: "array-without-items",
  severity: "warning",
  errorIn: "openapi",
  message: () => `A schema of type "array" needs "items".`,
  help: "This version of the standard requires it, if only `items: {}`. Say what the items are.",
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
  help: "The link leads nowhere. Correct the name.",
};

export const danglingLink: Code<{ uri: string; missing: string; near: string | undefined }> = {
  code: "dangling-link",
  severity: "warning",
  message: danglingReference.message,
  help: "No tool depends on it, but who follows it finds nothing. Correct the name.",
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
  message: ({ name, near }) => `No tag is called "${name}".${near === undefined ? "" : ` Did you mean "${near}"?`}`,
  help: "A tag's parent must be described too. Add it, or correct the name.",
};

export const tagCycle: Code<{ cycle: readonly string[] }> = {
  code: "tag-cycle",
  severity: "warning",
  errorIn: "openapi",
  message: ({ cycle }) => `These tags are each other's parents: ${cycle.join(" -> ")}.`,
  help: "A hierarchy needs a top. Remove one of the `parent`s.",
};

export const missingOneOf: Code<{ fields: readonly string[] }> = {
  code: "missing-one-of",
  severity: "warning",
  errorIn: "openapi",
  message: ({ fields }) => `One of ${fields.map((name) => `"${name}"`).join(", ")} is missing.`,
  help: "Without any of them this says nothing. Add the one that is meant.",
};

export const noResponses: Code<Record<never, never>> = {
  code: "no-responses",
  severity: "warning",
  errorIn: "openapi",
  message: () => "No response is described.",
  help: 'The standard wants at least one: that of a call that succeeds, under its status code, such as "201", or "default" for any.',
};

export const invalidStatus: Code<{ status: string }> = {
  code: "invalid-status",
  severity: "warning",
  errorIn: "openapi",
  message: ({ status }) => {
    const range = status.toUpperCase();
    return `"${status}" is not a status code.${/^[1-5]XX$/.test(range) ? ` Did you mean "${range}"?` : ""}`;
  },
  help: "A response is known by a code such as 200, by a range such as 2XX in capitals, or as `default`. Correct it.",
};

export const refusedOperation: Code<{ key: string }> = {
  code: "refused-operation",
  severity: "error",
  message: ({ key }) => `The operation "${key}" is left out, since what a call of it needs is at fault.`,
  help: "One bad operation never costs the others. Correct the fault that is named beside this.",
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
