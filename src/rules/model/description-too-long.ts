import { thousands } from "../../diagnostic/name-list.ts";
import { rule } from "../rule.ts";
import { placeOfDescription } from "../run-rules.ts";

/** The maximum length in characters: about 500 tokens. In public documents, 29 of 7,000 operations have a longer description. */
const mostLength = 2_000;

// The rule is optional, because it has false positives: of five long descriptions, one contains only necessary text.
export const descriptionTooLong = rule<{ tool: string; length: number }>({
  code: "description-too-long",
  severity: "warning",
  set: "optional",
  summary: "a description of more than 2,000 characters",
  price: 10,
  message: ({ tool, length }) => `The description of the tool "${tool}" is too long: ${thousands(length)} characters.`,
  help: `A model reads the description with each request, even when the model calls another tool. Say in at most ${thousands(mostLength)} characters when and how to call the tool, in the source or under \`overrides.<toolset>.tools.<id>.description\` in toolsetc.yaml.`,

  *tool({ tool }) {
    const { length } = tool.description;
    if (length > mostLength) yield { params: { tool: tool.id, length }, place: placeOfDescription(tool) };
  },
});
