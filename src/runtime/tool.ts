import type { Annotations, Binding } from "./binding.ts";
import type { Context } from "./context.ts";
import type { SchemaSource } from "./schema.ts";
import type { StandardSchema } from "./standard-schema.ts";
import type { Toolset } from "./toolset.ts";
import type { Trim } from "./trim.ts";

/** What every tool is, whatever carries it out. */
interface ToolFields<Name extends string> {
  readonly toolset: Toolset;
  /** The source's own name: an operationId or `GET /path`, an MCP tool's name. */
  readonly id: string;
  /** What the model sees. */
  readonly name: Name;
  readonly title: string;
  readonly description: string;
  readonly annotations: Annotations;
  readonly approval: "required" | "none";
  readonly tags: readonly string[];
  readonly deprecated: boolean;
  /** Offered to the model only on demand, where a runtime can. */
  readonly lazy: boolean;
  readonly metadata: { readonly [key: string]: unknown };
  readonly trim: Trim;
  readonly binding: Binding;
}

/** What a generated module gives. */
export interface ToolDefinition extends ToolFields<string> {
  readonly input: SchemaSource;
  readonly output: SchemaSource;
}

/** A plain object: it may be spread, and any runtime may be given its parts. */
export interface Tool<Input = unknown, Output = unknown, Name extends string = string> extends ToolFields<Name> {
  readonly inputSchema: StandardSchema<Input>;
  readonly outputSchema: StandardSchema<Output>;
  /** Checks the input, carries the tool out and checks the answer. What goes wrong is a `ToolError`; errors of hooks and handlers pass through. */
  // A method, since a tool with a narrower input must still be a `Tool` in lists of all tools.
  execute(input: Input, context?: Context): Promise<Output>;
}
