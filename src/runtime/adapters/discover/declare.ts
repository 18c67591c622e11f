import type { Annotations } from "../../binding.ts";
import type { Toolset } from "../../call.ts";
import { arrayKeywords } from "../../schema/keywords/arrays.ts";
import type { Tool, ToolDefinition } from "../../tool/tool.ts";

/** The maximum bytes of a result of `describe_tool`, and of a result that cannot be associated with the tool that produced it. */
export const maxBytes: number = 32 * 1024;
const trim = { pick: [], maxBytes };

const name = { type: "string", description: "The name of a tool, from search_tools." };

/** The definitions of the tools that `discover` makes. They are as short as possible, since they are sent with each request. */
export function discoveryTools(
  tools: readonly Tool[],
  toolset: Toolset,
): { readonly [tool in "search" | "describe" | "call" | "callWithApproval"]: ToolDefinition } {
  const reading = { readOnly: true, idempotent: true, openWorld: false };
  return {
    search: {
      toolset,
      id: "search_tools",
      name: "search_tools",
      description: `Finds tools for a task among ${contentsOf(tools)}. Returns signatures of tools, best match first, with the tools that return required ids. Arguments with ? are optional.`,
      input: inputOf({ query: { type: "string", description: "What to do, in a few words, such as: close an issue" } }, ["query"]),
      output: { type: "object", properties: { tools: { type: "array", items: { type: "string" } } } },
      uses: [{ arrays: arrayKeywords }],
      annotations: reading,
      trim,
      client: { function: "search_tools" },
    },
    describe: {
      toolset,
      id: "describe_tool",
      name: "describe_tool",
      description:
        "Describes a tool before it is called: what it does, the JSON Schema of its arguments, and the tools that return required ids.",
      input: inputOf({ name, path: { type: "string", description: "The path of a schema that an earlier result omitted." } }, ["name"]),
      output: { type: "object" },
      annotations: reading,
      trim,
      client: { function: "describe_tool" },
    },
    call: {
      toolset,
      id: "call_tool",
      name: "call_tool",
      description: "Calls a tool and returns its result.",
      input: inputOf({ name, arguments: { ...anyObject, description: "Arguments that match the schema from describe_tool." } }, ["name"]),
      output: {},
      annotations: annotationsOf(tools.filter(({ approval }) => approval === "none")),
      trim,
      client: { function: "call_tool" },
    },
    // The parameters are those of `call_tool`, so their descriptions are not repeated.
    callWithApproval: {
      toolset,
      id: "call_tool_with_approval",
      name: "call_tool_with_approval",
      description: "Calls a tool that needs approval.",
      input: inputOf({ name: { type: "string" }, arguments: anyObject }, ["name"]),
      output: {},
      annotations: annotationsOf(tools),
      approval: "required",
      trim,
      client: { function: "call_tool_with_approval" },
    },
  };
}

/** The annotations of a tool that calls each of `tools`. */
function annotationsOf(tools: readonly Tool[]): Annotations {
  const all = tools.map(({ annotations }) => annotations);
  return {
    readOnly: all.every(({ readOnly }) => readOnly),
    destructive: all.some(({ destructive }) => destructive) || (all.some(({ destructive }) => destructive === null) ? null : false),
    idempotent: all.every(({ idempotent, readOnly }) => idempotent || readOnly),
    openWorld: all.some(({ openWorld }) => openWorld),
  };
}

/** An object with any members. Without `properties`, the Zod schema that `@mastra/mcp` 0.14 makes of it removes all members. */
const anyObject = { type: "object", properties: {} };

function inputOf(properties: object, required: readonly string[]): object {
  return { type: "object", properties, required, additionalProperties: false };
}

/** A text with the number of tools and their toolsets, such as `1223 tools of GitHub`. */
function contentsOf(tools: readonly Tool[]): string {
  const names = [...new Set(tools.map(({ toolset }) => toolset.displayName.slice(0, maxToolsetName)))];
  const named = names.slice(0, maxToolsets).join(", ");
  const others = names.length > maxToolsets ? ` and ${names.length - maxToolsets} others` : "";
  return `${tools.length} tool${tools.length === 1 ? "" : "s"}${names.length === 0 ? "" : ` of ${named}${others}`}`;
}

const maxToolsetName = 40;
const maxToolsets = 10;
