import { isUnbound } from "../../client.ts";
import { isRecord } from "../../json.ts";
import { type Hints, hintsOf } from "../../projection/mcp-hints.ts";
import { modelSchema, type ViewOptions } from "../../projection/model-view.ts";
import { openForm, reduceSchema } from "../../projection/reduce/reduce-schema.ts";
import type { SchemaObject } from "../../projection/schema.ts";
import { returnsContent } from "../../result/content.ts";
import { sourceOf } from "../../schema/create-schema.ts";
import { showTool } from "../../tool/show-tool.ts";
import type { Tool } from "../../tool/tool.ts";
import { toolsByName } from "../../tool/tools-by-name.ts";
import { schemaSize } from "./schema-size.ts";

/** The options of an MCP server for its tool list. */
export interface ListOptions extends ViewOptions {
  /**
   * Whether tools are listed with their output schemas. `auto`, the default: all output schemas are listed if their total size, including
   * the schemas that they refer to, is at most `outputBudget`; otherwise no output schema is listed.
   */
  readonly outputSchemas?: "auto" | "always" | "never" | undefined;
  /**
   * The maximum total size of the output schemas in bytes of JSON, for `auto`; 16 KiB by default. Output schemas can be most of a tool
   * list, and models rarely use them.
   */
  readonly outputBudget?: number | undefined;
}

/** A tool that an MCP server offers. */
export interface ServedTool {
  readonly tool: Tool;
  /** Whether the tool is listed with an output schema, and its results have structured content. */
  readonly isStructured: boolean;
}

export interface ServedTools {
  readonly offered: ReadonlyMap<string, ServedTool>;
  /** Names of client functions without a handler, which a server does not offer, since it cannot execute them. */
  readonly omitted: readonly string[];
}

/** Selects the tools that a server offers. Throws if two tools have the same name. */
export function serveTools(tools: readonly Tool[], options: ListOptions): ServedTools {
  const all = [...toolsByName(tools)];
  const bound = all.filter(([, tool]) => !isUnbound(tool));
  const structured = new Set(bound.map(([, tool]) => tool).filter(mayBeStructured));
  const isListed = listsOutputs([...structured], options);
  return {
    offered: new Map(bound.map(([name, tool]) => [name, { tool, isStructured: isListed && structured.has(tool) }])),
    omitted: all.filter(([, tool]) => isUnbound(tool)).map(([name]) => name),
  };
}

/** A tool in the result of `tools/list`. */
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

/** The list of tools, in one page: some clients read only the first one. */
export function listOf({ offered }: ServedTools, view: ViewOptions): { tools: ListedMcpTool[] } {
  const tools = [...offered.values()].map(({ tool, isStructured }): ListedMcpTool => {
    const { description, input } = showTool(tool, view);
    return {
      name: tool.name,
      ...(tool.title === "" ? {} : { title: tool.title }),
      description,
      inputSchema: { ...input("draft-2020-12"), type: "object" },
      ...(isStructured ? { outputSchema: listedOutput(tool) } : {}),
      annotations: hintsOf(tool.annotations),
      _meta: metadataOf(tool),
    };
  });
  return { tools };
}

/** The tool's metadata for which MCP has no field. */
export function metadataOf({ approval, deprecated, tags }: Tool): { [key: string]: unknown } {
  return {
    ...(approval === "required" ? { "toolsetc/approval": approval } : {}),
    ...(deprecated ? { "toolsetc/deprecated": true } : {}),
    ...(tags.length === 0 ? {} : { "toolsetc/tags": [...tags] }),
  };
}

/** The output schema of a tool in JSON Schema 2020-12, without `$schema`, since 2020-12 is the default dialect of MCP. */
function outputOf(tool: Tool): ListedSchema {
  const { $schema: _dialect, ...schema } = tool.outputSchema["~standard"].jsonSchema.input({ target: "draft-2020-12" });
  return { ...schema, type: "object" };
}

/**
 * The output schema in the tool list, without examples and length limits. The schema also accepts any other object: services return
 * undocumented results, and official clients report an error instead of a result that does not match the listed schema, although the call
 * was made.
 */
export function listedOutput(tool: Tool): ListedSchema {
  const all = { detail: "compact", depth: Number.POSITIVE_INFINITY } as const;
  const { $defs, ...documented } = reduceSchema(modelSchema(outputOf(tool), all), openForm);
  if (isAlwaysNull(documented)) return { type: "object" };
  // A schema without keywords would do, but official tools warn about it.
  return { type: "object", anyOf: [documented, { type: "object" }], ...($defs === undefined ? {} : { $defs }) };
}

/** Whether the schema allows only `{ result: null }` as output. */
function isAlwaysNull({ properties }: SchemaObject): boolean {
  const { result, ...others } = isRecord(properties) ? properties : {};
  return isRecord(result) && result["type"] === "null" && Object.keys(others).length === 0;
}

/**
 * Whether results can be structured content. Shortened results would not match an output schema, and files and MCP content are not
 * structured.
 */
function mayBeStructured(tool: Tool): boolean {
  return tool.trim.maxBytes === null && !returnsContent(tool);
}

function listsOutputs(tools: readonly Tool[], { outputSchemas = "auto", outputBudget = 16 * 1024 }: ListOptions): boolean {
  if (outputSchemas !== "auto") return outputSchemas === "always";
  let left = outputBudget;
  return tools.every((tool) => {
    const source = sourceOf(tool.outputSchema);
    left -= source === undefined ? JSON.stringify(outputOf(tool)).length : schemaSize(source, left);
    return left >= 0;
  });
}
