import { isUnbound } from "../../client.ts";
import { returnsContent } from "../../result/content.ts";
import { sourceOf } from "../../schema/create-schema.ts";
import type { Tool } from "../../tool/tool.ts";
import { toolsByName } from "../../tool/tools-by-name.ts";
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

/** A tool in a list. */
export interface Listed {
  name: string;
  title?: string;
  description: string;
  inputSchema: ListedSchema;
  outputSchema?: ListedSchema;
  annotations: Hints;
  _meta: { [key: string]: unknown };
}

interface ListedSchema {
  type: "object";
  [keyword: string]: unknown;
}

/** In one page: clients are known that read no second one. */
export function listOf({ offered }: Offer): { tools: Listed[] } {
  const tools = [...offered.values()].map(
    ({ tool, isStructured }): Listed => ({
      name: tool.name,
      ...(tool.title === "" ? {} : { title: tool.title }),
      description: tool.description,
      inputSchema: schemaOf(tool, "inputSchema"),
      ...(isStructured ? { outputSchema: listedOutput(tool) } : {}),
      annotations: hintsOf(tool),
      _meta: metadataOf(tool),
    }),
  );
  return { tools };
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
export function schemaOf(tool: Tool, side: "inputSchema" | "outputSchema"): ListedSchema {
  const { $schema: _dialect, ...schema } = tool[side]["~standard"].jsonSchema.input({ target: "draft-2020-12" });
  return { ...schema, type: "object" };
}

/**
 * The documented output, or any other object. Services answer what their documents do not say, and official clients give their users an
 * error in place of an answer that does not match the listed schema, although the call was made.
 */
export function listedOutput(tool: Tool): ListedSchema {
  const { $defs, ...documented } = schemaOf(tool, "outputSchema");
  return { type: "object", anyOf: [documented, {}], ...($defs === undefined ? {} : { $defs }) };
}

/** The most that an output schema may take, in bytes of JSON, as in the lists that the compiler writes. */
const maxOutput = 16 * 1024;

/** An answer that is cut to size would no longer match, and files and a server's own content are no structured content. */
function hasOutputSchema(tool: Tool, outputSchemas: NonNullable<ListOptions["outputSchemas"]>): boolean {
  if (outputSchemas === "never" || tool.trim.maxBytes !== null || returnsContent(tool)) return false;
  if (outputSchemas === "always") return true;
  const source = sourceOf(tool.outputSchema);
  return source === undefined ? JSON.stringify(schemaOf(tool, "outputSchema")).length <= maxOutput : isWithin(source, maxOutput);
}
