import type { Endpoint } from "./binding.ts";
import type { Toolset } from "./call.ts";

/**
 * What generated modules pass to `defineToolset`. `format` is the version of the contract between generated modules and this library. In
 * format 1, the endpoint is called `connection`.
 */
export interface ToolsetDefinition extends Omit<Toolset, "endpoint"> {
  readonly format: 1;
  readonly connection: Endpoint;
}

/** Creates the toolset that generated tools refer to. The toolset refers to its transport, so that bundlers include no other transport. */
export function defineToolset({ name, displayName, connection: endpoint, transport }: ToolsetDefinition): Toolset {
  return { name, displayName, endpoint, transport };
}
