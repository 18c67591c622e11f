import type { Tool } from "../ir/ir.ts";
import { isObject } from "../source/json.ts";
import { originOfKey, originOfValue, type Place, valueAt } from "../source/tree.ts";
import { rule } from "./rule.ts";

/** In characters. "Lists all orders." has 17, and adds nothing to the name `list_orders`. */
const leastLength = 20;

export const descriptionTooShort = rule<{ tool: string; description: string }>({
  code: "description-too-short",
  severity: "warning",
  profile: undefined,
  message: ({ tool, description }) =>
    description === "" ? `"${tool}" has no description.` : `The description of "${tool}" is only "${description}".`,
  help: `Models choose a tool by its name and description. Say in ${leastLength} characters or more what it does and when to use it; \`overrides.<toolset>.tools.<id>.description\` in toolsetc.yaml does so without a change of the document.`,

  *check({ program }) {
    for (const tool of program.toolsets.flatMap(({ tools }) => tools)) {
      const { id, description } = tool;
      if ([...description].length < leastLength) yield { params: { tool: id, description }, place: placeOf(tool) };
    }
  },
});

/** The place of the authored description, or the tool's key if it has none or the configuration sets it. */
function placeOf({ origin, documentation }: Tool): Place {
  const { tree, path } = origin;
  // A client function points at its name.
  const own = isObject(valueAt(tree, path)) ? path : path.slice(0, -1);
  const fields = ["description", "summary"].map((name) => [...own, name]);
  const written = documentation === "" ? undefined : fields.find((field) => String(valueAt(tree, field)).trim() === documentation);
  if (written !== undefined) return originOfValue(tree, written);
  return typeof path.at(-1) === "string" ? originOfKey(tree, path) : origin;
}
