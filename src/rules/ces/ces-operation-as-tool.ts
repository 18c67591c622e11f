import { valueOrigin } from "../../definition/node.ts";
import { rule } from "../rule.ts";
import { isKnown, referencesIn } from "./references.ts";

export const cesOperationAsTool = rule<{ name: string }>({
  code: "ces-operation-as-tool",
  severity: "error",
  set: "ces",
  summary: "a tool of a toolset that is referred to as a standalone tool",
  price: 0,
  message: ({ name }) => `The tool "${name}" belongs to a toolset, but \`tool\` can refer only to a standalone tool.`,
  help: "An import fails with `Reference 'x' of type 'ces.googleapis.com/Tool' not found`, because a tool of a toolset is not a resource. Write `toolsetTool: { toolset: <display name>, toolId: <operationId> }` instead of `tool`.",

  *app({ app, content, names }, { project }) {
    for (const reference of referencesIn(app, content, project.resources)) {
      const { node, name, to } = reference;
      if (!isKnown(reference, names) && to === "tool" && names.calledNames.get(name) !== undefined)
        yield { params: { name }, place: valueOrigin(node) };
    }
  },
});
