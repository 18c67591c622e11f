import type { Code } from "../../diagnostic/diagnostic.ts";
import type { Json } from "../../source/json/json.ts";

export const notOpenapi: Code<{ near: string | undefined }> = {
  code: "not-openapi",
  severity: "error",
  message: ({ near }) =>
    `This is not an OpenAPI document: it has neither "openapi" nor "swagger".${near === undefined ? "" : ` Is "${near}" misspelt?`}`,
  help: "An OpenAPI document has its version at the top, as in `openapi: 3.1.0`. Add the version, or refer to the intended file.",
};

export const unsupportedOpenapiVersion: Code<{ version: string }> = {
  code: "unsupported-openapi-version",
  severity: "error",
  message: ({ version }) => `The OpenAPI version ${version} is not supported, so the document is not read.`,
  help: 'Supported versions: 2.0, 3.0, 3.1 and 3.2. The version is a string: `swagger: "2.0"`, `openapi: 3.1.0`.',
};

export const misplacedReference: Code<{ what: string }> = {
  code: "misplaced-reference",
  severity: "warning",
  errorIn: "openapi",
  message: ({ what }) => `OpenAPI allows no "$ref" in place of this ${what}. The reference is followed nevertheless.`,
  help: "Most programs follow the reference, but strict programs reject the document. Write the value itself instead of the reference, or bundle the document into one file.",
};

export const unfollowedReference: Code<{ reason: string }> = {
  code: "unfollowed-reference",
  severity: "error",
  errorIn: "openapi",
  message: ({ reason }) => `This "$ref" is not followed, so the value here is missing: ${reason}.`,
  help: "OpenAPI allows no `$ref` here. Write the value itself instead of the reference.",
};

export const coercedValue: Code<{ written: string; meant: string; replacement: Json | undefined }> = {
  code: "coerced-value",
  severity: "warning",
  errorIn: "openapi",
  message: ({ written, meant }) => `${written} is read as ${meant}.`,
  help: "OpenAPI requires another type here, and strict programs reject the document. Write the value as it is read.",
  replacement: ({ replacement }) => replacement,
  isSafeFix: true,
};

export const danglingReference: Code<{ uri: string; missing: string; near: string | undefined }> = {
  code: "dangling-reference",
  severity: "error",
  errorIn: "openapi",
  message: ({ uri, missing, near }) =>
    `The reference "${uri}" has no target: there is no "${missing}".${near === undefined ? "" : ` Did you mean "${near}"?`}`,
  help: "Operations and schemas that depend on the reference cannot be used. Correct the reference, or add the missing target.",
};

export const remoteReference: Code<{ uri: string }> = {
  code: "remote-reference",
  severity: "error",
  errorIn: "openapi",
  message: ({ uri }) => `The target of the reference "${uri}" is outside of this project, so the reference is not followed.`,
  help: "The compiler fetches nothing, so that a project compiles the same everywhere. Save the file in the project, and refer to the saved file.",
};

export const wrongReference: Code<{ uri: string; expected: string; found: string }> = {
  code: "wrong-reference",
  severity: "error",
  errorIn: "openapi",
  message: ({ uri, expected, found }) => `The reference "${uri}" leads to ${found}, but ${expected} is expected here.`,
  help: "A reference is replaced by its target, which must be of the expected kind. Refer to a value of that kind.",
};

export const referenceCycle: Code<{ cycle: readonly string[] }> = {
  code: "reference-cycle",
  severity: "error",
  errorIn: "openapi",
  message: ({ cycle }) => `These references only lead to each other: ${cycle.join(" -> ")}.`,
  help: "A reference in a cycle never leads to a value. Replace one of the references with the intended value.",
};

export const ignoredSibling: Code<{ name: string }> = {
  code: "ignored-sibling",
  severity: "warning",
  message: ({ name }) => `The member "${name}" has no effect beside "$ref".`,
  help: "This version of OpenAPI ignores all members beside a `$ref`. Move the member to the target of the reference, or combine the member and the reference with `allOf`.",
};

export const nullableBesideReference: Code<Record<never, never>> = {
  code: "nullable-beside-reference",
  severity: "warning",
  message: () => '"nullable" beside "$ref" has no effect in this version of OpenAPI, but the compiler allows null nevertheless.',
  help: "OpenAPI ignores all members beside a `$ref`, so other programs may reject null. Write `nullable: true` beside an `allOf` that contains the reference.",
};

export const overlappingPathItem: Code<{ name: string }> = {
  code: "overlapping-path-item",
  severity: "warning",
  message: ({ name }) =>
    `The field "${name}" is in this path item and also in the target of its "$ref". The field in the target is ignored.`,
  help: "OpenAPI does not define which of the two fields applies, so programs read this document differently. Keep one of the two fields.",
};

