import type { Tool } from "../../ir/ir.ts";
import { describesLoss, namesLoss } from "../../ir/names-loss.ts";
import { firstSentence } from "../../runtime/discovery/sentence.ts";
import { rule } from "../rule.ts";

export const unapprovedDeletion = rule<{ tool: string }>({
  code: "unapproved-deletion",
  severity: "warning",
  set: "recommended",
  summary: "a tool that seems to delete something, and needs no approval",
  price: 0,
  message: ({ tool }) => `The tool "${tool}" seems to delete, revoke or cancel something, but runs without the user's approval.`,
  help: "A model may call the tool by mistake or because of an injected instruction. By default, DELETE requests need approval, and operations whose name or path says that they delete, revoke or cancel, but here only the summary says so, or the method is one that only reads. Add the tool to `overrides.<toolset>.approval.required` in toolsetc.yaml; if the tool is harmless, set its annotations there: `tools.<id>.annotations: { destructive: false }`.",

  *tool({ tool, toolset }, { project, definitions }) {
    const { id, approval, origin } = tool;
    if (approval === "required" || !seemsToDelete(tool)) return;
    const aliases = definitions.find(({ name }) => name === toolset.displayName)?.aliases ?? [toolset.displayName];
    const overrides = aliases.map((name) => project.config.overrides.get(name)).find((found) => found !== undefined);
    if (overrides !== undefined && (overrides.approval.never.length > 0 || overrides.tools.get(id)?.annotations !== undefined)) return;
    yield { params: { tool: id }, place: origin };
  },
});

function seemsToDelete(tool: Tool): boolean {
  const { title, description, annotations, binding } = tool;
  if (annotations.readOnly) return isDeletionByGet(tool);
  const text = firstSentence(title === "" ? description : title);
  // The name would ask for approval by default, so the configuration decided that the tool needs none.
  if (namesLoss(tool) || !describesLoss(text) || severalActions.test(text)) return false;
  return binding.transport !== "mcp" || annotations.destructive === true;
}

/**
 * Matches a list of what all operations of a path do, such as "A resource to add, fetch or remove senders". A path item has such a text, which
 * says nothing about one of its operations.
 */
const severalActions = /\b(?:create|read|fetch)(?: all)?(?:,|\/| and | or )/i;

/**
 * Whether an operation with a method that only reads says plainly that it deletes: its path ends with such a verb, or its text begins with one
 * and an article. Other words, such as those of `GET /cancellations`, describe what is read.
 */
function isDeletionByGet({ id, title, description, binding }: Tool): boolean {
  if (binding.transport !== "http") return false;
  const last =
    binding.path
      .split("/")
      .filter((segment) => !segment.startsWith("{"))
      .at(-1) ?? "";
  const [, verb = ""] = /^([A-Za-z]+) (?:an?|the|all|this|one|each|every|your) /.exec(title === "" ? description : title) ?? [];
  return describesLoss(verb) || (describesLoss(last) && namesLoss({ id, binding: { ...binding, path: "" } }) && !reading.test(id));
}

/** Matches a verb of reading in an id, such as that of `previewPrune` and of `GET_purge`. */
const reading = /(?:^|[^a-z])(?:get|list|preview|show|fetch|retrieve|read|find|search|check|count|query|describe)(?![a-z])/i;
