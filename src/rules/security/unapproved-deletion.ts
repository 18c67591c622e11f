import { rule } from "../rule.ts";

/** Matches verbs for a loss of data. "Remove" is not included: it takes items out of carts and members out of groups. */
const deletes = /^(?:delete|destroy|purge|erase|wipe|truncate)(?![a-z])/;

export const unapprovedDeletion = rule<{ tool: string }>({
  code: "unapproved-deletion",
  severity: "warning",
  set: "recommended",
  message: ({ tool }) => `The tool "${tool}" seems to delete data, but runs without the user's approval.`,
  help: "A model may call the tool by mistake or because of an injected instruction, and the deleted data is lost. DELETE requests need approval by default, other operations do not. Add the tool to `overrides.<toolset>.approval.required` in toolsetc.yaml; if the tool is harmless, set its annotations there: `tools.<id>.annotations: { destructive: false }`.",

  *tool({ tool: { id, description, approval, annotations, origin, binding }, toolset }, { project, definitions }) {
    if (approval === "required" || annotations.readOnly || !deletes.test(wordsOf(id))) return;
    // A generated name may be wrong, so the path or the description must confirm the deletion.
    if (binding.transport === "http" && !alsoDeletes.test(`${binding.path} ${description}`)) return;
    if (binding.transport === "mcp" && !annotations.destructive) return;
    const aliases = definitions.find(({ name }) => name === toolset.displayName)?.aliases ?? [toolset.displayName];
    const overrides = aliases.map((name) => project.config.overrides.get(name)).find((found) => found !== undefined);
    if (overrides !== undefined && (overrides.approval.never.length > 0 || overrides.tools.get(id)?.annotations !== undefined)) return;
    yield { params: { tool: id }, place: origin };
  },
});

const alsoDeletes = /delet|destroy|purge|erase|wipe|truncate|remov/i;

/** The words of the last part of a dotted name, which begins with the verb: "delete all" for `users.deleteAll`. */
function wordsOf(id: string): string {
  const last = id.split(/[./:]/).at(-1) ?? id;
  return last.replaceAll(/([a-z0-9])(?=[A-Z])/g, "$1 ").toLowerCase();
}
