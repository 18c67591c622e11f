// The codes about the operations of OpenAPI documents that become tools.

import type { Code } from "../../diagnostic/diagnostic.ts";
import { nameList } from "../../diagnostic/name-list.ts";

export const credentialParameter: Code<{ name: string; count: number }> = {
  code: "credential-parameter",
  severity: "warning",
  message: ({ name, count }) =>
    `The model would have to provide the credential "${name}"${count === 1 ? "" : ` in calls of ${count} tools`}.`,
  help: 'A model must not know credentials, and would invent a value. Remove the parameter from all tools with `overrides: { <toolset>: { tools: { "*": { parameters: { <name>: { hide: true } } } } } }` in toolsetc.yaml. A security scheme of the document, or the hook `authorize` of the run-time library, then sends the credential.',
};

export const severalOperations: Code<{ tool: string; operations: readonly string[] }> = {
  code: "several-operations",
  severity: "error",
  message: ({ tool, operations }) =>
    `The document of the tool "${tool}" must have exactly one operation, but has ${operations.length}: ${nameList(operations)}.`,
  help: "An `openApiTool` has exactly one operation. Give the tool the name of this operation, or use an `openApiToolset` for the whole document.",
};

export const ignoredBody: Code<{ operation: string; method: string }> = {
  code: "ignored-body",
  severity: "warning",
  message: ({ operation, method }) => `The body of the operation "${operation}" is omitted, because a ${method} request has no body.`,
  cause: ({ method }) => method,
  help: "RFC 9110 defines no meaning for such a body, and `fetch` does not send it. Move the members of the body into the query, or use another method.",
};

export const omittedPartHeader: Code<{ name: string }> = {
  code: "omitted-part-header",
  severity: "warning",
  message: ({ name }) => `The header "${name}" of a part is not sent, because the document gives no value for it.`,
  help: "A model provides the content of a part, but no headers. If the value of the header is always the same, declare it as `const` or `default` of the header's schema. Otherwise, remove the header from `encoding`.",
};

export const ambiguousDelimiter: Code<{ name: string; delimiter: string }> = {
  code: "ambiguous-delimiter",
  severity: "warning",
  message: ({ name, delimiter }) =>
    `The items of "${name}" are joined by ${JSON.stringify(delimiter)}, so an item that contains ${JSON.stringify(delimiter)} is received as several items.`,
  help: "OpenAPI defines no escape for this delimiter. In a query, in a cookie or in a body, use `explode: true` if the service accepts it: each item is then sent by itself. Otherwise, restrict the items by a `pattern` or an `enum`, so that a call with such an item is refused before it is sent.",
};

export const unsendableMethod: Code<{ tool: string; method: string }> = {
  code: "unsendable-method",
  severity: "warning",
  message: ({ tool, method }) => `The operation "${tool}" is omitted, because \`fetch\` sends no ${method} requests.`,
  help: "The Fetch standard forbids the methods CONNECT, TRACE and TRACK, so each call of such a tool would fail. Exclude the operation with `exclude`, and this warning is no longer given.",
};

export const wrongFixedValue: Code<{ tool: string; name: string; allowed: string }> = {
  code: "wrong-fixed-value",
  severity: "error",
  message: ({ tool, name, allowed }) => `The fixed value of the parameter "${name}" of the tool "${tool}" is not ${allowed}.`,
  help: "The value would be sent with every call, and the document does not allow it. Correct the value under `parameters`.",
};

export const unknownAuthScheme: Code<{ scheme: string; near: string | undefined }> = {
  code: "unknown-auth-scheme",
  severity: "error",
  message: ({ scheme, near }) => `The document has no security scheme "${scheme}".${near === undefined ? "" : ` Did you mean "${near}"?`}`,
  help: "The name of an entry under `auth` is the name of a security scheme in the document, or `bearer` or `basic`. Correct the name, or remove the entry.",
  replacement: ({ near }) => near,
};

export const unusedSecret: Code<{ name: string; scheme: string; used: readonly string[] }> = {
  code: "unused-secret",
  severity: "warning",
  message: ({ name, scheme, used }) =>
    `The credential "${name}" is ignored, because the security scheme "${scheme}" uses ${used.length === 0 ? "no credentials" : `only ${used.map((each) => `"${each}"`).join(", ")}`}.`,
  help: "The type of the security scheme in the document determines which credentials a call needs. Configure those that the scheme uses.",
};

export const missingSecret: Code<{ scheme: string; names: readonly string[] }> = {
  code: "missing-secret",
  severity: "warning",
  message: ({ scheme, names }) =>
    `The entry "${scheme}" under \`auth\` has no ${names.map((name) => `"${name}"`).join(" and no ")}, so the other credentials of the entry cannot be used.`,
  help: "OAuth 2.0 clients request tokens at `tokenUrl` with `clientId` and `clientSecret`; Basic authentication needs `username` and `password`. If one of these credentials is missing, calls are rejected, unless the program passes `auth`. Add the missing credentials.",
};
