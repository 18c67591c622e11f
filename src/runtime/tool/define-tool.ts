import type { Binding, McpBinding } from "../binding.ts";
import type { Auth } from "../context.ts";
import { completeHttp } from "../http/define-http.ts";
import { createSchema } from "../schema/create-schema.ts";
import { execute } from "./execute.ts";
import type { Tool, ToolDefinition } from "./tool.ts";

/**
 * Creates the tool of `definition`, without any work before its first use.
 * Calls have explicit type arguments, `defineTool<Input, Output, "name", "none", Auth>(…)`: inferring one of them, or comparing the
 * result with a declared type, takes `tsc` a second for a thousand tools.
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

/** The properties of a tool, from a module or a manifest. */
export type ToolParts = Omit<ToolDefinition, Binding["transport"]>;

/** Creates the tool of `definition`. Its binding is computed once, when it is first needed. */
export function createTool<Input, Output, Name extends string, Approval extends "required" | "none", Schemes extends Auth>(
  definition: ToolParts,
  readBinding: () => Binding,
): Tool<Input, Output, Name, Approval, Schemes> {
  let binding: Binding | undefined;
  const tool: Tool<Input, Output, Name, Approval, Schemes> = {
    toolset: definition.toolset,
    id: definition.id,
    // The compiler writes the name both as a type argument and as a value.
    name: definition.name as Name,
    title: definition.title ?? "",
    description: definition.description,
    inputSchema: createSchema<Input>(definition.input, "asserted"),
    outputSchema: createSchema<Output>(definition.output, "annotations"),
    annotations: { readOnly: false, destructive: false, idempotent: false, openWorld: true, ...definition.annotations },
    // The compiler writes `approval` both as a type argument and as a value.
    approval: (definition.approval ?? "none") as Approval,
    tags: definition.tags ?? [],
    deprecated: definition.deprecated ?? false,
    lazy: definition.lazy ?? false,
    metadata: definition.metadata ?? {},
    examples: definition.examples ?? [],
    trim: definition.trim ?? { pick: [], maxBytes: null },
    get binding() {
      binding ??= readBinding();
      return binding;
    },
    context: {},
    // A value that matches the output schema is an `Output`, since the compiler creates both from one source; `output: "strict"` enforces it.
    execute: async (given, context = {}) => (await execute(tool, given, context)) as Output,
  };
  return tool;
}

/** The complete binding for each compact form in a definition. */
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
  throw new Error(`The definition of tool "${definition.name}" has no binding.`);
}

function completeMcp({
  tool,
  structured = false,
  output,
  destructive = false,
  digest = null,
}: NonNullable<ToolDefinition["mcp"]>): McpBinding {
  return { transport: "mcp", tool, structured, output: output ?? (structured ? "object" : "result"), destructive, digest };
}
