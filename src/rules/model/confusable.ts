import { rule } from "../rule.ts";
import { placeOfDescription } from "../run-rules.ts";
import { describedTools, indexOf, ownWords } from "./own-words.ts";

// Optional: the words are compared without their order and endings, so "is blocked by" and "is blocking" are the same.
export const confusable = rule<{ tool: string; rival: string }>({
  code: "confusable",
  severity: "warning",
  set: "optional",
  message: ({ tool, rival }) => `"${tool}" and "${rival}" can be confused: each fits the words of the other at least as well as its own.`,
  help: "A search cannot tell them apart, and a model only with care. Say in each summary what the other does not do, in the source or under `overrides.<toolset>.tools.<id>` in toolsetc.yaml.",

  *toolset(toolset) {
    const { tools } = toolset;
    const index = indexOf(toolset);
    const described = describedTools(toolset);
    const scores = new Map(described.map((place) => [place, index.textScores(ownWords(tools[place]!))]));
    for (const place of described) {
      // The first of the earlier tools, so that each pair is reported once, at the later one.
      const rival = described.find((other) => other < place && fits(other, place) && fits(place, other));
      const [tool, found] = [tools[place], tools[rival ?? -1]];
      if (tool === undefined || found === undefined) continue;
      const related = [{ message: `Here is "${found.id}".`, place: placeOfDescription(found) }];
      yield { params: { tool: tool.id, rival: found.id }, place: placeOfDescription(tool), details: { tool: tool.id, related } };
    }

    /** Whether the texts of `other` match the words of `place` at least as well as its own texts do. */
    function fits(other: number, place: number): boolean {
      const own = scores.get(place);
      const score = own?.[other] ?? 0;
      return score > 0 && score >= (own?.[place] ?? 0);
    }
  },
});
