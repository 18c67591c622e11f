import { rule } from "../rule.ts";
import { placeOfDescription } from "../run-rules.ts";

export const missingDescription = rule<{ tool: string }>({
  code: "missing-description",
  severity: "warning",
  set: "recommended",
  summary: "a tool without a description",
  price: 50,
  message: ({ tool }) => `The tool "${tool}" has no description.`,
  help: "A model can choose the tool only by its name. Say what the tool does and when to use it, in the source or under `overrides.<toolset>.tools.<id>.description` in toolsetc.yaml.",

  *tool({ tool }) {
    // `description` is not empty for a deprecated tool, because the stage `lower` adds a sentence about the deprecation.
    if (tool.documentation === "") yield { params: { tool: tool.id }, place: placeOfDescription(tool) };
  },
});
