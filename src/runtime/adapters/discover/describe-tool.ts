import { showTool } from "../../tool/show-tool.ts";
import type { Tool } from "../../tool/tool.ts";

/** The tools that return the values of a parameter. */
interface ParameterProducers {
  readonly parameter: string;
  readonly tools: readonly Tool[];
}

const maxProducers = 5;

/** The description of a tool that a model reads before it calls it. */
export function describeTool(tool: Tool, producers: readonly ParameterProducers[]): object {
  const { name, description, approval, deprecated } = tool;
  const known = producers.filter(({ tools }) => tools.length > 0);
  return {
    name,
    description,
    ...(deprecated ? { deprecated } : {}),
    ...(approval === "required" ? { approval: "A person must approve the call." } : {}),
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
