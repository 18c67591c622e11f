import type { Annotations, Binding, ConnectorBinding, McpBinding } from "../binding.ts";
import type { Toolset } from "../call.ts";
import type { Auth, Context } from "../context.ts";
import type { HttpDefinition } from "../http/define-http.ts";
import type { InputExample } from "../projection/project-examples.ts";
import type { Trim } from "../result/trim.ts";
import type { SchemaSource } from "../schema/schema.ts";
import type { StandardSchema } from "../schema/standard-schema.ts";

/**
 * The definition of a tool in a generated module. Default values are omitted, since people and `tsc` may read a thousand of them.
 * The binding is one of the last four members, not a union: `tsc` would compare each literal with each alternative of a union.
 */
export interface ToolDefinition {
  readonly toolset: Toolset;
  /** The identifier in the source: an operationId or `GET /path`, an MCP tool's name. */
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
  readonly examples?: readonly InputExample[];
  /** Absent: the answer is not shortened. */
  readonly trim?: Trim;
  readonly http?: HttpDefinition;
  /** Absent: `false`; `object` if the content is structured, else `result`. */
  readonly mcp?: Pick<McpBinding, "tool"> & Partial<Omit<McpBinding, "transport">>;
  readonly connector?: Omit<ConnectorBinding, "transport">;
  readonly client?: { readonly function: string };
}

/** A tool. It is a plain object: it may be spread, and its members passed to any runtime. */
export interface Tool<
  Input = unknown,
  Output = unknown,
  Name extends string = string,
  Approval extends "required" | "none" = "required" | "none",
  Schemes extends Auth = Auth,
> {
  readonly toolset: Toolset;
  /** The identifier in the source: an operationId or `GET /path`, an MCP tool's name. */
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
  /** Whether the tool is offered to the model only on demand, if the runtime supports it. */
  readonly lazy: boolean;
  readonly metadata: { readonly [key: string]: unknown };
  /** Inputs that the input schema accepts, from the document: one with what is required, then others with more. */
  readonly examples: readonly InputExample[];
  readonly trim: Trim;
  readonly binding: Binding;
  /** The context of all calls of the tool. */
  readonly context: Context;
  /** Validates the input, executes the tool and validates the answer. Throws a `ToolError`; errors of hooks and handlers are passed on. */
  // A method, since a tool with a narrower input must still be a `Tool` in lists of all tools.
  execute(input: Input, context?: Context): Promise<Output>;
  /** The call that a call with `input` makes, if the tool only calls other tools; its tool decides on approval. `undefined`: there is no such tool. */
  readonly forward?: ((input: unknown) => ForwardedCall | undefined) | undefined;
  /** Only a type, never a value: the credentials for the toolset's schemes. `never`: there are no schemes. */
  readonly "~auth"?: Schemes;
}

/** A tool, and the input of a call of it. */
export interface ForwardedCall {
  readonly tool: Tool;
  readonly input: unknown;
}

/** Whether the definition's `executionType` is `ASYNCHRONOUS`, so that a conversation may continue while the tool runs. Its timeout is then 60 seconds instead of 30. */
export function isAsynchronous({ toolset }: Tool): boolean {
  return toolset.endpoint.definition["executionType"] === "ASYNCHRONOUS";
}
