import { member } from "../../source/json/json.ts";
import { originOfValue, valueAt } from "../../source/tree.ts";
import { rule } from "../rule.ts";

export const cesChangedToolName = rule<{ id: string; cesName: string }>({
  code: "ces-changed-tool-name",
  severity: "error",
  set: "ces",
  summary: "a tool whose name in CES is too long for models",
  price: 0,
  message: ({ id, cesName }) => `Models reject the name "${cesName}" that CES gives to the tool "${id}".`,
  help: "The name of a tool in CES is the toolset's display name, an underscore and the operationId. Models accept only letters, digits and underscores, at most 64 in total. Change the operationId or the display name.",

  *tool({ tool: { id, name, origin, binding }, toolset: { resource, displayName } }) {
    if (resource === "tool" || binding.transport !== "http") return;
    const cesName = `${displayName}_${id}`;
    if (name === cesName) return;
    // The rule `ces-missing-operation-id` reports a missing operationId.
    if (member(valueAt(origin.tree, origin.path), "operationId") === undefined) return;
    yield { params: { id, cesName }, place: originOfValue(origin.tree, [...origin.path, "operationId"]) };
  },
});
