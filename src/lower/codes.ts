import type { Code } from "../diagnostic/diagnostic.ts";
import { nameList } from "../diagnostic/name-list.ts";

export const brokenInput: Code<{ operations: readonly string[]; total: number }> = {
  code: "broken-input-schema",
  severity: "error",
  message: ({ operations, total }) => {
    const named = nameList(operations, total);
    return total === 1
      ? `The operation ${named} is omitted: its input depends on what is invalid here.`
      : `${total} operations are omitted, whose inputs depend on what is invalid here: ${named}.`;
  },
  help: "Without this schema, the input is unknown. Correct it here.",
};

export const brokenOutput: Code<{ operations: readonly string[]; total: number }> = {
  code: "broken-output-schema",
  severity: "warning",
  message: ({ operations, total }) => {
    const named = nameList(operations, total);
    return total === 1
      ? `The output of "${operations[0]}" is unknown, because of what is invalid here.`
      : `The outputs of ${total} operations are unknown, because of what is invalid here: ${named}.`;
  },
  help: "Such operations are compiled, and any answer is accepted. Correct the schema here to have their outputs typed.",
};

export const missingFake: Code<Record<never, never>> = {
  code: "missing-fake",
  severity: "warning",
  message: () => 'This code defines neither "fake_tool_call" nor a function "fake_<tool>".',
  help: "In fake mode nothing would be faked, and the real service would be called. Write `def fake_tool_call(tool, input, callback_context):`, or a function for one tool.",
};

export const unknownFake: Code<{ name: string; near: string | undefined }> = {
  code: "unknown-fake",
  severity: "warning",
  message: ({ name, near }) => `"${name}" fakes no tool of this definition.${near === undefined ? "" : ` Did you mean "${near}"?`}`,
  help: "In fake mode it is never called, and the real service would be. Its name is `fake_` and the tool's id.",
  replacement: ({ near }) => near,
};

export const unknownSource: Code<{ toolset: string; near: string | undefined }> = {
  code: "unknown-source",
  severity: "error",
  scope: "project",
  message: ({ toolset, near }) =>
    `There is no toolset or tool "${toolset}" to fetch anything for.${near === undefined ? "" : ` Did you mean "${near}"?`}`,
  help: "An entry under `sources` is named after a definition: its display name, its folder or its file. Correct or remove it.",
  replacement: ({ near }) => near,
};

export const unusedSource: Code<{ name: string; why: string }> = {
  code: "unused-source",
  severity: "warning",
  message: ({ name, why }) => `The source of "${name}" is not used, since ${why}.`,
  help: "`toolsetc pull` fetches OpenAPI documents from the addresses under `sources`, and nothing else. Remove the entry.",
};

export const unknownToolOverride: Code<{ tool: string; near: string | undefined }> = {
  code: "unknown-tool-override",
  severity: "error",
  message: ({ tool, near }) => `There is no operation "${tool}" to override.${near === undefined ? "" : ` Did you mean "${near}"?`}`,
  help: "Tools are overridden by the source's own name, as in `issues/create`, or by `GET /path`. Correct or remove the entry.",
  replacement: ({ near }) => near,
};

export const unknownAgentToolset: Code<{ agent: string; toolset: string; near: string | undefined }> = {
  code: "unknown-agent-toolset",
  severity: "error",
  message: ({ agent, toolset, near }) =>
    `The agent "${agent}" uses a toolset "${toolset}", which the app does not have.${near === undefined ? "" : ` Did you mean "${near}"?`}`,
  help: "Agents name toolsets by their display names, and an import would omit this one, or fail. Correct the name, or add the toolset.",
  replacement: ({ near }) => near,
};

export const unknownAgentTool: Code<{ agent: string; tool: string; near: string | undefined }> = {
  code: "unknown-agent-tool",
  severity: "error",
  message: ({ agent, tool, near }) =>
    `The agent "${agent}" uses a tool "${tool}", which the app does not have.${near === undefined ? "" : ` Did you mean "${near}"?`}`,
  help: "Agents name tools by their display names, and the tools of a toolset under `toolsets`; an import would omit this one, or fail. Correct the name, or add the tool.",
  replacement: ({ near }) => near,
};

export const unknownToolId: Code<{ agent: string; toolset: string; id: string; near: string | undefined }> = {
  code: "unknown-tool-id",
  severity: "error",
  message: ({ toolset, id, near }) =>
    `The toolset "${toolset}" has no operation "${id}".${near === undefined ? "" : ` Did you mean "${near}"?`}`,
  help: "`toolIds` chooses operations by their operationId, as the document writes it or as the service exports it (each run of `_` made one). Correct or remove it; without `toolIds` the agent has all.",
  replacement: ({ near }) => near,
};

