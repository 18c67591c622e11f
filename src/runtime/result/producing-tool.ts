import type { Tool } from "../tool/tool.ts";

/** Shared by all copies of the library. */
const toolKey = Symbol.for("toolsetc.producingTool");

/** Marks a result as one of `tool`, which was called through another tool. Only objects can be marked. */
export function attachTool(output: unknown, tool: Tool): void {
  if (typeof output !== "object" || output === null || !Object.isExtensible(output)) return;
  // A handler may return one object for two tools; the mark of the last call applies.
  Object.defineProperty(output, toolKey, { value: tool, enumerable: false, configurable: true });
}

/** The tool that produced a result: the tool that was called through `called`, or `called` itself. The limits of this tool apply to the result. */
export function producingTool(called: Tool, output: unknown): Tool {
  if (called.forward === undefined || typeof output !== "object" || output === null) return called;
  return Reflect.get(output, toolKey) ?? called; // Only `attachTool` uses this key.
}
