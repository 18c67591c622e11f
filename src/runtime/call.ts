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
  /** The parts of the library that the call needs. */
  readonly parts: Part;
  /** The schema that the input was validated with. The input schema on an MCP server may have changed since the tool was compiled. */
  readonly inputSchema: StandardSchema<unknown>;
  /** What a model and a client read of the compiled tool; `undefined` if a program makes the call itself. */
  readonly texts?: { readonly title: string; readonly description: string; readonly annotations: object } | undefined;
  /** The address of the request, in place of the one that the binding and the input make. It has the origin of a former request. */
  readonly address?: URL | undefined;
  /** Removes secrets other than the request's credentials from text that the service sent. */
  readonly redact?: ((text: string) => string) | undefined;
}

/** The parts of the library that a tool may use, and the name of the tool. */
export type Library = Pick<Call<unknown>, "parts" | "tool">;

/** Executes the calls of one kind of toolset. The input has been validated; the returned value is the tool's output. */
export type Transport = (call: Call<Binding>) => Promise<unknown>;

/** What the tools of a toolset share. */
export interface Toolset {
  readonly name: string;
  readonly displayName: string;
  readonly endpoint: Endpoint;
  readonly transport: Transport;
  /** The parts of the library that all of its tools need. */
  readonly parts: Part;
}

/** One or more parts of the library, each by its name, as the entry `parts` exports them. */
export interface Part {
  readonly [name: string]: unknown;
}
