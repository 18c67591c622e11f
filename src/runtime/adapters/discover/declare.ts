import type { Toolset } from "../../call.ts";
import type { Tool, ToolDefinition } from "../../tool/tool.ts";

/** The maximum bytes of a result of `describe_tool`, and of a result that cannot be associated with the tool that produced it. */
const maxBytes = 32 * 1024;
const trim = { pick: [], maxBytes };

const name = { type: "string", description: "The name of a tool, from search_tools." };

/**
 * The definitions of `search_tools`, `describe_tool` and `call_tool`. They are as short as possible, since they are sent with each request.
 */
export function discoveryTools(
  tools: readonly Tool[],
  toolset: Toolset,
): { readonly [tool in "search" | "describe" | "call"]: ToolDefinition } {
  const reading = { readOnly: true, idempotent: true, openWorld: false };
  const any = tools.map(({ annotations }) => annotations);
  return {
    search: {
      toolset,
      id: "search_tools",
      name: "search_tools",
      description: `Finds tools for a task among ${contentsOf(tools)}. Returns signatures of tools, best match first, with the tools that return required ids. Arguments with ? are optional.`,
      input: inputOf({ query: { type: "string", description: "What to do, in a few words, such as: close an issue" } }, ["query"]),
      output: { type: "object", properties: { tools: { type: "array", items: { type: "string" } } } },
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
      input: inputOf({ name }, ["name"]),
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
      input: inputOf({ name, arguments: { type: "object", description: "Arguments that match the schema from describe_tool." } }, ["name"]),
      output: {},
      annotations: {
        readOnly: any.every(({ readOnly }) => readOnly),
        destructive: any.some(({ destructive }) => destructive) || (any.some(({ destructive }) => destructive === null) ? null : false),
        idempotent: any.every(({ idempotent, readOnly }) => idempotent || readOnly),
        openWorld: any.some(({ openWorld }) => openWorld),
      },
      // SDKs that decide for each call whether it requires approval use `forward`. For SDKs that decide once per tool, `call_tool` requires
      // approval if any tool does.
      approval: tools.some(({ approval }) => approval === "required") ? "required" : "none",
      trim,
      client: { function: "call_tool" },
    },
  };
}

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
