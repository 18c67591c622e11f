import { rule } from "../rule.ts";
import { placeOfDescription } from "../run-rules.ts";

export const deprecationNotInDescription = rule<{ tool: string }>({
  code: "deprecation-not-in-description",
  severity: "warning",
  set: "recommended",
  summary: "a deprecated tool whose configured description does not say so",
  price: 30,
  message: ({ tool }) => `The tool "${tool}" is deprecated, but its description in toolsetc.yaml does not say so.`,
  help: "A model reads only the description, and continues to call the tool. Begin the description with the word `deprecated` and the name of the tool to call instead, or omit the tool with `exclude`.",

  *tool({ tool }) {
    // The stage `lower` adds a sentence about the deprecation to a description from the document, so only a description in toolsetc.yaml
    // can lack this sentence.
    if (tool.deprecated && !/deprecat|obsolete|no longer/i.test(tool.description))
      yield { params: { tool: tool.id }, place: placeOfDescription(tool) };
  },
});
