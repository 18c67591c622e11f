import type { McpBinding } from "../binding.ts";
import type { Call } from "../call.ts";
import type { Drift } from "../context.ts";
import { type ToolError, unsentError } from "../tool-error.ts";
import { compareSchemas } from "./compare-schemas.ts";
import { listedText } from "./listed-text.ts";
import { type TextDifference, textDifferences } from "./text-differences.ts";
import type { ServerTool, ServerTools } from "./tool-list.ts";

/**
 * Compares a compiled tool with the server's current tool list. The tool differs if it does not exist, if its input would be rejected or
 * interpreted differently, if it no longer has structured content, or if it has become destructive. Changes of the output are not compared:
 * validating results finds them (the options `output` and `onMismatch` of the context). With `drift: "lock"`, the
 * default for a tool with the digest of what was listed, any change of the description, a schema or a hint is also a difference.
 */
export async function checkDrift(tools: ServerTools, call: Call<McpBinding>): Promise<void> {
  const { binding, context, toolset, tool } = call;
  const now = tools.get(binding.tool);
  const found = differencesOf(now, call);
  const isLocked = (context.drift ?? (typeof binding.digest === "string" ? "lock" : "error")) === "lock";
  const texts = isLocked && now !== undefined && found.length === 0 ? await digestDifferences(now, call) : undefined;
  const differences = texts === undefined ? found : [`The saved tool list differs: ${texts.map(({ what }) => what).join(", ") || other}.`];
  if (differences.length === 0) return;
  if (context.drift === "warn") {
    warn(tools, { toolset: toolset.name, tool, differences }, call);
    return;
  }
  throw driftError(
    `Tool "${tool}" has changed since it was compiled: ${differences.join(" ")} Pull the toolset's snapshot again, review it and compile${found.length === 0 ? ', or pass "error" as `drift`, which accepts other texts' : ', or pass "warn" or "ignore" as `drift`'}.`,
    { differences, texts, call },
  );
}

/** What differs if none of the compared texts does. */
const other = "a schema";

function driftError(
  message: string,
  { differences, texts, call }: { differences: readonly string[]; texts?: readonly TextDifference[] | undefined; call: Call<McpBinding> },
): ToolError {
  const { tool, toolset } = call;
  return unsentError("drift", message, tool, { toolset: toolset.name, differences, texts });
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

/**
 * The texts that differ from those of the saved tool; `undefined` if nothing does. They are only in the details of the error: a model reads
 * its message, and the server's texts may be orders to it.
 */
async function digestDifferences(now: ServerTool, call: Call<McpBinding>): Promise<readonly TextDifference[] | undefined> {
  const { digest } = call.binding;
  // Manifests that toolsetc 0.1.0 wrote have no digests of the listed tools.
  if (typeof digest !== "string")
    throw driftError(
      `Tool "${call.tool}" cannot be compared with its saved definition, since its digest was not saved. Pull the toolset's snapshot and compile, or pass "error" as \`drift\`.`,
      { differences: [], call },
    );
  if ((await digestOf(now)) === digest) return undefined;
  const { texts, inputSchema } = call;
  const schema = inputSchema["~standard"].jsonSchema.input({ target: "draft-2020-12" });
  return texts === undefined ? [] : textDifferences({ ...texts, inputSchema: schema }, now);
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
