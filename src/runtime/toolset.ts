import type { Endpoint } from "./binding.ts";
import type { Part, Toolset } from "./call.ts";

/** The version of the contract between generated modules and this library. */
const format = 2;

/**
 * What generated modules pass to `defineToolset`. `format` is the version of the contract between generated modules and this library: since
 * format 2, modules import the parts of the library that their tools need, and pass them in `uses`.
 */
export interface ToolsetDefinition extends Omit<Toolset, "endpoint" | "parts"> {
  readonly format: typeof format;
  readonly connection: Endpoint;
  /** The parts of the library that all tools of the toolset need. */
  readonly uses?: readonly Part[];
}

/**
 * Creates the toolset that generated tools refer to. The toolset refers to its transport, so that bundlers include no other transport.
 * Throws if the module was generated for another version of this library.
 */
export function defineToolset({ format: given, name, displayName, connection: endpoint, transport, uses }: ToolsetDefinition): Toolset {
  if (given !== format)
    throw new Error(`Toolset "${name}" was compiled for another version of the run-time library. Compile it again, with the same version.`);
  return { name, displayName, endpoint, transport, parts: joinParts(uses) };
}

/** Several parts as one. */
export function joinParts(parts: readonly Part[] = []): Part {
  return Object.assign({}, ...parts);
}
