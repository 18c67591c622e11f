import type { Toolset } from "../call.ts";
import { client, isUnbound } from "../client.ts";
import type { Context } from "../context.ts";
import { createIndex, type Index } from "../discovery/create-index.ts";
import { isRecord } from "../json.ts";
import { similarNames } from "../names-in-message.ts";
import { longestName } from "../projection/limits/provider-limits.ts";
import { bindHandler } from "../tool/bind-tools.ts";
import { composeTool } from "../tool/define-tool.ts";
import { forwardApprovedCall, forwardCall } from "../tool/forward.ts";
import type { Tool } from "../tool/tool.ts";
import { toolsByName } from "../tool/tools-by-name.ts";
import { unsentError } from "../tool-error.ts";
import { discoveryTools } from "./discover/declare.ts";
import { describePart, describeTool } from "./discover/describe-tool.ts";
import { discoveryEntry } from "./discover/discovery-entry.ts";
import { signatureOf } from "./discover/signature.ts";

/**
 * Returns three or four tools that replace any number of tools, for every adapter: `search_tools`, `describe_tool` and `call_tool`. If any
 * tool requires approval, the fourth is `call_tool_with_approval`, which requires approval and calls every tool; `call_tool` calls only
 * tools without approval. A called tool keeps its credentials, validation and limits. It also keeps its handler or fake, which is in the
 * context under the name of the called tool. Throws if two tools have the same name.
 */
export function discover(tools: readonly Tool[]): readonly [search: Tool, describe: Tool, call: Tool, ...callWithApproval: Tool[]] {
  const byName = toolsByName(tools);
  let indexed: Index | undefined;
  const index = () => {
    indexed ??= createIndex(tools.map(discoveryEntry));
    return indexed;
  };

  /** Finds the tools that match a query, best match first. Tools that this program cannot execute are omitted. */
  function* search(query: string, context: Context): Generator<Tool> {
    for (const position of index().search(query)) {
      const tool = tools[position];
      if (tool !== undefined && !isUnbound(tool, context)) yield tool;
    }
  }

  function find(name: string, context: Context): Tool {
    const tool = byName.get(name);
    if (tool !== undefined) return tool;
    const bound = tools.filter((each) => !isUnbound(each, context)).map((each) => each.name);
    const found = [...search(name, context)].map((each) => each.name);
    const similar = [...new Set([...similarNames(bound, name).slice(0, maxSimilar - 1), ...found])].slice(0, maxSimilar);
    const hint = similar.length === 0 ? "Find tools with search_tools." : `Similar tools: ${similar.join(", ")}.`;
    throw unsentError("unknown-tool", `There is no tool ${JSON.stringify(name.slice(0, longestName))}. ${hint}`, name);
  }

  const declared = discoveryTools(tools, toolsetOf(tools));
  const searchTools = bindHandler(composeTool<SearchInput, unknown, string>(declared.search), ({ query }, context) => {
    const lines: string[] = [];
    let left = maxBytes - '{"tools":[]}'.length;
    for (const tool of search(query, context)) {
      const line = signatureOf(tool);
      left -= new TextEncoder().encode(JSON.stringify(line)).length + 1;
      if (left < 0 || lines.length === maxFound) break;
      lines.push(line);
    }
    return { tools: lines };
  });
  const describe = bindHandler(composeTool<DescribeInput, unknown, string>(declared.describe), ({ name, path = "" }, context) => {
    const tool = find(name, context);
    if (path !== "") return describePart(tool, path);
    const producers = index().producers.of(tools.indexOf(tool));
    return describeTool(
      tool,
      producers.map(({ id, producers: all }) => ({
        parameter: id.parameter,
        tools: all.flatMap((each) => tools[each.index] ?? []).filter((each) => !isUnbound(each, context)),
      })),
    );
  });
  const { call, callWithApproval } = declared;
  const callTool = bindHandler(composeTool<CallInput, unknown, string>(call), ({ name, arguments: input = {} }, context) =>
    forwardCall({ tool: find(name, context), input }, context, callWithApproval.name),
  );
  const callToolWithApproval = bindHandler(
    composeTool<CallInput, unknown, string, "required">(callWithApproval),
    ({ name, arguments: input = {} }, context) => forwardApprovedCall({ tool: find(name, context), input }, context),
  );
  const forwarded = (input: unknown) => forwardedCall(byName, input);
  const withoutApproval = (input: unknown) => {
    const found = forwarded(input);
    return found?.tool.approval === "none" ? found : undefined;
  };
  const needsApproval = tools.some(({ approval }) => approval === "required");
  const made: ReturnType<typeof discover> = [
    searchTools,
    describe,
    { ...callTool, forward: withoutApproval },
    ...(needsApproval ? [{ ...callToolWithApproval, forward: forwarded }] : []),
  ];
  // Handlers and fakes in a context are found by tool name, so this call throws if another tool has the name of one of these tools.
  toolsByName([...tools, ...made]);
  return made;
}

interface SearchInput {
  readonly query: string;
}

interface DescribeInput {
  readonly name: string;
  readonly path?: string;
}

interface CallInput {
  readonly name: string;
  readonly arguments?: { readonly [name: string]: unknown };
}

/** The maximum size of a search result in bytes of JSON, and the maximum number of tools in a search result. */
const maxBytes = 1500;
const maxFound = 10;

/** The longest timeout that timers allow, in milliseconds. */
const longestTimeout = 2 ** 31 - 1;

/** The maximum number of names that are suggested for an unknown name. */
const maxSimilar = 5;

/** The call of another tool that an input describes; `undefined` if the input names no known tool. */
function forwardedCall(byName: ReadonlyMap<string, Tool>, input: unknown): ReturnType<NonNullable<Tool["forward"]>> {
  if (!isRecord(input) || typeof input["name"] !== "string") return undefined;
  const tool = byName.get(input["name"]);
  return tool === undefined ? undefined : { tool, input: input["arguments"] ?? {} };
}

/**
 * The toolset that contains the tools of `discover`. Its timeout is a second longer than the longest of the tools in `tools`, so that a tool
 * that they execute ends by its own timeout, with its own error.
 */
function toolsetOf(tools: readonly Tool[]): Toolset {
  const timeout = Math.min(longestTimeout, 1000 + Math.max(0, ...tools.map(({ toolset }) => toolset.endpoint.timeout)));
  const endpoint = { definition: {}, servers: [], securitySchemes: {}, timeout, environments: {}, defaultEnvironment: null };
  return { name: "discovery", displayName: "discovery", endpoint: { kind: "client", ...endpoint }, transport: client, parts: {} };
}
