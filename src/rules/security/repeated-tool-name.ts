import { rule } from "../rule.ts";

export const repeatedToolName = rule<{ name: string; other: string }>({
  code: "repeated-tool-name",
  severity: "warning",
  set: "optional",
  summary: "a tool with the name of a tool of another toolset",
  price: 0,
  comparesToolsets: true,
  message: ({ name, other }) => `Another toolset, "${other}", also has a tool named "${name}".`,
  help: "Compiled names have the toolset's name as a prefix. Some MCP clients show names without the prefix. A model then cannot tell the two tools apart, and one server can receive the calls that are meant for the other. Rename one of the tools with `overrides.<toolset>.tools.<id>.name` in toolsetc.yaml.",

  *project({ program }) {
    const firsts = new Map<string, { readonly toolset: string; readonly origin: (typeof program.toolsets)[number]["origin"] }>();
    for (const toolset of program.toolsets) {
      for (const { localName, id, origin } of toolset.tools) {
        const name = localName.toLowerCase();
        const first = firsts.get(name);
        if (first === undefined) firsts.set(name, { toolset: toolset.name, origin });
        else if (first.toolset !== toolset.name) {
          const related = [{ message: "The other tool is here.", place: first.origin }];
          yield { params: { name: id, other: first.toolset }, place: origin, details: { related, toolset: toolset.name, tool: id } };
        }
      }
    }
  },
});
