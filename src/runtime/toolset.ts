import type { Endpoint } from "./binding.ts";
import type { Toolset } from "./call.ts";

/** `format` is the version of the contract between generated modules and this library. Format 1 calls the endpoint `connection`. */
export interface ToolsetDefinition extends Omit<Toolset, "endpoint"> {
  readonly format: 1;
  readonly connection: Endpoint;
}

/** Creates the toolset that generated tools refer to. It refers to its transport, so that bundlers include no other. */
export function defineToolset({ name, displayName, connection: endpoint, transport }: ToolsetDefinition): Toolset {
  return { name, displayName, endpoint, transport };
}