export const missingSnapshot: Code<{ name: string; what: string }> = {
  code: "missing-snapshot",
  severity: "error",
  message: ({ name, what }) => `There is no snapshot of ${what} of "${name}". Run \`toolsetc pull ${name}\`.`,
  help: "The tools are described by a service, and compiling opens no connection. With a snapshot in the project, a build is the same everywhere.",
};

export const noTools: Code<{ name: string; reason: string }> = {
  code: "no-tools",
  severity: "error",
  message: ({ name, reason }) => `"${name}" has no tools: ${reason}.`,
  help: "An agent cannot use a toolset without tools. Correct the other errors in it, or select at least one operation.",
};

export const changedName: Code<{ total: number; count: number; examples: readonly (readonly [authored: string, name: string])[] }> = {
  code: "changed-name",
  severity: "note",
  message: ({ total, count, examples }) => {
    const changes = examples.map(([authored, name]) => `"${authored}" as "${name}"`).join(", ");
    return count === 1
      ? `The model sees ${changes}.`
      : `The model sees ${count} of ${total} names shortened or with a suffix, such as ${changes}.`;
  },
  help: "Models accept names of at most 64 letters, digits and _, which differ in more than case, so this name was changed. Choose a name yourself with `overrides.<toolset>.tools.<id>.name`.",
};

export const unknownParameter: Code<{ tool: string; name: string; near: string | undefined }> = {
  code: "unknown-parameter-override",
  severity: "error",
  message: ({ tool, name, near }) => `"${tool}" takes no "${name}".${near === undefined ? "" : ` Did you mean "${near}"?`}`,
  help: "An entry under `parameters` must name a property of the tool's input. Correct or remove it.",
  replacement: ({ near }) => near,
};

export const unpinnableParameter: Code<{ tool: string; name: string; reason: string }> = {
  code: "unpinnable-parameter",
  severity: "error",
  message: ({ tool, name, reason }) => `"${name}" of "${tool}" cannot have a fixed value: ${reason}.`,
  help: "A fixed value replaces what the model would provide, so it must be for one parameter or one member of the body.",
};

export const wrongExample: Code<{ tool: string; name: string; message: string }> = {
  code: "wrong-example",
  severity: "warning",
  message: ({ tool, name, message }) => `The example of "${name}" in "${tool}" is not valid: ${message}`,
  help: "Examples that are valid are given to models with the tool. This one is left out, since its own schema rejects it. Correct the example or the schema.",
};

export const credentialParameter: Code<{ name: string; count: number }> = {
  code: "credential-parameter",
  severity: "warning",
  message: ({ name, count }) =>
    `The model is asked for the credential "${name}"${count === 1 ? "" : `, which is a parameter of ${count} tools`}.`,
  help: 'A model must not know credentials, and would make one up. Remove the parameter from all tools with `overrides: { <toolset>: { tools: { "*": { parameters: { <name>: { hide: true } } } } } }` in toolsetc.yaml. A security scheme of the document, or `authorize` of the context, sends the credential instead.',
};

export const unknownToolset: Code<{ toolset: string; near: string | undefined }> = {
  code: "unknown-override",
  severity: "error",
  scope: "project",
  message: ({ toolset, near }) =>
    `There is no toolset or tool "${toolset}" to override.${near === undefined ? "" : ` Did you mean "${near}"?`}`,
  help: "An entry under `overrides` is named after a definition: its display name, its folder or its file. Correct or remove it.",
  replacement: ({ near }) => near,
};

export const unknownPick: Code<{ tool: string; name: string; near: string | undefined }> = {
  code: "unknown-output-member",
  severity: "error",
  message: ({ tool, name, near }) =>
    `The output of "${tool}" has no member "${name}".${near === undefined ? "" : ` Did you mean "${near}"?`}`,
  help: "`pick` names members of the answer, or of each item where the answer is a list. Correct or remove it.",
  replacement: ({ near }) => near,
};

export const pickFromNothing: Code<{ tool: string; found: string }> = {
  code: "nothing-to-pick-from",
  severity: "error",
  message: ({ tool, found }) => `Nothing can be picked from the output of "${tool}", which is ${found}.`,
  help: "`pick` names properties of the output, or of each item of an array, and this output has none. Remove it.",
};

export const unmatchedSelector: Code<{ selector: string; near: string | undefined }> = {
  code: "unmatched-selector",
  severity: "error",
  message: ({ selector, near }) => `"${selector}" matches no operation.${near === undefined ? "" : ` Did you mean "${near}"?`}`,
  help: "A selector that matches nothing is a misspelling, or the document has changed. Correct or remove it; `toolsetc list` shows what there is.",
  replacement: ({ near }) => near,
};

