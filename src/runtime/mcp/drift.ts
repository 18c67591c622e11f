import type { McpBinding } from "../binding.ts";
import type { Call } from "../call.ts";
import type { Drift } from "../context.ts";
import { type ToolError, unsentError } from "../tool-error.ts";
import { compareSchemas } from "./compare-schemas.ts";
import { listedText } from "./listed-text.ts";
import type { ServerTool, ServerTools } from "./tool-list.ts";

/**
 * Compares a compiled tool with the server's current tool list. The tool differs if it does not exist, if its input would be rejected or
 * interpreted differently, if it no longer has structured content, or if it has become destructive. Changes of the output are not compared:
 * validating results finds them (the options `output` and `onMismatch` of the context). With `drift: "lock"`, any change of the
 * description, a schema or a hint is also a difference.
 */
export async function checkDrift(tools: ServerTools, call: Call<McpBinding>): Promise<void> {
  const { binding, context, toolset, tool } = call;
  const now = tools.get(binding.tool);
  const found = differencesOf(now, call);
  const differences = context.drift === "lock" && now !== undefined && found.length === 0 ? await digestDifferences(now, call) : found;
  if (differences.length === 0) return;
  if (context.drift === "warn") {
    warn(tools, { toolset: toolset.name, tool, differences }, call);
    return;
  }
  throw driftError(
    `Tool "${tool}" has changed since it was compiled: ${differences.join(" ")} Pull the toolset's snapshot again and compile, or pass "warn" or "ignore" as \`drift\`.`,
    { differences, call },
  );
}

function driftError(message: string, { differences, call }: { differences: readonly string[]; call: Call<McpBinding> }): ToolError {
  const { tool, toolset } = call;
  return unsentError("drift", message, tool, { toolset: toolset.name, differences });
}

const compared = new WeakMap<ServerTool, WeakMap<object, readonly string[]>>();

function differencesOf(now: ServerTool | undefined, { binding, inputSchema }: Call<McpBinding>): readonly string[] {
  if (now === undefined) return [`The server no longer has the tool "${binding.tool}".`];
  const bySchema = compared.get(now) ?? new WeakMap<object, readonly string[]>();
  compared.set(now, bySchema);
  const known = bySchema.get(inputSchema);
  if (known !== undefined) return known;
  const { destructiveHint, readOnlyHint } = now.annotations;
  const found = [
    ...compareSchemas(inputSchema["~standard"].jsonSchema.input({ target: "draft-2020-12" }), now.inputSchema),
    ...(binding.structured && now.outputSchema === undefined ? ["The tool no longer declares structured content."] : []),
    ...(!binding.destructive && destructiveHint === true && readOnlyHint !== true ? ["The server now marks the tool as destructive."] : []),
  ];
  bySchema.set(inputSchema, found);
  return found;
}

async function digestDifferences(now: ServerTool, call: Call<McpBinding>): Promise<readonly string[]> {
  const { digest } = call.binding;
  // Manifests that toolsetc 0.1.0 wrote have no digests of the listed tools.
  if (typeof digest !== "string")
    throw driftError(
      `Tool "${call.tool}" cannot be compared with its saved definition, since its digest was not saved. Pull the toolset's snapshot and compile, or pass "error" as \`drift\`.`,
      { differences: [], call },
    );
  if ((await digestOf(now)) === digest) return [];
  return ["Its description, a schema or a hint differs from the saved tool list."];
}

const digests = new WeakMap<ServerTool, Promise<string>>();

function digestOf(tool: ServerTool): Promise<string> {
  const known = digests.get(tool) ?? sha256(listedText(tool.listed));
  digests.set(tool, known);
  return known;
}

async function sha256(text: string): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The tools about which the caller was warned, by the tool list that the server sent. */
const warned = new WeakMap<ServerTools, Set<string>>();

/** Warns about the differences of a tool, once for each tool list that the server sent. */
function warn(tools: ServerTools, drift: Drift, { context }: Call<McpBinding>): void {
  const names = warned.get(tools) ?? new Set();
  const name = JSON.stringify([drift.toolset, drift.tool]);
  if (names.has(name)) return;
  warned.set(tools, names.add(name));
  if (context.onDrift !== undefined) context.onDrift(drift);
  else console.warn(`Tool "${drift.tool}" has changed since it was compiled: ${drift.differences.join(" ")}`);
}
