import type { Annotations, Binding, ConnectorBinding, McpBinding } from "../binding.ts";
import type { Part, Toolset } from "../call.ts";
import type { Auth, Context } from "../context.ts";
import type { HttpDefinition } from "../http/define-http.ts";
import type { InputExample } from "../projection/project-examples.ts";
import type { Trim } from "../result/trim.ts";
import type { SchemaSource } from "../schema/schema.ts";
import type { StandardSchema } from "../schema/standard-schema.ts";

/**
 * The definition of a tool in a generated module. Default values are omitted, since people and `tsc` may read a thousand definitions. The
 * binding is one of the last four members and not a union: `tsc` would compare each object literal with each alternative of a union.
 */
export interface ToolDefinition {
  readonly toolset: Toolset;
  /** The identifier in the document or the definition: an `operationId`, `GET /path`, or the name of an MCP tool. */
  readonly id: string;
  /** The name that the model uses. */
  readonly name: string;
  /** The title of the tool. If absent, the tool has no title. */
  readonly title?: string;
  readonly description: string;
  readonly input: SchemaSource;
  readonly output: SchemaSource;
  /**
   * The annotations. If one is absent, it is `false`, except that `openWorld` is `true`, and that `destructive` is `null` if the tool is not
   * read-only.
   */
  readonly annotations?: Partial<Annotations>;
  /** Whether calls require approval. If absent, `none`. */
  readonly approval?: "required" | "none";
  readonly tags?: readonly string[];
  readonly deprecated?: boolean;
  readonly lazy?: boolean;
  readonly metadata?: { readonly [key: string]: unknown };
  readonly examples?: readonly InputExample[];
  /** How results are shortened. If absent, results are not shortened. */
  readonly trim?: Trim;
  /** The name of the tool that reads what this tool changes, such as the GET operation with the same path. */
  readonly reader?: string | undefined;
  /** The parts of the library that the tool needs, besides those of its toolset. */
  readonly uses?: readonly Part[];
  readonly http?: HttpDefinition;
  /**
   * The binding to a tool of an MCP server. An absent member means `false`. An absent `output` means `object` if `structured` is
   * `true`, or else `result`.
   */
  readonly mcp?: Pick<McpBinding, "tool"> & Partial<Omit<McpBinding, "transport">>;
  readonly connector?: Omit<ConnectorBinding, "transport">;
  readonly client?: { readonly function: string };
}

/** A tool. It is a plain object, so it may be copied with the spread syntax. */
export interface Tool<
  Input = unknown,
  Output = unknown,
  Name extends string = string,
  Approval extends "required" | "none" = "required" | "none",
  Schemes extends Auth = Auth,
> {
  readonly toolset: Toolset;
  /** The identifier in the document or the definition: an `operationId`, `GET /path`, or the name of an MCP tool. */
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
  /** Whether the tool is offered to the model only on demand, if the agent SDK supports it. */
  readonly lazy: boolean;
  readonly metadata: { readonly [key: string]: unknown };
  /** Valid inputs from the document. The first one has only the required members; the others have more members. */
  readonly examples: readonly InputExample[];
  readonly trim: Trim;
  /** The name of the tool that reads what this tool changes. A model uses it after a call of which it is unknown whether it was made. */
  readonly reader?: string | undefined;
  readonly binding: Binding;
  /** The context of all calls of the tool. */
  readonly context: Context;
  /** Validates the input, executes the tool and validates its result. Throws a `ToolError`, or the error that a hook or a handler threw. */
  // `execute` is a method, so that a tool with a narrower input type is assignable to `Tool`.
  execute(input: Input, context?: Context): Promise<Output>;
  /**
   * Defined only for a tool that calls other tools. Returns the call of another tool that it makes for `input`, which requires approval if
   * either of the two tools does. Returns `undefined` if it makes no call.
   */
  readonly forward?: ((input: unknown) => ForwardedCall | undefined) | undefined;
  /** Exists only in the type: the credentials for the security schemes of the toolset, or `never` if the toolset has no schemes. */
  readonly "~auth"?: Schemes;
}

/** A tool and the input of its call. */
export interface ForwardedCall {
  readonly tool: Tool;
  readonly input: unknown;
}

/**
 * Whether the definition's `executionType` is `ASYNCHRONOUS`, so that a conversation may continue while the tool runs. The timeout of such
 * a tool is 60 seconds instead of 30.
 */
export function isAsynchronous({ toolset }: Tool): boolean {
  return toolset.endpoint.definition["executionType"] === "ASYNCHRONOUS";
}
