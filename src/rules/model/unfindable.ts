import { rule } from "../rule.ts";
import { placeOfDescription } from "../run-rules.ts";
import { describedTools, indexOf, ownWords } from "./own-words.ts";

/** How many results of a search a model looks at. */
const mostFound = 5;

// Optional: of a name such as "Get a repository", the search is to blame as often as the text.
export const unfindable = rule<{ tool: string; words: string; rival: string | undefined }>({
  code: "unfindable",
  severity: "warning",
  set: "optional",
  message: ({ tool, words, rival }) =>
    rival === undefined
      ? `A search for "${words}", the own words of "${tool}", finds nothing.`
      : `A search for "${words}", the own words of "${tool}", finds "${rival}" and others before it.`,
  help: `Where tools are loaded by search, as with \`discover\`, a model hardly looks beyond the first ${mostFound}. Say in the summary what sets the tool apart, in the source or under \`overrides.<toolset>.tools.<id>\` in toolsetc.yaml.`,

  *toolset(toolset) {
    const { tools } = toolset;
    const index = indexOf(toolset);
    for (const place of describedTools(toolset)) {
      const tool = tools[place];
      if (tool === undefined) continue;
      const words = ownWords(tool);
      const found = index.search(words).slice(0, mostFound);
      if (found.includes(place)) continue;
      const rival = tools[found[0] ?? -1];
      const related = rival && [{ message: `This is found first.`, place: placeOfDescription(rival) }];
      const params = { tool: tool.id, words, rival: rival?.id };
      yield { params, place: placeOfDescription(tool), details: { tool: tool.id, ...(related && { related }) } };
    }
  },
});