export const impossibleInput: Code<{ tools: readonly string[]; why: string }> = {
  code: "impossible-input",
  severity: "warning",
  message: ({ tools, why }) =>
    `No input of ${tools.length === 1 ? `the tool ${nameList(tools)}` : `${tools.length} tools`} is valid, as ${why}${tools.length === 1 ? "" : `: ${nameList(tools)}`}.`,
  help: "Each call is rejected before anything is sent. Correct the schema here, or omit the operation with `exclude`.",
};

export const impossibleOutput: Code<{ tools: readonly string[]; why: string }> = {
  code: "impossible-output",
  severity: "warning",
  message: ({ tools, why }) =>
    `No answer of ${tools.length === 1 ? `the tool ${nameList(tools)}` : `${tools.length} tools`} fits its schema, as ${why}${tools.length === 1 ? "" : `: ${nameList(tools)}`}.`,
  help: 'Each answer is a mismatch, which `onMismatch` is called with and `output: "strict"` rejects. Correct the schema here.',
};

export const clashingCredentials: Code<{ tools: readonly string[]; schemes: readonly [string, string] }> = {
  code: "clashing-credentials",
  severity: "warning",
  message: ({ tools, schemes }) =>
    `${tools.length === 1 ? `The tool ${nameList(tools)}` : `${tools.length} tools`} cannot be called as documented, since "${schemes[0]}" and "${schemes[1]}" are needed together and both are sent as the header "Authorization"${tools.length === 1 ? "" : `: ${nameList(tools)}`}.`,
  help: "A request has one such header, so one of the two credentials is not sent. Where either is enough, write them as two items of `security`; or name the one to use under `auth` in toolsetc.yaml.",
};

export const undeclaredVariable: Code<{ variable: string; near: string | undefined }> = {
  code: "undeclared-variable",
  severity: "warning",
  message: ({ variable, near }) => `The app declares no variable "${variable}".${near === undefined ? "" : ` Did you mean "${near}"?`}`,
  help: "CES ignores variables that are not among the app's `variableDeclarations`, so no value would be sent here. Correct the name, or declare the variable.",
};

export const unused: Code<{ name: string; why: string }> = {
  code: "unused-auth",
  severity: "warning",
  message: ({ name, why }) => `"${name}" is not used, since ${why}.`,
  help: "Under `auth`, toolsetc.yaml refers to the secrets of an OpenAPI document's security schemes; an `apiAuthentication` takes precedence over it. Remove one of the two.",
};

export const unusedOverride: Code<{ name: string; why: string }> = {
  code: "unused-override",
  severity: "warning",
  message: ({ name, why }) => `"${name}" has no effect, since ${why}.`,
  help: "It is valid but changes nothing. Remove it, or what prevents its effect.",
};

/** The names of the entries as written; `used` is the one that takes effect. */
export const secondEntry: Code<{ name: string; used: string }> = {
  code: "second-entry",
  severity: "error",
  message: ({ name, used }) => `"${name}" and "${used}" are the same, and only the entry "${used}" is read.`,
  help: "A toolset is named by its display name, its folder or its file, an operation by its id or its method and path, and each has one entry. Merge the two.",
};

export const inputNotObject: Code<{ tool: string }> = {
  code: "input-not-object",
  severity: "error",
  message: ({ tool }) => `The input of "${tool}" is not an object.`,
  help: "A model gives a tool its arguments by name, so the schema must be of type object. Put the value into a property.",
};

export const duplicateFunction: Code<{ name: string }> = {
  code: "duplicate-function",
  severity: "error",
  message: ({ name }) => `The toolset has two functions "${name}".`,
  help: "A call names its function, so only the first can be called. The second is omitted. Rename it.",
};

export const unknownItem: Code<{ what: string; name: string; near: string | undefined }> = {
  code: "unknown-connector-item",
  severity: "error",
  message: ({ what, name, near }) => `The connection has no ${what} "${name}".${near === undefined ? "" : ` Did you mean "${near}"?`}`,
  help: "The snapshot lists what the connection offers. Correct the name, or pull the snapshot again if the connection has changed.",
  replacement: ({ near }) => near,
};

export const unknownConnectorField: Code<{ field: string; item: string; near: string | undefined }> = {
  code: "unknown-connector-field",
  severity: "error",
  message: ({ field, item, near }) => `"${item}" has no field "${field}".${near === undefined ? "" : ` Did you mean "${near}"?`}`,
  help: "Fields are selected by their names in the snapshot. Correct or remove it.",
  replacement: ({ near }) => near,
};

export const unsupportedOperation: Code<{ operation: string; entity: string; operations: readonly string[] }> = {
  code: "unsupported-entity-operation",
  severity: "error",
  message: ({ operation, entity, operations }) => `"${entity}" does not support ${operation}; it supports ${operations.join(", ")}.`,
  help: "The connection would reject every call. Choose an operation that the snapshot lists, or pull it again.",
};

export const duplicateAction: Code<{ name: string }> = {
  code: "duplicate-connector-action",
  severity: "error",
  message: ({ name }) => `"${name}" is requested twice.`,
  help: "Two tools would do the same. Remove one, or give both fields to one.",
};

