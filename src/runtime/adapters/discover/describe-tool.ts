import { showTool } from "../../tool/show-tool.ts";
import type { Tool } from "../../tool/tool.ts";

/** The tools whose results contain values of a parameter, such as the identifiers that it requires. */
interface ParameterProducers {
  readonly parameter: string;
  readonly tools: readonly Tool[];
}

const maxProducers = 5;

/** The result of `describe_tool`: what a model reads about a tool before it calls the tool. */
export function describeTool(tool: Tool, producers: readonly ParameterProducers[]): object {
  const { name, description, approval, deprecated } = tool;
  const known = producers.filter(({ tools }) => tools.length > 0);
  return {
    name,
    description,
    ...(deprecated ? { deprecated } : {}),
    ...(approval === "required" ? { approval: "A person must approve the call. Use call_tool_with_approval." } : {}),
    arguments: showTool(tool, {}).input("draft-2020-12"),
    ...(known.length === 0
      ? {}
      : {
          idsFrom: Object.fromEntries(
            known.map(({ parameter, tools }) => [parameter, tools.slice(0, maxProducers).map((each) => each.name)]),
          ),
        }),
  };
}
