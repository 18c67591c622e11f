import type { Binding, Endpoint } from "./binding.ts";
import type { Context } from "./context.ts";
import type { StandardSchema } from "./schema/standard-schema.ts";

/** One execution of a tool, as a transport sees it. */
export interface Call<Bound> {
  readonly tool: string;
  readonly toolset: Toolset;
  readonly binding: Bound;
  /** The validated input: JSON, except that files may be `Blob`s. */
  readonly input: { readonly [name: string]: unknown };
  readonly context: Context;
  /** The schema that the input was validated with. MCP servers may require another one by now. */
  readonly inputSchema: StandardSchema<unknown>;
  /** Removes secrets from a text of the service, besides the credentials of the request. */
  readonly redact?: ((text: string) => string) | undefined;
}

/** Carries out the calls of a kind of toolset. The input has passed its check; what is given back is the tool's output. */
export type Transport = (call: Call<Binding>) => Promise<unknown>;

/** What the tools of a toolset share. */
export interface Toolset {
  readonly name: string;
  readonly displayName: string;
  readonly endpoint: Endpoint;
  readonly transport: Transport;
}
