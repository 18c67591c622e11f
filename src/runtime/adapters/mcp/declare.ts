import { isUnbound } from "../../client.ts";
import type { ViewOptions } from "../../projection/model-view.ts";
import { returnsContent } from "../../result/content.ts";
import { sourceOf } from "../../schema/create-schema.ts";
import { showTool } from "../../tool/show-tool.ts";
import type { Tool } from "../../tool/tool.ts";
import { toolsByName } from "../../tool/tools-by-name.ts";
import { isSchemaWithin } from "./schema-size.ts";

export interface ListOptions extends ViewOptions {
  /** `auto`, the default: an output schema is listed if it and all schemas that it refers to have at most 16 KiB. */
  readonly outputSchemas?: "auto" | "always" | "never" | undefined;
}

/** A tool that a server offers. */
export interface ServedTool {
  readonly tool: Tool;
  /** Whether its answers are structured content, with an output schema in the list. */
  readonly isStructured: boolean;
}

export interface ServedTools {
  readonly offered: ReadonlyMap<string, ServedTool>;
  /** Names of client functions without a handler. A server cannot execute them, so it does not offer them. */
  readonly leftOut: readonly string[];
}

/** The tools that a server offers. Two of one name throw. */
export function serveTools(tools: readonly Tool[], { outputSchemas = "auto" }: ListOptions): ServedTools {
  const all = [...toolsByName(tools)];
  const bound = all.filter(([, tool]) => !isUnbound(tool));
  return {
    offered: new Map(bound.map(([name, tool]) => [name, { tool, isStructured: hasOutputSchema(tool, outputSchemas) }])),
    leftOut: all.filter(([, tool]) => isUnbound(tool)).map(([name]) => name),
  };
}

/** A tool in a list. */
export interface ListedMcpTool {
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

/** The list of tools, in one page: some clients do not read a second one. */
export function listOf({ offered }: ServedTools, view: ViewOptions): { tools: ListedMcpTool[] } {
  const tools = [...offered.values()].map(({ tool, isStructured }): ListedMcpTool => {
    const { description, input } = showTool(tool, view);
    return {
      name: tool.name,
      ...(tool.title === "" ? {} : { title: tool.title }),
      description,
      inputSchema: { ...input("draft-2020-12"), type: "object" },
      ...(isStructured ? { outputSchema: listedOutput(tool) } : {}),
      annotations: hintsOf(tool),
      _meta: metadataOf(tool),
    };
  });
  return { tools };
}

/** `ToolAnnotations` of MCP. */
export interface Hints {
  readOnlyHint: boolean;
  destructiveHint: boolean;
  idempotentHint: boolean;
  openWorldHint: boolean;
}

/** Converts annotations to MCP's hints. The client decides whether to ask for approval. */
export function hintsOf({ annotations: { readOnly, destructive, idempotent, openWorld } }: Tool): Hints {
  return { readOnlyHint: readOnly, destructiveHint: destructive, idempotentHint: idempotent, openWorldHint: openWorld };
}

/** Metadata for which MCP has no field. */
export function metadataOf({ approval, deprecated, tags }: Tool): { [key: string]: unknown } {
  return {
    "toolsetc/approval": approval,
    ...(deprecated ? { "toolsetc/deprecated": true } : {}),
    ...(tags.length === 0 ? {} : { "toolsetc/tags": [...tags] }),
  };
}

/** The documented output, in the default dialect. */
function outputOf(tool: Tool): ListedSchema {
  const { $schema: _dialect, ...schema } = tool.outputSchema["~standard"].jsonSchema.input({ target: "draft-2020-12" });
  return { ...schema, type: "object" };
}

/**
 * The documented output, or any other object. Services return undocumented answers, and official clients report an error instead of an
 * answer that does not match the listed schema, although the call was made.
 */
export function listedOutput(tool: Tool): ListedSchema {
  const { $defs, ...documented } = outputOf(tool);
  return { type: "object", anyOf: [documented, {}], ...($defs === undefined ? {} : { $defs }) };
}

/** The maximum size of a listed output schema, in bytes of JSON, as in the lists that the compiler writes. */
const maxOutput = 16 * 1024;

/** Whether to list an output schema. Cut answers would not match it, and files and MCP content are not structured content. */
function hasOutputSchema(tool: Tool, outputSchemas: NonNullable<ListOptions["outputSchemas"]>): boolean {
  if (outputSchemas === "never" || tool.trim.maxBytes !== null || returnsContent(tool)) return false;
  if (outputSchemas === "always") return true;
  const source = sourceOf(tool.outputSchema);
  return source === undefined ? JSON.stringify(outputOf(tool)).length <= maxOutput : isSchemaWithin(source, maxOutput);
}
