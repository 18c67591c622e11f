import { rule } from "../rule.ts";
import { placeOfDescription } from "../run-rules.ts";

/** The minimum length in characters. "Lists all orders." has 17 characters, and adds nothing to the name `list_orders`. */
const leastLength = 20;

// The rule is optional, because it has false positives: "Delete a container." is short but complete.
export const descriptionTooShort = rule<{ tool: string; description: string }>({
  code: "description-too-short",
  severity: "warning",
  set: "optional",
  summary: "a description of fewer than 20 characters",
  price: 0,
  message: ({ tool, description }) => `The description of the tool "${tool}" is too short: "${description}".`,
  help: `Models choose a tool by its name and description. Say in ${leastLength} characters or more what the tool does and when to use it. \`overrides.<toolset>.tools.<id>.description\` in toolsetc.yaml replaces the description without a change of the document.`,

  *tool({ tool }) {
    const { id, description, documentation } = tool;
    if (documentation === "" || [...description].length >= leastLength) return;
    yield { params: { tool: id, description }, place: placeOfDescription(tool) };
  },
});
