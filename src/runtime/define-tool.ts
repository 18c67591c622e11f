import { createSchema } from "./create-schema.ts";
import { execute } from "./execute.ts";
import type { Tool, ToolDefinition } from "./tool.ts";

/**
 * The tool that `definition` describes. No work is done before it is called.
 * The types come from where the tool is declared, `const tool: Tool<Input, Output, "name"> = defineTool(…)`: a parameter whose type
 * is inferred makes `tsc` check each of a thousand literals twice.
 */
export function defineTool<Input, Output, Name extends string>(definition: ToolDefinition): Tool<Input, Output, Name> {
  const { input, output, ...fields } = definition;
  const tool: Tool<Input, Output, Name> = {
    ...fields,
    // The declaration repeats the name as a type, and the compiler writes both.
    name: fields.name as Name,
    inputSchema: createSchema<Input>(input, "asserted"),
    outputSchema: createSchema<Output>(output, "annotations"),
    // What matches the output schema is an `Output`, since the compiler made both from one source; `output: "strict"` holds the service to it.
    execute: async (given, context = {}) => (await execute(tool, given, context)) as Output,
  };
  return tool;
}
