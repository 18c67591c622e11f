import { field, keyOrigin, stringValue, valueOrigin } from "../../definition/node.ts";
import { rule } from "../rule.ts";

export const undescribedFunction = rule<{ tool: string }>({
  code: "ces-undescribed-function",
  severity: "warning",
  set: "ces",
  message: ({ tool }) => `The function "${tool}" has no description.`,
  help: "An import takes it, and the model then has only the name to decide by. Say in `clientFunction.description` what the function does and when to use it.",

  *definition({ kind, resource, name, body }) {
    if (kind !== "client" || resource !== "tool" || (stringValue(field(body, "description")) ?? "").trim() !== "") return;
    const named = field(body, "name");
    yield { params: { tool: name }, place: named === undefined ? keyOrigin(body) : valueOrigin(named) };
  },
});
