import { type AnthropicTool, anthropicTool, type ResponsesTool, responsesTool } from "./declare.ts";
import type { ProjectedTool } from "./project-tools.ts";
import { requestLimits } from "./provider-limits.ts";

// Type aliases rather than interfaces, so that each is assignable to a JSON type.

/** A tool to declare, with the properties that determine whether and where it is deferred. */
export interface DeferrableTool {
  readonly projected: ProjectedTool;
  readonly lazy: boolean;
  readonly tags: readonly string[];
  readonly toolset: { readonly name: string; readonly displayName: string };
}

/** A namespace of OpenAI's Responses API. The model sees its name and description, and loads its functions by searching. */
export type ResponsesNamespace = {
  readonly type: "namespace";
  readonly name: string;
  readonly description: string;
  readonly tools: (ResponsesTool & { readonly defer_loading: true })[];
};

/** The tool with which OpenAI's models search deferred functions. */
export type ResponsesToolSearch = { readonly type: "tool_search" };

/**
 * Tools for OpenAI's tool search (https://developers.openai.com/api/docs/guides/tools-tool-search). Lazy tools are in namespaces by
 * toolset and first tag, since the guide recommends few functions in each. The search tool is added: without it, the API rejects the
 * request.
 */
export function deferResponses(tools: readonly DeferrableTool[]): (ResponsesTool | ResponsesNamespace | ResponsesToolSearch)[] {
  const namespaces = new Map<string, ResponsesNamespace>();
  for (const { projected, lazy, tags, toolset } of tools) {
    if (!lazy) continue;
    const [tag] = tags;
    const name = namespaceName(toolset.name, tag);
    const description = `Tools of ${toolset.displayName}${tag === undefined ? "" : `: ${tag}`}.`;
    const namespace: ResponsesNamespace = namespaces.get(name) ?? { type: "namespace", name, description, tools: [] };
    namespace.tools.push({ ...responsesTool(projected), defer_loading: true });
    namespaces.set(name, namespace);
  }
  const offered = tools.filter(({ lazy }) => !lazy).map(({ projected }) => responsesTool(projected));
  return namespaces.size === 0 ? offered : [...offered, ...namespaces.values(), { type: "tool_search" }];
}

/** The name of a namespace. It has the form of a tool's name. */
function namespaceName(toolset: string, tag: string | undefined): string {
  return `${toolset}${tag === undefined ? "" : `_${tag}`}`.replace(/[^A-Za-z0-9_-]+/g, "_").slice(0, requestLimits.responses.toolName);
}

/** Anthropic's tool for searching by words. It is not deferred itself, since at least one tool of a request must not be. */
export type AnthropicToolSearch = { readonly type: "tool_search_tool_bm25_20251119"; readonly name: "tool_search_tool_bm25" };

/**
 * Tools for Anthropic's tool search (https://docs.claude.com/en/docs/agents-and-tools/tool-use/tool-search-tool). The model sees lazy
 * tools after a search has found them.
 */
export function deferAnthropic(
  tools: readonly DeferrableTool[],
): (AnthropicToolSearch | (AnthropicTool & { readonly defer_loading?: true }))[] {
  const declarations = tools.map(({ projected, lazy }) => ({
    ...anthropicTool(projected),
    ...(lazy ? { defer_loading: true as const } : {}),
  }));
  if (!tools.some(({ lazy }) => lazy)) return declarations;
  return [{ type: "tool_search_tool_bm25_20251119", name: "tool_search_tool_bm25" }, ...declarations];
}
