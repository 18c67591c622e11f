import type { Binding, Connection } from "./binding.ts";
import type { Context } from "./context.ts";
import type { StandardSchema } from "./schema/standard-schema.ts";

/** One execution of a tool, as a transport sees it. */
export interface Call<Bound> {
  readonly tool: string;
  readonly toolset: Toolset;
  readonly binding: Bound;
  /** The input as JSON, but that files may be `Blob`s. It has passed its check. */
  readonly input: { readonly [name: string]: unknown };
  readonly context: Context;
  /** What the input was checked against; a service that wants something else by now has changed. */
  readonly inputSchema: StandardSchema<unknown>;
}

/** Carries out the calls of a kind of toolset. The input has passed its check; what is given back is the tool's output. */
export type Transport = (call: Call<Binding>) => Promise<unknown>;

/** What the tools of a toolset share. */
export interface Toolset {
  readonly name: string;
  readonly displayName: string;
  readonly connection: Connection;
  readonly transport: Transport;
}
