import { nameList } from "../../diagnostic/name-list.ts";
import type { Tool } from "../../ir/ir.ts";
import { rule } from "../rule.ts";
import { placeOfDescription } from "../run-rules.ts";

/** The maximum number of tools of a group whose places are related to the finding. */
const maxRelated = 10;

export const equalDescriptions = rule<{ tools: readonly string[]; description: string }>({
  code: "equal-descriptions",
  severity: "warning",
  set: "recommended",
  summary: "two tools of a toolset with the same description",
  price: 30,
  message: ({ tools, description }) => {
    const [first = "", second = "", ...others] = tools;
    const names = others.length === 0 ? `"${first}" and "${second}"` : nameList(tools);
    return `The tools ${names} have the same description: "${description}".`;
  },
  help: "A model can distinguish the tools only by their names and parameters. Say in each description what distinguishes the tool, in the source or under `overrides.<toolset>.tools.<id>.description` in toolsetc.yaml.",

  *toolset({ tools }) {
    const groups = new Map<string, Tool[]>();
    for (const tool of tools) {
      const key = comparable(tool);
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [tool]);
      else group.push(tool);
    }
    // One finding for each group: a server may list thousands of tools with one description.
    for (const [first, second, ...others] of groups.values()) {
      if (first === undefined || second === undefined || second.documentation === "") continue;
      const related = [first, ...others.slice(0, maxRelated - 1)].map((tool) => ({
        message: `The description of the tool "${tool.id}" is here.`,
        place: placeOfDescription(tool),
      }));
      const params = { tools: [second, first, ...others].map(({ id }) => id), description: shortened(second.description) };
      yield { params, place: placeOfDescription(second), details: { tool: second.id, related } };
    }
  },
});

/** The description of a tool in a form for comparison: in lower case, with single spaces and without a final period. */
export function comparable({ description }: Tool): string {
  // Most descriptions have only single spaces, and are not copied.
  const spaced = otherSpace.test(description) ? description.replace(/\s+/g, " ") : description;
  return spaced.toLowerCase().replace(/\.$/, "");
}

const otherSpace = /[^\S ]| {2}/;

/** How many characters of a description a message shows. */
const mostShown = 60;

function shortened(description: string): string {
  const line = description.replace(/\s+/g, " ");
  return line.length > mostShown ? `${line.slice(0, mostShown)}…` : line;
}
