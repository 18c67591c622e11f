// The codes about the parameters and bodies of operations.

import type { Code } from "../../diagnostic/diagnostic.ts";

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
  cause: ({ name }) => name,
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

export const ignoredParameter: Code<{ name: string; by: "document" | "connection" }> = {
  code: "ignored-parameter",
  severity: "warning",
  message: ({ name, by }) =>
    by === "document"
      ? `The header parameter "${name}" has no effect, because other parts of an OpenAPI document determine this header.`
      : `The header parameter "${name}" has no effect, because the program that sends the request determines this header.`,
  help: "In OpenAPI, media types determine the headers `Accept` and `Content-Type`, and security schemes determine the header `Authorization`. Describe a media type or a security scheme instead. Headers of the connection, such as `Connection`, `Host` and `Content-Length`, belong to HTTP itself: the program that sends a request sets them, and most values of others make the call fail. Remove the parameter.",
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
