import { rule } from "../rule.ts";

/** Verbs that say that something is lost. "Remove" is not one: it takes items out of carts and members out of groups. */
const deletes = /^(?:delete|destroy|purge|erase|wipe|truncate)(?![a-z])/;

export const unapprovedDeletion = rule<{ tool: string }>({
  code: "unapproved-deletion",
  severity: "warning",
  set: "recommended",
  message: ({ tool }) => `"${tool}" seems to delete something, and needs no approval.`,
  help: "A model may call it by mistake or because a text told it to, and what is deleted is lost. DELETE requests need approval by default, other operations do not. Add the tool to `overrides.<toolset>.approval.required` in toolsetc.yaml; if it is harmless, set its annotations there: `tools.<id>.annotations: { destructive: false }`.",

  *tool({ tool: { id, description, approval, annotations, origin, binding }, toolset }, { project }) {
    if (approval === "required" || annotations.readOnly || !deletes.test(wordsOf(id))) return;
    // A generated name may say it of another request.
    if (binding.transport === "http" && !alsoDeletes.test(`${binding.path} ${description}`)) return;
    // A server that says that its tool is harmless.
    if (binding.transport === "mcp" && !annotations.destructive) return;
    const decided = project.config.overrides.get(toolset.displayName);
    if (decided !== undefined && (decided.approval.never.length > 0 || decided.tools.get(id)?.annotations !== undefined)) return;
    yield { params: { tool: id }, place: origin };
  },
});

const alsoDeletes = /delet|destroy|purge|erase|wipe|truncate|remov/i;

/** The last part of a dotted name in words, as the verb comes first in it: `users.deleteAll` is "delete all". */
function wordsOf(id: string): string {
  const last = id.split(/[./:]/).at(-1) ?? id;
  return last.replaceAll(/([a-z0-9])(?=[A-Z])/g, "$1 ").toLowerCase();
}
