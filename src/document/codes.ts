import type { Code } from "../diagnostic/diagnostic.ts";

export const invalidSnapshot: Code<{ expected: string }> = {
  code: "invalid-snapshot",
  severity: "error",
  message: ({ expected }) => `This is not a snapshot: ${expected}.`,
  help: "A snapshot is the service's response, saved unchanged. Pull it again, or save the response here.",
};

export const invalidTool: Code<{ tool: string; violation: string }> = {
  code: "invalid-mcp-tool",
  severity: "error",
  message: ({ tool, violation }) => `The tool ${tool} ${violation}.`,
  help: "The tool is omitted, the others are compiled. MCP requires a name and an `inputSchema` of type object; correct the server, then pull again.",
};

export const duplicateTool: Code<{ tool: string }> = {
  code: "duplicate-mcp-tool",
  severity: "error",
  message: ({ tool }) => `"${tool}" is in the list twice.`,
  help: "A call refers to a tool by its name, so only the first can be called. The second is omitted. Rename it on the server, then pull again.",
};

export const unnamedConnectionItem: Code<{ what: string }> = {
  code: "unnamed-connection-item",
  severity: "error",
  message: ({ what }) => `This ${what} has no name, so it cannot be selected.`,
  help: 'The name of an entity type is in "entity" or "name", that of an action in "action" or "name". Pull the snapshot again.',
};

export const duplicateConnectionItem: Code<{ what: string; name: string }> = {
  code: "duplicate-connection-item",
  severity: "error",
  message: ({ what, name }) => `The ${what} "${name}" is in the snapshot twice.`,
  help: "Only the first is used. Remove the other, or pull the snapshot again.",
};

export const unknownDataType: Code<{ dataType: string; near: string | undefined }> = {
  code: "unknown-data-type",
  severity: "warning",
  message: ({ dataType, near }) =>
    `"${dataType}" is not a data type of Integration Connectors.${near === undefined ? "" : ` Did you mean "${near}"?`}`,
  help: "Any value is accepted for the field. Pull the snapshot again, or correct the name.",
  replacement: ({ near }) => near,
};

export const invalidSchemaText: Code<{ field: string }> = {
  code: "invalid-schema-text",
  severity: "error",
  message: ({ field }) => `"${field}" does not contain a JSON Schema.`,
  help: "The action's input or output is unknown, so it does not become a tool. The string must contain a JSON object. Pull the snapshot again.",
};

/** The codes of snapshots. `openapi/codes.ts` has those of OpenAPI documents. */
export const snapshotCodes: readonly Code<never>[] = [
  invalidSnapshot,
  invalidTool,
  duplicateTool,
  unnamedConnectionItem,
  duplicateConnectionItem,
  unknownDataType,
  invalidSchemaText,
];
