import type { Code } from "../diagnostic/diagnostic.ts";
import { shellWord } from "../source/text/shell-word.ts";
import {
  duplicateConnectorAction,
  snapshotOfOtherConnection,
  unknownConnectorField,
  unknownConnectorItem,
  unsupportedEntityOperation,
} from "./connector/codes.ts";
import {
  ambiguousDelimiter,
  credentialParameter,
  ignoredBody,
  missingSecret,
  omittedPartHeader,
  severalOperations,
  unknownAuthScheme,
  unsendableMethod,
  unusedSecret,
  wrongFixedValue,
} from "./openapi/codes.ts";
import {
  duplicateEntry,
  unknownBudget,
  unknownOverride,
  unknownParameterOverride,
  unknownSource,
  unknownToolOverride,
  unmatchedSelector,
  unusableFixedValue,
  unusedAuth,
  unusedOverride,
  unusedSource,
} from "./overrides/codes.ts";
import {
  brokenInputSchema,
  brokenOutputSchema,
  clashingCredentials,
  impossibleInput,
  impossibleOutput,
  pickWithoutMembers,
  unknownOutputMember,
  wrongExample,
} from "./schemas/codes.ts";

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

export const unknownMcpTool: Code<{ tool: string; near: string | undefined }> = {
  code: "unknown-mcp-tool",
  severity: "error",
  message: ({ tool, near }) => `The server has no tool "${tool}".${near === undefined ? "" : ` Did you mean "${near}"?`}`,
  help: "An item of `toolOverrides` refers to a tool by its name on the server. Correct or remove the item, or pull the snapshot again if the server has changed.",
  replacement: ({ near }) => near,
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

export const undeclaredVariable: Code<{ variable: string; near: string | undefined }> = {
  code: "undeclared-variable",
  severity: "warning",
  message: ({ variable, near }) =>
    `The app declares no variable "${variable}", so no value is sent here.${near === undefined ? "" : ` Did you mean "${near}"?`}`,
  help: "CES ignores variables that are not in the app's `variableDeclarations`. Correct the name, or declare the variable.",
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
  unknownBudget,
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
