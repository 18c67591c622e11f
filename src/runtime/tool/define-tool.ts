import type { Binding, McpBinding } from "../binding.ts";
import type { Auth } from "../context.ts";
import { completeHttp } from "../http/define-http.ts";
import { createSchema } from "../schema/create-schema.ts";
import { execute } from "./execute.ts";
import type { Tool, ToolDefinition } from "./tool.ts";

/**
 * The tool that `definition` describes. No work is done before it is used.
 * The types are written where it is called, `defineTool<Input, Output, "name", "none", Auth>(…)`: to infer one of them, or to compare what is
 * returned with a declared type, costs `tsc` a second for a thousand tools.
 */
export function defineTool<
  Input,
  Output,
  Name extends string,
  Approval extends "required" | "none" = "required" | "none",
  Schemes extends Auth = Auth,
>(definition: ToolDefinition): Tool<Input, Output, Name, Approval, Schemes> {
  return createTool(definition, () => bindingOf(definition));
}

/** What a tool says of itself, wherever it was read. */
export type ToolParts = Omit<ToolDefinition, Binding["transport"]>;

/** The tool of `definition`, whose binding is asked for once, when it is first needed. */
export function createTool<Input, Output, Name extends string, Approval extends "required" | "none", Schemes extends Auth>(
  definition: ToolParts,
  readBinding: () => Binding,
): Tool<Input, Output, Name, Approval, Schemes> {
  let binding: Binding | undefined;
  const tool: Tool<Input, Output, Name, Approval, Schemes> = {
    toolset: definition.toolset,
    id: definition.id,
    // The call repeats the name as a type, and the compiler writes both.
    name: definition.name as Name,
    title: definition.title ?? "",
    description: definition.description,
    inputSchema: createSchema<Input>(definition.input, "asserted"),
    outputSchema: createSchema<Output>(definition.output, "annotations"),
    annotations: { readOnly: false, destructive: false, idempotent: false, openWorld: true, ...definition.annotations },
    // As the name.
    approval: (definition.approval ?? "none") as Approval,
    tags: definition.tags ?? [],
    deprecated: definition.deprecated ?? false,
    lazy: definition.lazy ?? false,
    metadata: definition.metadata ?? {},
    trim: definition.trim ?? { pick: [], maxBytes: null },
    get binding() {
      binding ??= readBinding();
      return binding;
    },
    context: {},
    // What matches the output schema is an `Output`, since the compiler made both from one source; `output: "strict"` holds the service to it.
    execute: async (given, context = {}) => (await execute(tool, given, context)) as Output,
  };
  return tool;
}

/** What each form of a binding in a definition stands for. */
const complete: { readonly [transport in Binding["transport"]]: (definition: ToolDefinition) => Binding | undefined } = {
  http: ({ http }) => http && completeHttp(http),
  mcp: ({ mcp }) => mcp && completeMcp(mcp),
  connector: ({ connector }) => connector && { transport: "connector", ...connector },
  client: ({ client }) => client && { transport: "client", function: client.function },
};

function bindingOf(definition: ToolDefinition): Binding {
  for (const read of Object.values(complete)) {
    const binding = read(definition);
    if (binding !== undefined) return binding;
  }
  throw new Error(`The definition of tool "${definition.name}" does not say how it is carried out.`);
}

function completeMcp({ tool, structured = false, output, destructive = false }: NonNullable<ToolDefinition["mcp"]>): McpBinding {
  return { transport: "mcp", tool, structured, output: output ?? (structured ? "object" : "result"), destructive };
}