export const snapshotOfOther: Code<{ connection: string; snapshot: string }> = {
  code: "snapshot-of-other-connection",
  severity: "warning",
  message: ({ connection, snapshot }) => `The snapshot is of the connection "${snapshot}", not of "${connection}".`,
  help: "Entities and fields may differ between the two, and calls would then fail. Pull the snapshot again.",
};

export const unknownMcpTool: Code<{ tool: string; near: string | undefined }> = {
  code: "unknown-mcp-tool",
  severity: "error",
  message: ({ tool, near }) => `The server has no tool "${tool}".${near === undefined ? "" : ` Did you mean "${near}"?`}`,
  help: "An entry of `toolOverrides` refers to a tool by its name on the server. Correct or remove it, or pull the snapshot again if the server has changed.",
  replacement: ({ near }) => near,
};

export const taskOnlyTool: Code<{ tool: string }> = {
  code: "task-only-mcp-tool",
  severity: "error",
  message: ({ tool }) => `The server executes "${tool}" only as a task, which is not supported.`,
  help: "Its `execution.taskSupport` is `required`: the server rejects every other call, so the tool is omitted. Exclude it with `exclude`, or have the server accept plain calls.",
};

export const wrongFixedValue: Code<{ tool: string; name: string; allowed: string }> = {
  code: "wrong-fixed-value",
  severity: "error",
  message: ({ tool, name, allowed }) => `The fixed value of "${name}" of "${tool}" is not ${allowed}.`,
  help: "It would be sent with every call, and the document does not allow it. Correct it under `parameters`.",
};

export const missingSecret: Code<{ scheme: string; names: readonly string[] }> = {
  code: "missing-secret",
  severity: "warning",
  message: ({ scheme, names }) =>
    `"${scheme}" has no ${names.map((name) => `"${name}"`).join(" and no ")}, without which the rest cannot be used.`,
  help: "A client gets its tokens at `tokenUrl` with `clientId` and `clientSecret`, a user has `username` and `password`. Without one of them calls are rejected, unless the program gives `auth`. Add what is missing.",
};

export const ignoredBody: Code<{ operation: string; method: string }> = {
  code: "ignored-body",
  severity: "warning",
  message: ({ operation, method }) => `The body of "${operation}" is omitted: a ${method} request has none.`,
  help: "RFC 9110 defines no meaning for such a body, and `fetch` sends none. Move its members into the query, or use another method.",
};

export const unknownScheme: Code<{ scheme: string; near: string | undefined }> = {
  code: "unknown-auth-scheme",
  severity: "error",
  message: ({ scheme, near }) => `The document has no security scheme "${scheme}".${near === undefined ? "" : ` Did you mean "${near}"?`}`,
  help: "An entry under `auth` names one of the document's security schemes. `bearer` and `basic` can be used without one.",
  replacement: ({ near }) => near,
};

export const severalOperations: Code<{ tool: string; operations: readonly string[] }> = {
  code: "several-operations",
  severity: "error",
  message: ({ tool, operations }) => `The document of the tool "${tool}" has ${operations.length} operations: ${nameList(operations)}.`,
  help: "An openApiTool is one operation. Give the tool the name of one of them, or make an openApiToolset of the document.",
};

export const unusedSecret: Code<{ name: string; scheme: string; used: readonly string[] }> = {
  code: "unused-secret",
  severity: "warning",
  message: ({ name, scheme, used }) =>
    `"${name}" is not used for "${scheme}", which takes ${used.length === 0 ? "none of these" : used.map((each) => `"${each}"`).join(", ")}.`,
  help: "Which credentials a call needs depends on the type of the security scheme in the document. Configure those that the scheme uses.",
};

export const lowerCodes: readonly Code<never>[] = [
  missingSnapshot,
  noTools,
  brokenInput,
  brokenOutput,
  changedName,
  unmatchedSelector,
  unknownToolOverride,
  unknownToolset,
  unusedOverride,
  secondEntry,
  unknownSource,
  unusedSource,
  unknownParameter,
  wrongExample,
  credentialParameter,
  unpinnableParameter,
  unknownPick,
  pickFromNothing,
  severalOperations,
  ignoredBody,
  wrongFixedValue,
  unknownScheme,
  unusedSecret,
  missingSecret,
  impossibleInput,
  impossibleOutput,
  clashingCredentials,
  unused,
  unknownMcpTool,
  taskOnlyTool,
  unknownItem,
  unknownConnectorField,
  unsupportedOperation,
  duplicateAction,
  snapshotOfOther,
  inputNotObject,
  duplicateFunction,
  unknownAgentToolset,
  unknownAgentTool,
  unknownToolId,
  undeclaredVariable,
  missingFake,
  unknownFake,
];
