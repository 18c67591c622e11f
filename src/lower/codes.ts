import type { Code } from "../diagnostic/diagnostic.ts";
import { nameList } from "../diagnostic/name-list.ts";
import { shellWord } from "../source/text/shell-word.ts";

export const brokenInputSchema: Code<{ operations: readonly string[]; total: number }> = {
  code: "broken-input-schema",
  severity: "error",
  message: ({ operations, total }) => {
    const named = nameList(operations, total);
    return total === 1
      ? `The operation ${named} is omitted, because its input depends on this invalid value.`
      : `${total} operations are omitted, because their inputs depend on this invalid value: ${named}.`;
  },
  help: "Without a valid schema, the input is unknown. Correct the schema here.",
};

export const brokenOutputSchema: Code<{ operations: readonly string[]; total: number }> = {
  code: "broken-output-schema",
  severity: "warning",
  message: ({ operations, total }) => {
    const named = nameList(operations, total);
    return total === 1
      ? `The output of the operation "${operations[0]}" is unknown, because it depends on this invalid value.`
      : `The outputs of ${total} operations are unknown, because they depend on this invalid value: ${named}.`;
  },
  help: "The operation is compiled, but any result is accepted. Correct the schema here to get a typed output.",
};

export const missingFake: Code<Record<never, never>> = {
  code: "missing-fake",
  severity: "warning",
  message: () => 'This code defines neither "fake_tool_call" nor a function "fake_<tool>", so fake mode calls the real service.',
  help: "Write `def fake_tool_call(tool, input, callback_context):`, or a function `fake_<tool>` for one tool.",
};

export const unknownFake: Code<{ name: string; near: string | undefined }> = {
  code: "unknown-fake",
  severity: "warning",
  message: ({ name, near }) =>
    `The function "${name}" matches no tool of this definition, so the function is never called.${near === undefined ? "" : ` Did you mean "${near}"?`}`,
  help: "In fake mode, CES calls the real service instead of this function. Name the function `fake_` followed by the tool's id.",
  replacement: ({ near }) => near,
};

export const unknownSource: Code<{ toolset: string; near: string | undefined }> = {
  code: "unknown-source",
  severity: "error",
  scope: "project",
  message: ({ toolset, near }) =>
    `There is no toolset or tool "${toolset}" for this source.${near === undefined ? "" : ` Did you mean "${near}"?`}`,
  help: "The name of an entry under `sources` is the display name, the folder or the file of a definition. Correct or remove the entry.",
  replacement: ({ near }) => near,
};

export const unusedSource: Code<{ name: string; why: string }> = {
  code: "unused-source",
  severity: "warning",
  message: ({ name, why }) => `The source of the definition "${name}" is ignored, because ${why}.`,
  help: "`toolsetc pull` fetches only OpenAPI documents from the URLs under `sources`. Remove the entry.",
};

export const unknownToolOverride: Code<{ tool: string; near: string | undefined }> = {
  code: "unknown-tool-override",
  severity: "error",
  message: ({ tool, near }) => `There is no operation "${tool}" to override.${near === undefined ? "" : ` Did you mean "${near}"?`}`,
  help: "The name of an entry is the operation's id in the document, such as `issues/create`, or its method and path, such as `GET /path`. Correct or remove the entry.",
  replacement: ({ near }) => near,
};

export const unknownAgentToolset: Code<{ agent: string; toolset: string; near: string | undefined }> = {
  code: "unknown-agent-toolset",
  severity: "error",
  message: ({ agent, toolset, near }) =>
    `The agent "${agent}" uses a toolset "${toolset}", which the app does not have.${near === undefined ? "" : ` Did you mean "${near}"?`}`,
  help: "Agents refer to toolsets by their display names. An import would omit the reference, or fail. Correct the name, or add the toolset.",
  replacement: ({ near }) => near,
};

export const unknownAgentTool: Code<{ agent: string; tool: string; near: string | undefined }> = {
  code: "unknown-agent-tool",
  severity: "error",
  message: ({ agent, tool, near }) =>
    `The agent "${agent}" uses a tool "${tool}", which the app does not have.${near === undefined ? "" : ` Did you mean "${near}"?`}`,
  help: "Agents refer to tools by their display names, and to the tools of a toolset under `toolsets`. An import would omit the reference, or fail. Correct the name, or add the tool.",
  replacement: ({ near }) => near,
};

