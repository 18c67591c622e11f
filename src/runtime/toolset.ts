import type { Connection } from "./binding.ts";

/** What the tools of a toolset share. */
export interface Toolset {
  readonly name: string;
  readonly displayName: string;
  readonly connection: Connection;
}

/** `format` is the version of the contract between generated modules and this library. */
export interface ToolsetDefinition extends Toolset {
  readonly format: 1;
}

/** The toolset that generated tools refer to. */
export function defineToolset(definition: ToolsetDefinition): Toolset {
  return { name: definition.name, displayName: definition.displayName, connection: definition.connection };
}
