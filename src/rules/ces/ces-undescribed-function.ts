import { field, keyOrigin, stringValue, valueOrigin } from "../../definition/node.ts";
import { rule } from "../rule.ts";

export const cesUndescribedFunction = rule<{ tool: string }>({
  code: "ces-undescribed-function",
  severity: "warning",
  set: "ces",
  summary: "a client function without a description in its definition",
  price: 0,
  message: ({ tool }) => `The function "${tool}" has no description.`,
  help: "CES does not read descriptions in toolsetc.yaml, so the model can choose the function only by its name. Say in `clientFunction.description` what the function does and when to use it.",

  *definition(definition, { toolsetOf }) {
    const { kind, resource, name, body } = definition;
    if (kind !== "client" || resource !== "tool" || (stringValue(field(body, "description")) ?? "").trim() !== "") return;
    // If the function compiles without a description, the rule `missing-description` reports it.
    if (toolsetOf(definition)?.tools.some(({ documentation }) => documentation === "")) return;
    const named = field(body, "name");
    yield { params: { tool: name }, place: named === undefined ? keyOrigin(body) : valueOrigin(named) };
  },
});
