import { rule } from "../rule.ts";
import { placeOfDescription } from "../run-rules.ts";

export const missingDescription = rule<{ tool: string }>({
  code: "missing-description",
  severity: "warning",
  set: "recommended",
  message: ({ tool }) => `"${tool}" has no description.`,
  help: "A model chooses it by its name alone. Say what it does and when to use it, in the source or under `overrides.<toolset>.tools.<id>.description` in toolsetc.yaml.",

  *tool({ tool }) {
    // The description for models may still say that the tool is deprecated.
    if (tool.documentation === "") yield { params: { tool: tool.id }, place: placeOfDescription(tool) };
  },
});
