import { rule } from "../rule.ts";
import { placeOfDescription } from "../run-rules.ts";
import { describedTools, queryFor, searchIndex } from "./tool-search.ts";

/** The number of search results that a model is assumed to read. */
const mostFound = 5;

// The rule is optional, because it has false positives: if a search for "Get a repository" fails, often the search is too weak and the
// description is good.
export const unfindable = rule<{ tool: string; query: string; rival: string | undefined }>({
  code: "unfindable",
  severity: "warning",
  set: "optional",
  summary: "a tool that is not among the first five results when its toolset is searched for its own summary",
  price: 20,
  message: ({ tool, query, rival }) =>
    rival === undefined
      ? `A search for "${query}", the summary of the tool "${tool}", finds nothing.`
      : `A search for "${query}", the summary of the tool "${tool}", finds the tool "${rival}" and others first.`,
  help: `Where tools are loaded by search, as with \`discover\`, a model rarely reads more than the first ${mostFound} results. Say in the summary what distinguishes the tool, in the source or under \`overrides.<toolset>.tools.<id>\` in toolsetc.yaml.`,

  *toolset(toolset) {
    const { tools } = toolset;
    const index = searchIndex(toolset);
    for (const number of describedTools(toolset)) {
      const tool = tools[number];
      if (tool === undefined) continue;
      const query = queryFor(tool);
      const found = index.search(query, mostFound);
      if (found.includes(number)) continue;
      const rival = tools[found[0] ?? -1];
      const related = rival && [{ message: "This tool is found first.", place: placeOfDescription(rival) }];
      const params = { tool: tool.id, query, rival: rival?.id };
      yield { params, place: placeOfDescription(tool), details: { tool: tool.id, ...(related && { related }) } };
    }
  },
});
