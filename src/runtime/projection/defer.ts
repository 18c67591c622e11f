import { type AnthropicTool, anthropicTool, type ResponsesTool, responsesTool } from "./declare.ts";
import { requestLimits } from "./limits/provider-limits.ts";
import type { Offered } from "./project-tools.ts";

// The types of what is sent to a provider are aliases rather than interfaces, since an interface is not assignable to a JSON type with an
// index signature.

/**
 * A tool to declare to a provider. `lazy`: the model sees the tool only after a search. The namespace of a lazy tool depends on `tags` and
 * `toolset`.
 */
export type DeferrableTool = Offered<{
  readonly lazy: boolean;
  readonly tags: readonly string[];
  readonly toolset: { readonly name: string; readonly displayName: string };
}>;

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
 * Tools for OpenAI's tool search (https://developers.openai.com/api/docs/guides/tools-tool-search). Lazy tools are divided into namespaces
 * by toolset and first tag, since the guide recommends few functions in each namespace. If there are lazy tools, the search tool is added,
 * since the API rejects lazy tools without it.
 */
export function deferResponses(tools: readonly DeferrableTool[]): (ResponsesTool | ResponsesNamespace | ResponsesToolSearch)[] {
  const namespaces = new Map<string, ResponsesNamespace>();
  for (const { projected, tool } of tools) {
    const { lazy, tags, toolset } = tool;
    if (!lazy) continue;
    const [tag] = tags;
    const name = namespaceName(toolset.name, tag);
    const description = `Tools of ${toolset.displayName}${tag === undefined ? "" : `: ${tag}`}.`;
    const namespace: ResponsesNamespace = namespaces.get(name) ?? { type: "namespace", name, description, tools: [] };
    namespace.tools.push({ ...responsesTool(projected), defer_loading: true });
    namespaces.set(name, namespace);
  }
  const offered = tools.filter(({ tool }) => !tool.lazy).map(({ projected }) => responsesTool(projected));
  return namespaces.size === 0 ? offered : [...offered, ...namespaces.values(), { type: "tool_search" }];
}

/** The name of a namespace. It contains only characters that OpenAI accepts in the name of a tool. */
function namespaceName(toolset: string, tag: string | undefined): string {
  return `${toolset}${tag === undefined ? "" : `_${tag}`}`.replace(/[^A-Za-z0-9_-]+/g, "_").slice(0, requestLimits.responses.toolName);
}

/** Anthropic's tool for searching by words. It is not deferred itself, since a request must have at least one tool that is not deferred. */
export type AnthropicToolSearch = { readonly type: "tool_search_tool_bm25_20251119"; readonly name: "tool_search_tool_bm25" };

/**
 * Tools for Anthropic's tool search (https://docs.claude.com/en/docs/agents-and-tools/tool-use/tool-search-tool). The model sees lazy
 * tools after a search has found them.
 */
export function deferAnthropic(
  tools: readonly DeferrableTool[],
): (AnthropicToolSearch | (AnthropicTool & { readonly defer_loading?: true }))[] {
  const declarations = tools.map(({ projected, tool }) => ({
    ...anthropicTool(projected),
    ...(tool.lazy ? { defer_loading: true as const } : {}),
  }));
  if (!tools.some(({ tool }) => tool.lazy)) return declarations;
  return [{ type: "tool_search_tool_bm25_20251119", name: "tool_search_tool_bm25" }, ...declarations];
}
