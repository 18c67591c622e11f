import type { Toolset } from "../call.ts";
import { client, isUnbound } from "../client.ts";
import type { Context } from "../context.ts";
import { createIndex, type Index } from "../discovery/create-index.ts";
import { isRecord } from "../json.ts";
import { attachTool } from "../result/answering-tool.ts";
import { bindHandler } from "../tool/bind-tools.ts";
import { defineTool } from "../tool/define-tool.ts";
import type { Tool } from "../tool/tool.ts";
import { toolsByName } from "../tool/tools-by-name.ts";
import { ToolError } from "../tool-error.ts";
import { discoveryTools } from "./discover/declare.ts";
import { describeTool } from "./discover/describe-tool.ts";
import { discoveryEntry } from "./discover/discovery-entry.ts";
import { signatureOf } from "./discover/signature.ts";

/**
 * Three tools in the place of any number, for every adapter: `search_tools`, `describe_tool` and `call_tool`. A called tool has its own
 * approval, credentials, checks, limits, handlers and fakes, by its own name in the context. Two tools of one name are an error.
 */
export function discover(tools: readonly Tool[]): readonly [search: Tool, describe: Tool, call: Tool] {
  const byName = toolsByName(tools);
  let indexed: Index | undefined;
  const index = () => {
    indexed ??= createIndex(tools.map(discoveryEntry));
    return indexed;
  };

  /** The tools that match a text, the best first, without those that this program cannot execute. */
  function* search(query: string, context: Context): Generator<Tool> {
    for (const place of index().search(query)) {
      const tool = tools[place];
      if (tool !== undefined && !isUnbound(tool, context)) yield tool;
    }
  }

  function find(name: string, context: Context): Tool {
    const tool = byName.get(name);
    if (tool !== undefined) return tool;
    const near = [...search(name, context)].slice(0, mostNear).map((each) => each.name);
    const hint = near.length === 0 ? "Search for it with search_tools." : `The nearest are ${near.join(", ")}.`;
    throw new ToolError("unknown-tool", `There is no tool ${JSON.stringify(name.slice(0, maxName))}. ${hint}`, { tool: name, sent: false });
  }

  const declared = discoveryTools(tools, toolsetOf(tools));
  const searchTools = bindHandler(defineTool<SearchInput, unknown, string>(declared.search), ({ query }, context) => {
    const lines: string[] = [];
    let left = maxAnswer - '{"tools":[]}'.length;
    for (const tool of search(query, context)) {
      const line = signatureOf(tool);
      left -= new TextEncoder().encode(JSON.stringify(line)).length + 1;
      if (left < 0 || lines.length === mostFound) break;
      lines.push(line);
    }
    return { tools: lines };
  });
  const describe = bindHandler(defineTool<DescribeInput, unknown, string>(declared.describe), ({ name }, context) => {
    const tool = find(name, context);
    const producers = index().producers.of(tools.indexOf(tool));
    return describeTool(
      tool,
      producers.map(({ id, producers: all }) => ({
        parameter: id.parameter,
        tools: all.flatMap((each) => tools[each.index] ?? []).filter((each) => !isUnbound(each, context)),
      })),
    );
  });
  const call = bindHandler(defineTool<CallInput, unknown, string>(declared.call), async ({ name, arguments: input = {} }, context) => {
    const tool = find(name, context);
    const output = await tool.execute(input, context);
    attachTool(output, tool);
    return output;
  });
  const made: readonly [Tool, Tool, Tool] = [searchTools, describe, { ...call, forward: (input) => forwarded(byName, input) }];
  // Handlers and fakes in a context are found by name, and would be those of the wrong tool.
  toolsByName([...tools, ...made]);
  return made;
}

interface SearchInput {
  readonly query: string;
}

interface DescribeInput {
  readonly name: string;
}

interface CallInput {
  readonly name: string;
  readonly arguments?: { readonly [name: string]: unknown };
}

/** The most bytes of JSON that a search answers with, and the most tools. */
const maxAnswer = 1500;
const mostFound = 10;
const mostNear = 5;
const maxName = 64;

/** The same call that the handler of `call_tool` makes. */
function forwarded(byName: ReadonlyMap<string, Tool>, input: unknown): ReturnType<NonNullable<Tool["forward"]>> {
  if (!isRecord(input) || typeof input["name"] !== "string") return undefined;
  const tool = byName.get(input["name"]);
  return tool === undefined ? undefined : { tool, input: input["arguments"] ?? {} };
}

/** The toolset of the three tools. A call may take as long as that of any tool. */
function toolsetOf(tools: readonly Tool[]): Toolset {
  const timeout = Math.max(0, ...tools.map(({ toolset }) => toolset.endpoint.timeout));
  const endpoint = { definition: {}, servers: [], securitySchemes: {}, timeout, environments: {}, defaultEnvironment: null };
  return { name: "discovery", displayName: "discovery", endpoint: { kind: "client", ...endpoint }, transport: client };
}
