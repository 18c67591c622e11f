import { field, keyOrigin, stringValue, valueOrigin } from "../../definition/node.ts";
import { rule } from "../rule.ts";

export const undescribedFunction = rule<{ tool: string }>({
  code: "ces-undescribed-function",
  severity: "warning",
  set: "ces",
  message: ({ tool }) => `The function "${tool}" has no description.`,
  help: "An import takes it without the overrides of toolsetc.yaml, and the model then has only the name to decide by. Say in `clientFunction.description` what the function does and when to use it.",

  *definition({ kind, resource, name, node, body }, { program }) {
    if (kind !== "client" || resource !== "tool" || (stringValue(field(body, "description")) ?? "").trim() !== "") return;
    // `missing-description` reports what compiles without one. What remains is described by an override, or does not compile.
    const compiled = program.toolsets.find(({ origin }) => origin.tree === node.tree);
    if (compiled?.tools.some(({ documentation }) => documentation === "")) return;
    const named = field(body, "name");
    yield { params: { tool: name }, place: named === undefined ? keyOrigin(body) : valueOrigin(named) };
  },
});
