import { rule } from "../rule.ts";
import { placeOfDescription } from "../run-rules.ts";
import { describedTools, queryFor, searchIndex } from "./tool-search.ts";

/** With this share of a tool's own score, another tool is found about as well: scores also depend a little on the lengths of texts. */
const similarScore = 0.97;

// The rule is optional, because it has false positives: searches ignore the order and the endings of words, so they cannot distinguish "is
// blocked by" from "is blocking".
export const confusable = rule<{ tool: string; rival: string }>({
  code: "confusable",
  severity: "warning",
  set: "optional",
  summary: "two tools that each match a search for the summary of the other about as well as their own, or better",
  price: 20,
  message: ({ tool, rival }) =>
    `The tools "${tool}" and "${rival}" can be confused: a search for the summary of one finds the other about as well, or better.`,
  help: "A search cannot distinguish the two tools, and a model may confuse them too. Say in each summary what distinguishes the tool, in the source or under `overrides.<toolset>.tools.<id>` in toolsetc.yaml.",

  *toolset(toolset) {
    const { tools } = toolset;
    const index = searchIndex(toolset);
    const described = describedTools(toolset);
    const rivals = new Map(described.map((number) => [number, rivalsOf(number)]));
    for (const [number, [...others]] of rivals) {
      // Only earlier tools are considered, so that each pair is reported once, at its later tool.
      const rival = others.find((other) => other < number && rivals.get(other)?.has(number));
      const [tool, found] = [tools[number], tools[rival ?? -1]];
      if (tool === undefined || found === undefined) continue;
      const related = [{ message: `The tool "${found.id}" is here.`, place: placeOfDescription(found) }];
      yield { params: { tool: tool.id, rival: found.id }, place: placeOfDescription(tool), details: { tool: tool.id, related } };
    }

    /** The other tools that the query for a tool finds about as well as the tool itself, or better. */
    function rivalsOf(number: number): ReadonlySet<number> {
      const tool = tools[number];
      const scores = tool && index.textScores(queryFor(tool));
      const least = similarScore * (scores?.[number] ?? 0);
      return new Set(described.filter((other) => other !== number && (scores?.[other] ?? 0) > 0 && (scores?.[other] ?? 0) >= least));
    }
  },
});
