import type { Binding, Connection } from "./binding.ts";
import type { Call } from "./call.ts";

/** Carries out the calls of a kind of toolset. The input has passed its check; what is given back is the tool's output. */
export type Transport = (call: Call<Binding>) => Promise<unknown>;

/** What the tools of a toolset share. */
export interface Toolset {
  readonly name: string;
  readonly displayName: string;
  readonly connection: Connection;
  readonly transport: Transport;
}

/** `format` is the version of the contract between generated modules and this library. */
export interface ToolsetDefinition extends Toolset {
  readonly format: 1;
}

/** The toolset that generated tools refer to. It names its transport, so that a program holds no other. */
export function defineToolset({ name, displayName, connection, transport }: ToolsetDefinition): Toolset {
  return { name, displayName, connection, transport };
}
