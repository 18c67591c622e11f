import type { Toolset } from "./call.ts";

/** `format` is the version of the contract between generated modules and this library. */
export interface ToolsetDefinition extends Toolset {
  readonly format: 1;
}

/** The toolset that generated tools refer to. It refers to its transport, so that bundlers include no other. */
export function defineToolset({ name, displayName, connection, transport }: ToolsetDefinition): Toolset {
  return { name, displayName, connection, transport };
}
