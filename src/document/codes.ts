import type { Code } from "../diagnostic/diagnostic.ts";

export const invalidSnapshot: Code<{ expected: string }> = {
  code: "invalid-snapshot",
  severity: "error",
  message: ({ expected }) => `This file is not a snapshot: ${expected}.`,
  help: "A snapshot is the service's response, saved unchanged. Pull the snapshot again, or save the response in this file.",
};

export const invalidMcpTool: Code<{ tool: string; violation: string }> = {
  code: "invalid-mcp-tool",
  severity: "error",
  message: ({ tool, violation }) => `The tool ${tool} ${violation}, so the tool is omitted.`,
  help: "MCP requires a name and an `inputSchema` of type object. The other tools are compiled. Correct the server, then pull the snapshot again.",
};

export const duplicateMcpTool: Code<{ tool: string }> = {
  code: "duplicate-mcp-tool",
  severity: "error",
  message: ({ tool }) => `The tool "${tool}" is in the tool list twice, so the second tool is omitted.`,
  help: "A call refers to a tool by its name, so only the first tool can be called. Rename the second tool on the server, then pull the snapshot again.",
};

export const unnamedConnectionItem: Code<{ what: string }> = {
  code: "unnamed-connection-item",
  severity: "error",
  message: ({ what }) => `This ${what} has no name, so it cannot be selected.`,
  help: 'The name of an entity type is in "entity" or "name". The name of an action is in "action" or "name". Pull the snapshot again.',
};

export const duplicateConnectionItem: Code<{ what: string; name: string }> = {
  code: "duplicate-connection-item",
  severity: "error",
  message: ({ what, name }) => `The ${what} "${name}" is in the snapshot twice, so the second one is omitted.`,
  help: "Definitions refer to entity types and actions by name, so names must be unique. Remove one of the two, or pull the snapshot again.",
};

export const unknownDataType: Code<{ dataType: string; near: string | undefined }> = {
  code: "unknown-data-type",
  severity: "warning",
  message: ({ dataType, near }) =>
    `"${dataType}" is not a data type of Integration Connectors, so any value is accepted for the field.${near === undefined ? "" : ` Did you mean "${near}"?`}`,
  help: "Pull the snapshot again, or correct the name.",
  replacement: ({ near }) => near,
};

export const invalidSchemaString: Code<{ field: string }> = {
  code: "invalid-schema-string",
  severity: "error",
  message: ({ field }) => `The string in "${field}" is not a JSON Schema, so the action is omitted.`,
  help: "Without the schema, the action's input or output is unknown. The string must contain a JSON object. Pull the snapshot again.",
};

/** The codes of snapshots. The codes of OpenAPI documents are in `openapi/codes.ts`. */
export const snapshotCodes: readonly Code<never>[] = [
  invalidSnapshot,
  invalidMcpTool,
  duplicateMcpTool,
  unnamedConnectionItem,
  duplicateConnectionItem,
  unknownDataType,
  invalidSchemaString,
];
