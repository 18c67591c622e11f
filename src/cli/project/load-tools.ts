import type { Tool } from "../../runtime/index.ts";
import { type Manifest, type Transports, toolsOf } from "../../runtime/manifest.ts";
import { withLogin } from "../calls/logins.ts";

/** Tools that can be called, and a function that closes their connections. */
export interface LoadedTools {
  /** The tools of each manifest, in the order of the manifests. */
  readonly tools: readonly (readonly Tool[])[];
  close(): Promise<void>;
}

/** Creates tools from the manifests of compiled toolsets. Loads only the transports of the kinds of these toolsets. */
export async function loadTools(manifests: readonly Manifest[]): Promise<LoadedTools> {
  const kinds = new Set(manifests.map(({ kind }) => kind));
  const { trusting } = await import("../../runtime/tls/tls.ts");
  const mcp = kinds.has("mcp") ? (await import("../../runtime/stdio/stdio.ts")).createStdio() : undefined;
  const connector = kinds.has("connector") ? (await import("../../runtime/connector/connector.ts")).connector : undefined;
  const given: { readonly [kind in Exclude<keyof Transports, "trusting">]: Transports[kind] } = { mcp, connector };
  return {
    tools: manifests.map((manifest) => toolsOf(withLogin(manifest), { trusting, ...given })),
    close: async () => mcp?.close(),
  };
}
