import type { McpBinding } from "../binding.ts";
import type { Call } from "../call.ts";
import { ToolError } from "../tool-error.ts";
import { compareSchemas } from "./compare-schemas.ts";
import type { ServerTool, ServerTools } from "./tool-list.ts";

/**
 * Holds a tool against what its server says of it now. What counts: the tool is gone; its input would be refused or read
 * otherwise; it has stopped promising structured content; it is destructive and was not. What it may have become
 * besides is for the checks of the answer (`output`, `onMismatch`), and a safer hint lowers nothing that was decided.
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
    `Tool "${tool}" is no longer what was compiled: ${differences.join(" ")} Pull the toolset's snapshot again and compile, or set \`drift\`.`,
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
    ...(binding.structured && now.outputSchema === undefined ? ["It no longer promises structured content."] : []),
    ...(!binding.destructive && destructiveHint === true && readOnlyHint !== true
      ? ["The server now says that it may destroy something."]
      : []),
  ];
  bySchema.set(inputSchema, found);
  return found;
}

const warned = new WeakSet<object>();

/** Once for each list that a server gave. */
function warn(
  place: object,
  drift: { toolset: string; tool: string; differences: readonly string[] },
  { context }: Call<McpBinding>,
): void {
  if (warned.has(place)) return;
  warned.add(place);
  if (context.onDrift !== undefined) context.onDrift(drift);
  else console.warn(`Tool "${drift.tool}" is no longer what was compiled: ${drift.differences.join(" ")}`);
}
