import type { Tool } from "../src/runtime/index.ts";
import * as library from "../src/runtime/parts.ts";
import { sourceOf } from "../src/runtime/schema/create-schema.ts";
import { createTool } from "../src/runtime/tool/define-tool.ts";
import { defineToolset } from "../src/runtime/toolset.ts";
import type { PartName } from "../src/targets/typescript/part-name.ts";
import { partsForTool, partsForToolset } from "../src/targets/typescript/parts.ts";

/** The tools of a toolset with only the parts of the library that their modules would import. */
export function withNeededParts(tools: readonly Tool[]): Tool[] {
  const [first] = tools;
  if (first === undefined) return [];
  const { endpoint, ...given } = first.toolset;
  const uses = partsForToolset(usingToolset(tools)).map(partNamed);
  const toolset = defineToolset({ ...given, format: 2, connection: endpoint, uses });
  return tools.map((tool) => {
    const schemas = { input: sourceOf(tool.inputSchema) ?? {}, output: sourceOf(tool.outputSchema) ?? {} };
    return createTool({ ...tool, ...schemas, toolset, uses: neededParts(tool).map(partNamed) }, () => tool.binding);
  });
}

/** The names of the parts that a tool needs by itself. */
export function neededParts({ inputSchema, outputSchema, binding, trim, annotations, examples, toolset }: Tool): PartName[] {
  const [input, output] = [inputSchema, outputSchema].map((schema) => {
    const { $schema: _dialect, ...json } = schema["~standard"].jsonSchema.input({ target: "draft-2020-12" });
    return { json };
  });
  // The compiler needs only the schemas, and not where they come from.
  const tool = { binding, trim, annotations, examples, input, output } as unknown as Parameters<typeof partsForTool>[0]["tool"];
  return partsForTool({ tool, endpoint: toolset.endpoint, schemas: new Map() });
}

/** The toolset of tools as the compiler sees it. */
export function usingToolset(tools: readonly Tool[]): Parameters<typeof partsForToolset>[0] {
  const [first] = tools;
  if (first === undefined) throw new Error("There are no tools.");
  return { endpoint: first.toolset.endpoint, tools } as unknown as Parameters<typeof partsForToolset>[0]; // Of a tool, only the binding is read.
}

const partsByName = { ...library };

function partNamed(name: PartName) {
  return partsByName[name];
}
