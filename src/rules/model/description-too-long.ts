import { thousands } from "../../diagnostic/name-list.ts";
import { rule } from "../rule.ts";
import { placeOfDescription } from "../run-rules.ts";

/** In characters, about 500 tokens. Of 7,000 operations of public documents, 29 have more. */
const mostLength = 2_000;

// Optional: one time in five, everything in a long description is needed.
export const descriptionTooLong = rule<{ tool: string; length: number }>({
  code: "description-too-long",
  severity: "warning",
  set: "optional",
  message: ({ tool, length }) => `The description of "${tool}" has ${thousands(length)} characters.`,
  help: `A model reads it with each request, also if it calls another tool. Say in at most ${thousands(mostLength)} what decides whether and how to call it, in the source or under \`overrides.<toolset>.tools.<id>.description\` in toolsetc.yaml.`,

  *tool({ tool }) {
    const { length } = tool.description;
    if (length > mostLength) yield { params: { tool: tool.id, length }, place: placeOfDescription(tool) };
  },
});
