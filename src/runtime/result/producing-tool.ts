import type { Tool } from "../tool/tool.ts";

/** The key of the producing tool. `Symbol.for` gives all copies of this library the same symbol. */
const toolKey = Symbol.for("toolsetc.producingTool");

/**
 * Records in a result that it comes from `tool`, which was called through another tool. Results that are not objects have no such record.
 */
export function attachTool(output: unknown, tool: Tool): void {
  if (typeof output !== "object" || output === null || !Object.isExtensible(output)) return;
  // A handler may return one object for two tools. The tool of the last call applies.
  Object.defineProperty(output, toolKey, { value: tool, enumerable: false, configurable: true });
}

/**
 * The tool that produced a result: the tool that was called through `called`, or `called` itself. The limits of this tool apply to the
 * result.
 */
export function producingTool(called: Tool, output: unknown): Tool {
  if (called.forward === undefined || typeof output !== "object" || output === null) return called;
  return Reflect.get(output, toolKey) ?? called; // Only `attachTool` sets this key, so the value is a tool.
}