export const unknownToolId: Code<{ agent: string; toolset: string; id: string; near: string | undefined }> = {
  code: "unknown-tool-id",
  severity: "error",
  message: ({ toolset, id, near }) =>
    `The toolset "${toolset}" has no operation "${id}".${near === undefined ? "" : ` Did you mean "${near}"?`}`,
  help: "`toolIds` selects operations by their operationId, as it is in the document or as the service exports it (with each run of `_` replaced by one). Correct or remove the id. Without `toolIds`, the agent has all tools.",
  replacement: ({ near }) => near,
};

export const missingSnapshot: Code<{ name: string; what: string; path: string }> = {
  code: "missing-snapshot",
  severity: "error",
  message: ({ name, what, path }) =>
    `The definition "${name}" has no snapshot of ${what}, the file "${path}". Run \`toolsetc pull ${shellWord(name)}\`.`,
  help: "The description of the tools comes from a server, but the compiler does not use the network. With a snapshot in the project, every build gives the same result.",
};

export const noTools: Code<{ name: string; reason: string }> = {
  code: "no-tools",
  severity: "error",
  message: ({ name, reason }) => `The toolset "${name}" has no tools: ${reason}.`,
  help: "An agent cannot use a toolset without tools. Correct the other errors of the toolset, or select at least one operation.",
};

export const changedName: Code<{ total: number; count: number; examples: readonly (readonly [authored: string, name: string])[] }> = {
  code: "changed-name",
  severity: "note",
  message: ({ total, count, examples }) => {
    const changes = examples.map(([authored, name]) => `"${authored}" as "${name}"`).join(", ");
    return count === 1
      ? `Models see the tool ${changes}.`
      : `Models see ${count} of ${total} tools under a shortened name or a name with a suffix, such as ${changes}.`;
  },
  help: "Model providers accept names of at most 64 letters, digits and `_`, and two names must differ in more than case. To choose the name, set `overrides.<toolset>.tools.<id>.name`.",
};

export const unknownParameterOverride: Code<{ tool: string; name: string; near: string | undefined }> = {
  code: "unknown-parameter-override",
  severity: "error",
  message: ({ tool, name, near }) =>
    `No tool that the entry "${tool}" applies to has a parameter "${name}".${near === undefined ? "" : ` Did you mean "${near}"?`}`,
  help: "The name of an entry under `parameters` is a property of the tool's input. Correct or remove the entry.",
  replacement: ({ near }) => near,
};

export const unusableFixedValue: Code<{ tool: string; name: string; reason: string }> = {
  code: "unusable-fixed-value",
  severity: "error",
  message: ({ tool, name, reason }) => `The parameter "${name}" of the tool "${tool}" cannot have a fixed value: ${reason}.`,
  help: "A fixed value replaces the value that the model would provide. Set a fixed value for one parameter or one member of the body.",
};

export const wrongExample: Code<{ tool: string; name: string; message: string }> = {
  code: "wrong-example",
  severity: "warning",
  message: ({ tool, name, message }) =>
    `The example of "${name}" is omitted from the tool "${tool}", because it does not match its schema: ${message}`,
  help: "Models get only the valid examples of a tool. Correct the example or the schema.",
};

export const credentialParameter: Code<{ name: string; count: number }> = {
  code: "credential-parameter",
  severity: "warning",
  message: ({ name, count }) =>
    `The model would have to provide the credential "${name}"${count === 1 ? "" : ` in calls of ${count} tools`}.`,
  help: 'A model must not know credentials, and would invent a value. Remove the parameter from all tools with `overrides: { <toolset>: { tools: { "*": { parameters: { <name>: { hide: true } } } } } }` in toolsetc.yaml. A security scheme of the document, or the hook `authorize` of the run-time library, then sends the credential.',
};

export const unknownOverride: Code<{ toolset: string; near: string | undefined }> = {
  code: "unknown-override",
  severity: "error",
  message: ({ toolset, near }) =>
    `There is no toolset or tool "${toolset}" to override.${near === undefined ? "" : ` Did you mean "${near}"?`}`,
  help: "The name of an entry under `overrides` is the display name, the folder or the file of a definition. No toolset is compiled until you correct or remove the entry: it may be meant to exclude operations or to require approval.",
  replacement: ({ near }) => near,
};

