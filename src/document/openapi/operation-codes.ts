// The codes about paths, operations and responses.

import type { Code } from "../../diagnostic/diagnostic.ts";

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
  cause: ({ status }) => status,
  help: "The key of a response is a status code such as 200, a range such as 2XX in capitals (since OpenAPI 3.0), or `default`. Correct the key.",
};

export const overlappingPathItem: Code<{ name: string }> = {
  code: "overlapping-path-item",
  severity: "warning",
  message: ({ name }) =>
    `The field "${name}" is in this path item and also in the target of its "$ref". The field in the target is ignored.`,
  help: "OpenAPI does not define which of the two fields applies, so programs read this document differently. Keep one of the two fields.",
};

export const duplicateOperationId: Code<{ name: string }> = {
  code: "duplicate-operation-id",
  severity: "warning",
  errorIn: "openapi",
  message: ({ name }) => `Another operation also has the "operationId" "${name}", so both tools are named after their methods and paths.`,
  cause: ({ name }) => name,
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
  cause: ({ other }) => other,
  help: "Some programs treat such paths as the same path. Merge the two paths, or rename another part of one path.",
};

export const refusedOperation: Code<{ key: string }> = {
  code: "refused-operation",
  severity: "error",
  message: ({ key }) => `The operation "${key}" is omitted, because a part of the document that the operation needs is invalid.`,
  help: "The other operations are compiled. Correct the error that is reported for the invalid part.",
};
