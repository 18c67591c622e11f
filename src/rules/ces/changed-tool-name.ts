import { member } from "../../source/json.ts";
import { originOfValue, valueAt } from "../../source/tree.ts";
import { rule } from "../rule.ts";

export const changedToolName = rule<{ id: string; name: string }>({
  code: "ces-changed-tool-name",
  severity: "error",
  set: "ces",
  message: ({ id, name }) => `CES would call the tool "${id}" by a name that models reject; here it is "${name}".`,
  help: "CES registers a tool as the toolset's display name, an underscore and the operationId, all as they are. Use letters, digits and underscores, 64 in all.",

  *tool({ tool: { id, name, origin, binding }, toolset: { resource, displayName } }) {
    if (resource === "tool" || binding.transport !== "http") return;
    if (name === `${displayName}_${id}`) return;
    // A missing operationId is reported by its own rule.
    if (member(valueAt(origin.tree, origin.path), "operationId") === undefined) return;
    yield { params: { id, name }, place: originOfValue(origin.tree, [...origin.path, "operationId"]) };
  },
});