export const unknownOutputMember: Code<{ tool: string; name: string; near: string | undefined }> = {
  code: "unknown-output-member",
  severity: "error",
  message: ({ tool, name, near }) =>
    `The output of the tool "${tool}" has no member "${name}".${near === undefined ? "" : ` Did you mean "${near}"?`}`,
  help: "`pick` lists members of the result, or of each item if the result is an array. Correct or remove the name.",
  replacement: ({ near }) => near,
};

export const pickWithoutMembers: Code<{ tool: string; found: string }> = {
  code: "pick-without-members",
  severity: "error",
  message: ({ tool, found }) => `\`pick\` is ignored for the tool "${tool}", because its output is ${found}.`,
  help: "`pick` lists members of the result, or of each item if the result is an array. This result has no members. Remove `pick`.",
};

export const unmatchedSelector: Code<{ selector: string; near: string | undefined }> = {
  code: "unmatched-selector",
  severity: "error",
  message: ({ selector, near }) =>
    `The selector "${selector}" matches no operation.${near === undefined ? "" : ` Did you mean "${near}"?`}`,
  help: "The selector may be misspelled, or the document has changed. Correct or remove the selector; `toolsetc list` shows all operations.",
  replacement: ({ near }) => near,
};

export const impossibleInput: Code<{ tools: readonly string[]; why: string }> = {
  code: "impossible-input",
  severity: "warning",
  message: ({ tools, why }) => `No input of ${namedTools(tools)} is valid, because ${why}.`,
  help: "Each call is rejected before a request is sent. Correct the schema here, or omit the operation with `exclude`.",
};

export const impossibleOutput: Code<{ tools: readonly string[]; why: string }> = {
  code: "impossible-output",
  severity: "warning",
  message: ({ tools, why }) => `No result of ${namedTools(tools)} matches the output schema, because ${why}.`,
  help: 'The run-time library reports each result to `onMismatch`, and with `output: "strict"`, it rejects each result. Correct the schema here.',
};

export const clashingCredentials: Code<{ tools: readonly string[]; schemes: readonly [string, string] }> = {
  code: "clashing-credentials",
  severity: "warning",
  message: ({ tools, schemes }) =>
    `In calls of ${namedTools(tools)}, one of two required credentials is not sent: the security schemes "${schemes[0]}" and "${schemes[1]}" set the same header "Authorization".`,
  help: "A request has only one header `Authorization`. If one of the two schemes is enough, write them as two items of `security`, or configure one of them under `auth` in toolsetc.yaml.",
};

export const undeclaredVariable: Code<{ variable: string; near: string | undefined }> = {
  code: "undeclared-variable",
  severity: "warning",
  message: ({ variable, near }) =>
    `The app declares no variable "${variable}", so no value is sent here.${near === undefined ? "" : ` Did you mean "${near}"?`}`,
  help: "CES ignores variables that are not in the app's `variableDeclarations`. Correct the name, or declare the variable.",
};

export const unusedAuth: Code<{ name: string; why: string }> = {
  code: "unused-auth",
  severity: "warning",
  message: ({ name, why }) => `The entry "${name}" under \`auth\` is ignored, because ${why}.`,
  help: "The entries under `auth` in toolsetc.yaml configure the credentials for the security schemes of an OpenAPI document. `apiAuthentication` in the definition takes precedence. Remove the entry, or remove `apiAuthentication`.",
};

export const unusedOverride: Code<{ name: string; why: string }> = {
  code: "unused-override",
  severity: "warning",
  message: ({ name, why }) => `The override "${name}" is ignored, because ${why}.`,
  help: "Remove the override, or change what the message names as the reason.",
};

/** The names of two entries for one toolset or operation. The entry `used` takes effect, the entry `name` does not. */
export const duplicateEntry: Code<{ name: string; used: string }> = {
  code: "duplicate-entry",
  severity: "error",
  message: ({ name, used }) =>
    `The configuration entry "${name}" is ignored, because the entry "${used}" configures the same toolset or operation.`,
  help: "An entry in toolsetc.yaml names a toolset by its display name, folder or file, and an operation by its id, or by its method and path. A toolset or an operation may have only one entry. Merge the two entries.",
};

