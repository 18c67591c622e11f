import type { McpBinding } from "../binding.ts";
import type { Call } from "../call.ts";
import { ToolError } from "../tool-error.ts";
import { compareSchemas } from "./compare-schemas.ts";
import type { ServerTool, ServerTools } from "./tool-list.ts";

/**
 * Compares a compiled tool with the server's current list. Reported differences: the tool is gone; its input would be rejected or
 * interpreted differently; it no longer has structured content; it has become destructive. Other changes are found by checks of the
 * answer (`output`, `onMismatch`); a safer hint changes nothing.
 */
export function checkDrift(tools: ServerTools, call: Call<McpBinding>): void {
  const { binding, context, toolset, tool } = call;
  const now = tools.get(binding.tool);
  const differences = differencesOf(now, call);
  if (differences.length === 0) return;
  if (context.drift === "warn") {
    warn(now ?? tools, { toolset: toolset.name, tool, differences }, call);
    return;
  }
  throw new ToolError(
    "drift",
    `Tool "${tool}" has changed since it was compiled: ${differences.join(" ")} Pull the toolset's snapshot again and compile, or set \`drift\`.`,
    { tool, sent: false, details: { toolset: toolset.name, differences } },
  );
}

const compared = new WeakMap<ServerTool, WeakMap<object, readonly string[]>>();

function differencesOf(now: ServerTool | undefined, { binding, inputSchema }: Call<McpBinding>): readonly string[] {
  if (now === undefined) return [`The server has no tool "${binding.tool}" any more.`];
  const bySchema = compared.get(now) ?? new WeakMap<object, readonly string[]>();
  compared.set(now, bySchema);
  const known = bySchema.get(inputSchema);
  if (known !== undefined) return known;
  const { destructiveHint, readOnlyHint } = now.annotations;
  const found = [
    ...compareSchemas(inputSchema["~standard"].jsonSchema.input({ target: "draft-2020-12" }), now.inputSchema),
    ...(binding.structured && now.outputSchema === undefined ? ["It no longer has structured content."] : []),
    ...(!binding.destructive && destructiveHint === true && readOnlyHint !== true ? ["The server now marks it as destructive."] : []),
  ];
  bySchema.set(inputSchema, found);
  return found;
}

const warned = new WeakSet<object>();

/** Warns once for each list of a server. */
function warn(
  place: object,
  drift: { toolset: string; tool: string; differences: readonly string[] },
  { context }: Call<McpBinding>,
): void {
  if (warned.has(place)) return;
  warned.add(place);
  if (context.onDrift !== undefined) context.onDrift(drift);
  else console.warn(`Tool "${drift.tool}" has changed since it was compiled: ${drift.differences.join(" ")}`);
}
