import type { Tool } from "../../ir/ir.ts";
import { rule } from "../rule.ts";
import { placeOfDescription } from "../run-rules.ts";

export const equalDescriptions = rule<{ tool: string; other: string; description: string }>({
  code: "equal-descriptions",
  severity: "warning",
  set: "recommended",
  message: ({ tool, other, description }) => `The tools "${tool}" and "${other}" have the same description: "${description}".`,
  help: "A model can distinguish the two tools only by their names and parameters. Say in each description what distinguishes the tool, in the source or under `overrides.<toolset>.tools.<id>.description` in toolsetc.yaml.",

  *toolset({ tools }) {
    const first = new Map<string, Tool>();
    for (const tool of tools) {
      const key = comparable(tool);
      const other = first.get(key);
      if (other === undefined) first.set(key, tool);
      else if (tool.documentation !== "") {
        const related = [{ message: `The description of the tool "${other.id}" is here.`, place: placeOfDescription(other) }];
        const params = { tool: tool.id, other: other.id, description: shortened(tool.description) };
        yield { params, place: placeOfDescription(tool), details: { tool: tool.id, related } };
      }
    }
  },
});

/** The description of a tool in a form for comparison: in lower case, with single spaces and without a final period. */
export function comparable({ description }: Tool): string {
  return description.toLowerCase().replace(/\s+/g, " ").replace(/\.$/, "");
}

/** How many characters of a description a message shows. */
const mostShown = 60;

function shortened(description: string): string {
  const line = description.replace(/\s+/g, " ");
  return line.length > mostShown ? `${line.slice(0, mostShown)}…` : line;
}
