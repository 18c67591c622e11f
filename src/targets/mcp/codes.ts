import type { Code } from "../../diagnostic/diagnostic.ts";

export const outputSchemasOmitted: Code<{ toolset: string }> = {
  code: "output-schemas-omitted",
  severity: "note",
  message: ({ toolset }) =>
    `The output schemas of the toolset "${toolset}" are omitted from its tool list for MCP, because they have more than 16 KiB in total.`,
  help: "Each client loads the whole tool list, and models hardly need output schemas. To include the output schemas, set the option `outputSchemas` to `always`.",
};

export const mcpTargetCodes: readonly Code<never>[] = [outputSchemasOmitted];
