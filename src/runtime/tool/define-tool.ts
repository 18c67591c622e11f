import type { Binding } from "../binding.ts";
import type { Library, Part } from "../call.ts";
import type { Auth } from "../context.ts";
import { completeHttp } from "../http/define-http.ts";
import { part } from "../part.ts";
import { createSchema } from "../schema/create-schema.ts";
import { joinParts } from "../toolset.ts";
import { execute } from "./execute.ts";
import { formerParts } from "./former-parts.ts";
import type { Tool, ToolDefinition } from "./tool.ts";

/**
 * Creates the tool that `definition` describes, with the parts of the library in `uses` and no others, without any work before its first
 * use. Generated modules declare the type of each tool, `const getOrder: Tool<Input, Output, "name", "none", Auth> = composeTool({ … })`,
 * so that `tsc` and editors need not read its definition.
 */
export function composeTool<
  Input,
  Output,
  Name extends string,
  Approval extends "required" | "none" = "required" | "none",
  Schemes extends Auth = Auth,
>(definition: ToolDefinition): Tool<Input, Output, Name, Approval, Schemes> {
  return createTool(definition, (library) => bindingOf(definition, library));
}

/**
 * `composeTool` with the parts that every tool had before they were parts, for modules that were generated then, and for tools that are
 * written by hand.
 */
export const defineTool: typeof composeTool = (definition) =>
  composeTool({ ...definition, uses: [formerParts, ...(definition.uses ?? [])] });

/** The members of a tool's definition except its binding, from a module or a manifest. */
export type ToolParts = Omit<ToolDefinition, Binding["transport"]>;

/** Creates the tool that `definition` describes. The tool's binding is computed once, when it is first needed. */
export function createTool<Input, Output, Name extends string, Approval extends "required" | "none", Schemes extends Auth>(
  definition: ToolParts,
  readBinding: (library: () => Library) => Binding,
): Tool<Input, Output, Name, Approval, Schemes> {
  const { toolset, uses = [] } = definition;
  let binding: Binding | undefined;
  let joined: Part | undefined;
  const library = () => {
    joined ??= uses.length === 0 ? toolset.parts : joinParts([toolset.parts, ...uses]);
    return { tool: definition.name, parts: joined };
  };
  const tool: Tool<Input, Output, Name, Approval, Schemes> = {
    toolset,
    id: definition.id,
    // The cast is safe: the compiler writes the name both as a type argument and as a value.
    name: definition.name as Name,
    title: definition.title ?? "",
    description: definition.description,
    inputSchema: createSchema<Input>(definition.input, { formats: "asserted", library }),
    outputSchema: createSchema<Output>(definition.output, { formats: "annotations", library }),
    annotations: {
      readOnly: false,
      destructive: definition.annotations?.readOnly ? false : null,
      idempotent: false,
      openWorld: true,
      ...definition.annotations,
    },
    // The cast is safe: the compiler writes `approval` both as a type argument and as a value.
    approval: (definition.approval ?? "none") as Approval,
    tags: definition.tags ?? [],
    deprecated: definition.deprecated ?? false,
    lazy: definition.lazy ?? false,
    metadata: definition.metadata ?? {},
    examples: definition.examples ?? [],
    trim: definition.trim ?? { pick: [], maxBytes: null },
    reader: definition.reader,
    get binding() {
      binding ??= readBinding(library);
      return binding;
    },
    context: {},
    // The cast is safe for a value that matches the output schema, since the compiler creates the JSON Schema and the type from the same
    // schema of the IR. `output: "strict"` rejects all other values.
    execute: (given, context = {}) => execute(tool, library().parts, given, context) as Promise<Output>,
  };
  return tool;
}

/** The members of a tool's definition that have its binding. */
type BindingParts = Pick<ToolDefinition, "name" | Binding["transport"]>;

/** For each transport, the binding in the definition of a tool, with default values. Only a tool with a body needs the library. */
const bindings: {
  readonly [transport in Binding["transport"]]: (
    parts: BindingParts,
    library: () => Library,
  ) => Extract<Binding, { readonly transport: transport }> | undefined;
} = {
  http: ({ http }, library) => http && completeHttp(http, (body) => part("completeBody", library())(body)),
  mcp: ({ mcp }) =>
    mcp && {
      transport: "mcp",
      structured: false,
      output: mcp.structured ? "object" : "result",
      destructive: false,
      digest: null,
      waiting: null,
      ...mcp,
    },
  connector: ({ connector }) => connector && { transport: "connector", ...connector },
  client: ({ client }) => client && { transport: "client", ...client },
};

/** The binding in the definition of a tool, which has one of them. */
export function bindingOf(parts: BindingParts, library: () => Library): Binding {
  for (const bindingIn of Object.values(bindings)) {
    const binding = bindingIn(parts, library);
    if (binding !== undefined) return binding;
  }
  throw new Error(`The definition of tool "${parts.name}" has no binding.`);
}