export const laterKeyword: Code<{ name: string; version: string }> = {
  code: "later-keyword",
  severity: "warning",
  message: ({ name, version }) => `The keyword "${name}" does not exist in OpenAPI ${version}.`,
  help: "The keyword belongs to another version of OpenAPI, so some programs ignore it. Change the version of the document, or use the corresponding keyword of this version.",
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

export const duplicateItem: Code<{ what: "item" | "variable"; name: string }> = {
  code: "duplicate-item",
  severity: "warning",
  errorIn: "openapi",
  message: ({ what, name }) => `The ${what} "${name}" occurs twice in this ${what === "item" ? "array" : "URL"}.`,
  help: "OpenAPI forbids duplicates here. Remove one of the two.",
};

export const duplicateOperationId: Code<{ name: string }> = {
  code: "duplicate-operation-id",
  severity: "warning",
  errorIn: "openapi",
  message: ({ name }) => `Another operation also has the "operationId" "${name}", so both tools are named after their methods and paths.`,
  help: "A tool is named after its `operationId` only if no other operation has the same one. Give each operation a different `operationId`.",
};

export const duplicatePath: Code<{ path: string; other: string }> = {
  code: "duplicate-path",
  severity: "warning",
  errorIn: "openapi",
  message: ({ path, other }) => `The paths "${path}" and "${other}" match the same URLs.`,
  help: "The paths differ only in the names of their parameters and have a method in common, so their requests cannot be distinguished. Merge the two paths.",
};

export const similarPath: Code<{ path: string; other: string }> = {
  code: "similar-path",
  severity: "warning",
  message: ({ path, other }) => `The paths "${path}" and "${other}" differ only in the names of their parameters.`,
  help: "Some programs treat such paths as the same path. Merge the two paths, or rename another part of one path.",
};

export const duplicateParameter: Code<{ name: string; where: string }> = {
  code: "duplicate-parameter",
  severity: "warning",
  errorIn: "openapi",
  message: ({ name, where }) => `There are two parameters named "${name}" with "in: ${where}".`,
  help: "A parameter is identified by its name and its location, so the second parameter is ignored. Remove or rename one of them.",
};

export const missingPathParameter: Code<{ name: string; path: string }> = {
  code: "missing-path-parameter",
  severity: "warning",
  errorIn: "openapi",
  message: ({ name, path }) => `The path "${path}" has the variable "{${name}}", but no parameter describes the variable.`,
  help: "The variable is read as a required string. Add a parameter of this name with `in: path`.",
};

export const unusedPathParameter: Code<{ name: string; path: string }> = {
  code: "unused-path-parameter",
  severity: "warning",
  errorIn: "openapi",
  message: ({ name, path }) => `The path parameter "${name}" does not occur in the path "${path}", so the parameter is omitted.`,
  help: "The value of a path parameter replaces its name in braces in the path. Add the name to the path, or remove the parameter.",
};

export const optionalPathParameter: Code<{ name: string }> = {
  code: "optional-path-parameter",
  severity: "warning",
  errorIn: "openapi",
  message: ({ name }) => `The path parameter "${name}" must have "required: true".`,
  help: "A path is incomplete without the values of its parameters, so the parameter is read as required. Add `required: true`.",
};

export const unknownSessionValue: Code<{ value: string; near: string | undefined }> = {
  code: "unknown-session-value",
  severity: "error",
  message: ({ value, near }) =>
    `A CES session has no value "${value}", so the parameter is not sent.${near === undefined ? "" : ` Did you mean "${near}"?`}`,
  help: "`x-ces-session-context` may be `$context.variables`, `$context.variables.<name>`, or `$context.` followed by `project_id`, `project_number`, `location`, `app_id`, `session_id` or `turn_index`. Correct the value.",
  replacement: ({ near }) => near,
};

export const invalidName: Code<{ name: string; reason: string }> = {
  code: "invalid-name",
  severity: "error",
  errorIn: "openapi",
  message: ({ name, reason }) => `The name "${name}" is invalid: ${reason}.`,
  help: "OpenAPI does not allow this name here, and other programs may reject the document. Choose another name.",
};

export const ignoredParameter: Code<{ name: string; by: "document" | "connection" }> = {
  code: "ignored-parameter",
  severity: "warning",
  message: ({ name, by }) =>
    by === "document"
      ? `The header parameter "${name}" has no effect, because other parts of an OpenAPI document determine this header.`
      : `The header parameter "${name}" has no effect, because the program that sends the request determines this header.`,
  help: "In OpenAPI, media types determine the headers `Accept` and `Content-Type`, and security schemes determine the header `Authorization`. Describe a media type or a security scheme instead. Headers of the connection, such as `Connection`, `Host` and `Content-Length`, belong to HTTP itself: the program that sends a request sets them, and most values of others make the call fail. Remove the parameter.",
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
  help: "The field has no meaning here, so it has no effect. Remove the field.",
};

export const bodyConflict: Code<{ reason: string }> = {
  code: "body-conflict",
  severity: "error",
  errorIn: "openapi",
  message: ({ reason }) => `An operation can have only one body, but ${reason}.`,
  help: "Only one of the bodies could be sent. Keep one body parameter, or only form parameters.",
};

export const queryConflict: Code<{ reason: string }> = {
  code: "query-conflict",
  severity: "error",
  errorIn: "openapi",
  message: ({ reason }) => `A request has only one query, but ${reason}.`,
  help: "A parameter with `in: querystring` is the whole query. Keep only this parameter, or only parameters with `in: query`.",
};

export const fileWithoutForm: Code<{ name: string }> = {
  code: "file-without-form",
  severity: "warning",
  errorIn: "openapi",
  message: ({ name }) =>
    `The file parameter "${name}" requires "multipart/form-data" or "application/x-www-form-urlencoded" in "consumes".`,
  help: "A file is sent only as part of a form. Until `consumes` has one of these media types, the form is sent as `multipart/form-data`. Set `consumes` of the operation or of the document.",
};

export const unknownSecurityScheme: Code<{ name: string; near: string | undefined }> = {
  code: "unknown-security-scheme",
  severity: "warning",
  errorIn: "openapi",
  message: ({ name, near }) =>
    `No security scheme is named "${name}", so this requirement is ignored.${near === undefined ? "" : ` Did you mean "${near}"?`}`,
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

export const arrayWithoutItems: Code<Record<never, never>> = {
  code: "array-without-items",
  severity: "warning",
  errorIn: "openapi",
  message: () => `A schema of type "array" needs "items".`,
  help: "Without `items`, an item may have any value. This version of OpenAPI requires `items`, even if only as `items: {}`. Describe the items.",
};

export const undefinedRequiredProperty: Code<{ name: string; near: string | undefined }> = {
  code: "undefined-required-property",
  severity: "warning",
  message: ({ name, near }) =>
    `The property "${name}" is required, but "properties" does not describe it.${near === undefined ? "" : ` Did you mean "${near}"?`}`,
  help: "JSON Schema accepts any value for a property that is not described. Usually the name is misspelt. Correct the name, or describe the property.",
};

export const unknownDiscriminator: Code<{ name: string; near: string | undefined }> = {
  code: "unknown-discriminator",
  severity: "warning",
  message: ({ name, near }) =>
    `The discriminator property "${name}" is not described in "properties".${near === undefined ? "" : ` Did you mean "${near}"?`}`,
  help: "The discriminator is the property that distinguishes the alternatives. Describe it in `properties`, and list it in `required`.",
};

export const unknownLinkedOperation: Code<{ name: string; near: string | undefined }> = {
  code: "unknown-linked-operation",
  severity: "warning",
  message: ({ name, near }) => `No operation has the "operationId" "${name}".${near === undefined ? "" : ` Did you mean "${near}"?`}`,
  help: "The link has no target. Tools do not depend on links, so no tool is affected. Correct the name.",
};

export const danglingLink: Code<{ uri: string; missing: string; near: string | undefined }> = {
  code: "dangling-link",
  severity: "warning",
  message: danglingReference.message,
  help: "Tools do not depend on this reference, so no tool is affected. Correct the reference.",
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

export const missingOneOf: Code<{ fields: readonly string[] }> = {
  code: "missing-one-of",
  severity: "warning",
  errorIn: "openapi",
  message: ({ fields }) => `One of these fields is required: ${fields.map((name) => `"${name}"`).join(", ")}.`,
  help: "OpenAPI requires at least one of these fields. Add a field.",
};

export const noResponses: Code<Record<never, never>> = {
  code: "no-responses",
  severity: "warning",
  errorIn: "openapi",
  message: () => "This operation describes no response, so the result of a call may be any value.",
  help: 'OpenAPI requires at least one response. Describe the response to a successful call under its status code, such as "201", or under "default".',
};

export const invalidStatus: Code<{ status: string; version: string }> = {
  code: "invalid-status",
  severity: "warning",
  errorIn: "openapi",
  message: ({ status, version }) => {
    const range = status.toUpperCase();
    if (!/^[1-5]XX$/.test(range)) return `The key "${status}" is not a status code, so the response is ignored.`;
    return version === "2.0"
      ? `OpenAPI 2.0 does not allow the range "${status}" as the key of a response. The range is read nevertheless.`
      : `The key "${status}" is read as the range "${range}".`;
  },
  help: "The key of a response is a status code such as 200, a range such as 2XX in capitals (since OpenAPI 3.0), or `default`. Correct the key.",
};

export const refusedOperation: Code<{ key: string }> = {
  code: "refused-operation",
  severity: "error",
  message: ({ key }) => `The operation "${key}" is omitted, because a part of the document that the operation needs is invalid.`,
  help: "The other operations are compiled. Correct the error that is reported for the invalid part.",
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