export const inputNotObject: Code<{ tool: string }> = {
  code: "input-not-object",
  severity: "error",
  message: ({ tool }) => `The tool "${tool}" is omitted, because its input is not an object.`,
  help: "A model passes arguments by name, so the input schema must have the type object. Make the value a property of an object.",
};

export const duplicateFunction: Code<{ name: string }> = {
  code: "duplicate-function",
  severity: "error",
  message: ({ name }) => `The toolset has two functions "${name}", so the second function is omitted.`,
  help: "A call refers to a function by its name. Rename one of the two functions.",
};

export const unknownConnectorItem: Code<{ what: string; name: string; near: string | undefined }> = {
  code: "unknown-connector-item",
  severity: "error",
  message: ({ what, name, near }) => `The connection has no ${what} "${name}".${near === undefined ? "" : ` Did you mean "${near}"?`}`,
  help: "The snapshot lists the entities and actions of the connection. Correct the name, or pull the snapshot again if the connection has changed.",
  replacement: ({ near }) => near,
};

export const unknownConnectorField: Code<{ field: string; what: string; item: string; near: string | undefined }> = {
  code: "unknown-connector-field",
  severity: "error",
  message: ({ field, what, item, near }) =>
    `The ${what} "${item}" has no field "${field}".${near === undefined ? "" : ` Did you mean "${near}"?`}`,
  help: "Fields are selected by their names in the snapshot. Correct or remove the field.",
  replacement: ({ near }) => near,
};

export const unsupportedEntityOperation: Code<{ operation: string; entity: string; operations: readonly string[] }> = {
  code: "unsupported-entity-operation",
  severity: "error",
  message: ({ operation, entity, operations }) =>
    `The entity "${entity}" does not support the operation ${operation}. Supported operations: ${operations.join(", ")}.`,
  help: "The connection would reject every call. Choose an operation that the snapshot lists, or pull the snapshot again if the connection has changed.",
};

export const duplicateConnectorAction: Code<{ name: string }> = {
  code: "duplicate-connector-action",
  severity: "error",
  message: ({ name }) => `Two items of "connectorActions" define the tool "${name}", so the second item is omitted.`,
  help: "A tool may have only one item. Remove one item, or list the fields of both in one item.",
};

export const snapshotOfOtherConnection: Code<{ connection: string; snapshot: string }> = {
  code: "snapshot-of-other-connection",
  severity: "warning",
  message: ({ connection, snapshot }) => `The snapshot describes the connection "${snapshot}", not "${connection}".`,
  help: "The two connections may have different entities and fields, and calls would then fail. Pull the snapshot again.",
};

export const unknownMcpTool: Code<{ tool: string; near: string | undefined }> = {
  code: "unknown-mcp-tool",
  severity: "error",
  message: ({ tool, near }) => `The server has no tool "${tool}".${near === undefined ? "" : ` Did you mean "${near}"?`}`,
  help: "An item of `toolOverrides` refers to a tool by its name on the server. Correct or remove the item, or pull the snapshot again if the server has changed.",
  replacement: ({ near }) => near,
};

export const taskOnlyMcpTool: Code<{ tool: string }> = {
  code: "task-only-mcp-tool",
  // Nothing in the user's project is wrong, and all other tools compile.
  severity: "warning",
  message: ({ tool }) =>
    `The tool "${tool}" is omitted: the server executes the tool only as an MCP task, and toolsetc does not support tasks.`,
  help: "The tool's `execution.taskSupport` is `required`, so the server rejects a call that is not a task. Exclude the tool with `exclude`, or change the server so that it accepts calls without a task.",
};

export const wrongFixedValue: Code<{ tool: string; name: string; allowed: string }> = {
  code: "wrong-fixed-value",
  severity: "error",
  message: ({ tool, name, allowed }) => `The fixed value of the parameter "${name}" of the tool "${tool}" is not ${allowed}.`,
  help: "The value would be sent with every call, and the document does not allow it. Correct the value under `parameters`.",
};

