import type { Context } from "./context.ts";
import type { StandardSchema } from "./schema/standard-schema.ts";
import type { Toolset } from "./toolset.ts";

/** One execution of a tool, as a transport sees it. */
export interface Call<Binding> {
  readonly tool: string;
  readonly toolset: Toolset;
  readonly binding: Binding;
  /** The input as JSON, but that files may be `Blob`s. It has passed its check. */
  readonly input: { readonly [name: string]: unknown };
  readonly context: Context;
  /** What the input was checked against; a service that wants something else by now has changed. */
  readonly inputSchema: StandardSchema<unknown>;
}
