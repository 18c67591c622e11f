import { isUnbound } from "../../client.ts";
import { sourceOf } from "../../schema/create-schema.ts";
import { toolsByName } from "../../tool/tools-by-name.ts";
import type { Tool } from "../../tool.ts";
import { isWithin } from "./schema-size.ts";

export interface ListOptions {
  /** `auto`, the default: an output schema is given while it and all that it refers to take no more than 16 KiB. */
  readonly outputSchemas?: "auto" | "always" | "never" | undefined;
}

/** A tool that a server offers. */
export interface Offered {
  readonly tool: Tool;
  /** Whether its answers are structured content, as its output schema in the list says. */
  readonly isStructured: boolean;
}

export interface Offer {
  readonly offered: ReadonlyMap<string, Offered>;
  /** Names of client functions that have no handler. A server has nobody to ask, so it does not have them. */
  readonly leftOut: readonly string[];
}

/** What a server has to offer of `tools`. Two of one name throw. */
export function offer(tools: readonly Tool[], { outputSchemas = "auto" }: ListOptions): Offer {
  const all = [...toolsByName(tools)];
  const bound = all.filter(([, tool]) => !isUnbound(tool));
  return {
    offered: new Map(bound.map(([name, tool]) => [name, { tool, isStructured: hasOutputSchema(tool, outputSchemas) }])),
    leftOut: all.filter(([, tool]) => isUnbound(tool)).map(([name]) => name),
  };
}

/** `ToolAnnotations` of MCP. */
export interface Hints {
  readOnlyHint: boolean;
  destructiveHint: boolean;
  idempotentHint: boolean;
  openWorldHint: boolean;
}

/** They are hints: who is to be asked before a tool runs is decided by the client. */
export function hintsOf({ annotations: { readOnly, destructive, idempotent, openWorld } }: Tool): Hints {
  return { readOnlyHint: readOnly, destructiveHint: destructive, idempotentHint: idempotent, openWorldHint: openWorld };
}

/** What MCP has no word for. */
export function metadataOf({ approval, deprecated, tags }: Tool): { [key: string]: unknown } {
  return {
    "toolsetc/approval": approval,
    ...(deprecated ? { "toolsetc/deprecated": true } : {}),
    ...(tags.length === 0 ? {} : { "toolsetc/tags": [...tags] }),
  };
}

/** A schema for a list, in which all are of one dialect. */
export function schemaOf(tool: Tool, side: "inputSchema" | "outputSchema"): { type: "object"; [keyword: string]: unknown } {
  const { $schema: _dialect, ...schema } = tool[side]["~standard"].jsonSchema.input({ target: "draft-2020-12" });
  return { ...schema, type: "object" };
}

/** The most that an output schema may take, in bytes of JSON, as in the lists that the compiler writes. */
const maxOutput = 16 * 1024;

/** An answer that is cut to size would no longer match. */
function hasOutputSchema(tool: Tool, outputSchemas: NonNullable<ListOptions["outputSchemas"]>): boolean {
  if (outputSchemas === "never" || tool.trim.maxBytes !== null) return false;
  if (outputSchemas === "always") return true;
  const source = sourceOf(tool.outputSchema);
  return source === undefined ? JSON.stringify(schemaOf(tool, "outputSchema")).length <= maxOutput : isWithin(source, maxOutput);
}
