import type { Annotations, Binding, ConnectorBinding, McpBinding } from "../binding.ts";
import type { Toolset } from "../call.ts";
import type { Auth, Context } from "../context.ts";
import type { HttpDefinition } from "../http/define-http.ts";
import type { Trim } from "../result/trim.ts";
import type { SchemaSource } from "../schema/schema.ts";
import type { StandardSchema } from "../schema/standard-schema.ts";

/**
 * What a generated module gives. It says only what does not go without saying: a thousand literals are read by people
 * and by `tsc` each time. How the tool is carried out is one of the last four; a union of them would be compared with
 * each literal, alternative by alternative.
 */
export interface ToolDefinition {
  readonly toolset: Toolset;
  /** The source's own name: an operationId or `GET /path`, an MCP tool's name. */
  readonly id: string;
  /** What the model sees. */
  readonly name: string;
  /** Absent: none. */
  readonly title?: string;
  readonly description: string;
  readonly input: SchemaSource;
  readonly output: SchemaSource;
  /** Absent: `false`, but `openWorld` is `true`. */
  readonly annotations?: Partial<Annotations>;
  /** Absent: `none`. */
  readonly approval?: "required" | "none";
  readonly tags?: readonly string[];
  readonly deprecated?: boolean;
  readonly lazy?: boolean;
  readonly metadata?: { readonly [key: string]: unknown };
  /** Absent: the answer stays whole. */
  readonly trim?: Trim;
  readonly http?: HttpDefinition;
  /** Absent: `false`; `object` where content is structured, else `result`. */
  readonly mcp?: Pick<McpBinding, "tool"> & Partial<Omit<McpBinding, "transport">>;
  readonly connector?: Omit<ConnectorBinding, "transport">;
  readonly client?: { readonly function: string };
}

/** A plain object: it may be spread, and any runtime may be given its parts. */
export interface Tool<
  Input = unknown,
  Output = unknown,
  Name extends string = string,
  Approval extends "required" | "none" = "required" | "none",
  Schemes extends Auth = Auth,
> {
  readonly toolset: Toolset;
  /** The source's own name: an operationId or `GET /path`, an MCP tool's name. */
  readonly id: string;
  /** What the model sees. */
  readonly name: Name;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: StandardSchema<Input>;
  readonly outputSchema: StandardSchema<Output>;
  readonly annotations: Annotations;
  readonly approval: Approval;
  readonly tags: readonly string[];
  readonly deprecated: boolean;
  /** Offered to the model only on demand, where a runtime can. */
  readonly lazy: boolean;
  readonly metadata: { readonly [key: string]: unknown };
  readonly trim: Trim;
  readonly binding: Binding;
  /** What was given for all calls of the tool. */
  readonly context: Context;
  /** Checks the input, carries the tool out and checks the answer. What goes wrong is a `ToolError`; errors of hooks and handlers pass through. */
  // A method, since a tool with a narrower input must still be a `Tool` in lists of all tools.
  execute(input: Input, context?: Context): Promise<Output>;
  /** Only a type, of no value: the credentials that the toolset's schemes take. `never`: there are no schemes. */
  readonly "~auth"?: Schemes;
}
