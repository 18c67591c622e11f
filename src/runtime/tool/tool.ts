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
  /** The identifier in the source: an `operationId`, `GET /path`, or the name of an MCP tool. */
  readonly id: string;
  /** The name that the model uses. */
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
  /** Absent: results are not shortened. */
  readonly trim?: Trim;
  readonly http?: HttpDefinition;
  /** Absent members: `false`; `output` is `object` if the content is structured, else `result`. */
  readonly mcp?: Pick<McpBinding, "tool"> & Partial<Omit<McpBinding, "transport">>;
  readonly connector?: Omit<ConnectorBinding, "transport">;
  readonly client?: { readonly function: string };
}

/** A tool. It is a plain object, which may be spread. */
export interface Tool<
  Input = unknown,
  Output = unknown,
  Name extends string = string,
  Approval extends "required" | "none" = "required" | "none",
  Schemes extends Auth = Auth,
> {
  readonly toolset: Toolset;
  /** The identifier in the source: an `operationId`, `GET /path`, or the name of an MCP tool. */
  readonly id: string;
  /** The name that the model uses. */
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
  /** Valid inputs from the document: first one with the required members, then others with more. */
  readonly examples: readonly InputExample[];
  readonly trim: Trim;
  readonly binding: Binding;
  /** The context of all calls of the tool. */
  readonly context: Context;
  /** Validates the input, executes the tool and validates its result. Throws a `ToolError`, or the error that a hook or a handler threw. */
  // A method, so that a tool with a narrower input is assignable to `Tool`.
  execute(input: Input, context?: Context): Promise<Output>;
  /** Only for a tool that calls other tools: returns the call that it makes for `input`, whose tool determines whether approval is required; `undefined` if that tool does not exist. */
  readonly forward?: ((input: unknown) => ForwardedCall | undefined) | undefined;
  /** Exists only as a type: the credentials for the toolset's schemes. `never`: there are no schemes. */
  readonly "~auth"?: Schemes;
}

/** A tool and the input of its call. */
export interface ForwardedCall {
  readonly tool: Tool;
  readonly input: unknown;
}

/** Whether the definition's `executionType` is `ASYNCHRONOUS`, so that a conversation may continue while the tool runs. Its timeout is then 60 seconds instead of 30. */
export function isAsynchronous({ toolset }: Tool): boolean {
  return toolset.endpoint.definition["executionType"] === "ASYNCHRONOUS";
}
