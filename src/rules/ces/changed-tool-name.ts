import { member } from "../../source/json.ts";
import { originOfValue, valueAt } from "../../source/tree.ts";
import { rule } from "../rule.ts";

export const changedToolName = rule<{ id: string; name: string }>({
  code: "ces-changed-tool-name",
  severity: "error",
  set: "ces",
  message: ({ id, name }) => `The name that CES gives the tool "${id}" is rejected by models; toolsetc names it "${name}".`,
  help: "CES names a tool by the toolset's display name, an underscore and the operationId, without changes. Use only letters, digits and underscores, at most 64 in total.",

  *tool({ tool: { id, name, origin, binding }, toolset: { resource, displayName } }) {
    if (resource === "tool" || binding.transport !== "http") return;
    if (name === `${displayName}_${id}`) return;
    // A missing operationId is reported by its own rule.
    if (member(valueAt(origin.tree, origin.path), "operationId") === undefined) return;
    yield { params: { id, name }, place: originOfValue(origin.tree, [...origin.path, "operationId"]) };
  },
});
