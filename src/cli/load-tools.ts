import type { Toolset } from "../ir/ir.ts";
import type { Tool } from "../runtime/index.ts";
import { type Manifest, toolsOf } from "../runtime/manifest.ts";
import { manifestOf } from "../targets/manifest.ts";

/** Tools that can be called, and an end to what they hold open. */
export interface LoadedTools {
  readonly tools: readonly Tool[];
  close(): Promise<void>;
}

/** The tools of a compiled toolset, by its manifest. What a kind needs to be carried out is loaded only for that kind. */
export async function loadTools(toolset: Toolset): Promise<LoadedTools> {
  const manifest = manifestOf(toolset) as unknown as Manifest; // What `toolset.json` holds; its schema says so.
  const { trusting } = await import("../runtime/tls.ts");
  switch (manifest.kind) {
    case "mcp": {
      const mcp = (await import("../runtime/mcp.ts")).createMcp();
      return { tools: toolsOf(manifest, { mcp, trusting }), close: () => mcp.close() };
    }
    case "connector": {
      const { connector } = await import("../runtime/connector.ts");
      return { tools: toolsOf(manifest, { connector, trusting }), close: async () => undefined };
    }
    default:
      return { tools: toolsOf(manifest, { trusting }), close: async () => undefined };
  }
}
