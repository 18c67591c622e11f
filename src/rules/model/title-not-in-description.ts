import { wordsOf } from "../../runtime/discovery/words.ts";
import { valueAt } from "../../source/tree.ts";
import { rule } from "../rule.ts";
import { placeOfDescription } from "../run-rules.ts";

// The rule is only about tools of MCP servers. The descriptions of OpenAPI operations begin with their summary, which is their title.
export const titleNotInDescription = rule<{ tool: string; title: string; line: string }>({
  code: "title-not-in-description",
  severity: "note",
  set: "recommended",
  summary: "a tool of an MCP server whose title says what it does, but whose description does not",
  price: 10,
  message: ({ tool, title, line }) =>
    `Models do not read the title "${title}" of the tool "${tool}", and the description begins without any word of the title: "${line}".`,
  help: "Models read the name, the description and the parameters of a tool; titles are for people. Begin the description with what the tool does, at the server or under `overrides.<toolset>.tools.<id>.description` in toolsetc.yaml.",

  *tool({ tool }) {
    const { id, name, title, description, binding, origin } = tool;
    const line = description.split("\n", 1)[0] ?? "";
    // A description in the configuration is not reported, because its author has seen the title.
    const isOwn = description === String(valueAt(origin.tree, [...origin.path, "description"])).trim();
    if (binding.transport !== "mcp" || line === "" || !isOwn) return;
    const known = new Set(wordsOf(`${name} ${line}`));
    const words = wordsOf(title);
    if (words.length < 2 || words.some((word) => known.has(word))) return;
    yield { params: { tool: id, title, line: line.slice(0, mostShown) }, place: placeOfDescription(tool) };
  },
});

/** How many characters of the description a message shows. */
const mostShown = 60;
