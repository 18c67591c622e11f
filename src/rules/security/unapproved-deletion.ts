import { describesLoss, namesLoss } from "../../ir/names-loss.ts";
import { firstSentence } from "../../runtime/discovery/fields.ts";
import { rule } from "../rule.ts";

export const unapprovedDeletion = rule<{ tool: string }>({
  code: "unapproved-deletion",
  severity: "warning",
  set: "recommended",
  summary: "a tool that seems to delete something, and needs no approval",
  price: 0,
  message: ({ tool }) => `The tool "${tool}" seems to delete, revoke or cancel something, but runs without the user's approval.`,
  help: "A model may call the tool by mistake or because of an injected instruction. By default, DELETE requests need approval, and operations whose name or path says that they delete, revoke or cancel, but here only the summary says so. Add the tool to `overrides.<toolset>.approval.required` in toolsetc.yaml; if the tool is harmless, set its annotations there: `tools.<id>.annotations: { destructive: false }`.",

  *tool({ tool, toolset }, { project, definitions }) {
    const { id, title, description, approval, annotations, origin, binding } = tool;
    if (approval === "required" || annotations.readOnly) return;
    // The name would ask for approval by default, so the configuration decided that the tool needs none.
    if (namesLoss(tool) || !describesLoss(title === "" ? firstSentence(description) : title)) return;
    if (binding.transport === "mcp" && !annotations.destructive) return;
    const aliases = definitions.find(({ name }) => name === toolset.displayName)?.aliases ?? [toolset.displayName];
    const overrides = aliases.map((name) => project.config.overrides.get(name)).find((found) => found !== undefined);
    if (overrides !== undefined && (overrides.approval.never.length > 0 || overrides.tools.get(id)?.annotations !== undefined)) return;
    yield { params: { tool: id }, place: origin };
  },
});