export const missingSecret: Code<{ scheme: string; names: readonly string[] }> = {
  code: "missing-secret",
  severity: "warning",
  message: ({ scheme, names }) =>
    `The entry "${scheme}" under \`auth\` has no ${names.map((name) => `"${name}"`).join(" and no ")}, so the other credentials of the entry cannot be used.`,
  help: "OAuth 2.0 clients request tokens at `tokenUrl` with `clientId` and `clientSecret`; Basic authentication needs `username` and `password`. If one of these credentials is missing, calls are rejected, unless the program passes `auth`. Add the missing credentials.",
};

export const ignoredBody: Code<{ operation: string; method: string }> = {
  code: "ignored-body",
  severity: "warning",
  message: ({ operation, method }) => `The body of the operation "${operation}" is omitted, because a ${method} request has no body.`,
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
  help: "OpenAPI defines no escape for this delimiter. If the service accepts it, use `explode: true`, which sends each item by itself. Otherwise, restrict the items by a `pattern` or an `enum`, so that a call with such an item is refused before it is sent.",
};

export const unsendableMethod: Code<{ tool: string; method: string }> = {
  code: "unsendable-method",
  severity: "warning",
  message: ({ tool, method }) => `The operation "${tool}" is omitted, because \`fetch\` sends no ${method} requests.`,
  help: "The Fetch standard forbids the methods CONNECT, TRACE and TRACK, so each call of such a tool would fail. Exclude the operation with `exclude`, and this warning is no longer given.",
};

export const unknownAuthScheme: Code<{ scheme: string; near: string | undefined }> = {
  code: "unknown-auth-scheme",
  severity: "error",
  message: ({ scheme, near }) => `The document has no security scheme "${scheme}".${near === undefined ? "" : ` Did you mean "${near}"?`}`,
  help: "The name of an entry under `auth` is the name of a security scheme in the document, or `bearer` or `basic`. Correct the name, or remove the entry.",
  replacement: ({ near }) => near,
};

export const severalOperations: Code<{ tool: string; operations: readonly string[] }> = {
  code: "several-operations",
  severity: "error",
  message: ({ tool, operations }) =>
    `The document of the tool "${tool}" must have exactly one operation, but has ${operations.length}: ${nameList(operations)}.`,
  help: "An `openApiTool` has exactly one operation. Give the tool the name of this operation, or use an `openApiToolset` for the whole document.",
};

export const unusedSecret: Code<{ name: string; scheme: string; used: readonly string[] }> = {
  code: "unused-secret",
  severity: "warning",
  message: ({ name, scheme, used }) =>
    `The credential "${name}" is ignored, because the security scheme "${scheme}" uses ${used.length === 0 ? "no credentials" : `only ${used.map((each) => `"${each}"`).join(", ")}`}.`,
  help: "The type of the security scheme in the document determines which credentials a call needs. Configure those that the scheme uses.",
};

export const lowerCodes: readonly Code<never>[] = [
  missingSnapshot,
  noTools,
  brokenInputSchema,
  brokenOutputSchema,
  changedName,
  unmatchedSelector,
  unknownToolOverride,
  unknownOverride,
  unusedOverride,
  duplicateEntry,
  unknownSource,
  unusedSource,
  unknownParameterOverride,
  wrongExample,
  credentialParameter,
  unusableFixedValue,
  unknownOutputMember,
  pickWithoutMembers,
  severalOperations,
  ignoredBody,
  omittedPartHeader,
  ambiguousDelimiter,
  unsendableMethod,
  wrongFixedValue,
  unknownAuthScheme,
  unusedSecret,
  missingSecret,
  impossibleInput,
  impossibleOutput,
  clashingCredentials,
  unusedAuth,
  unknownMcpTool,
  taskOnlyMcpTool,
  unknownConnectorItem,
  unknownConnectorField,
  unsupportedEntityOperation,
  duplicateConnectorAction,
  snapshotOfOtherConnection,
  inputNotObject,
  duplicateFunction,
  unknownAgentToolset,
  unknownAgentTool,
  unknownToolId,
  undeclaredVariable,
  missingFake,
  unknownFake,
];

/** Names one tool, or counts and names several. */
function namedTools(tools: readonly string[]): string {
  return tools.length === 1 ? `the tool ${nameList(tools)}` : `${tools.length} tools (${nameList(tools)})`;
}
