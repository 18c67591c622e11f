import type { Definition } from "../definition/definition.ts";
import { namesOf } from "../definition/definition-names.ts";
import type { Node } from "../definition/node.ts";
import { type Code, type Diagnostic, diagnostic } from "../diagnostic/diagnostic.ts";
import { nearest } from "../diagnostic/nearest.ts";
import type { Resolved } from "../environment/resolved.ts";
import type { Config, Overrides } from "../project/config.ts";
import type { Project } from "../project/project.ts";
import { valueAt } from "../source/tree.ts";

const unknownToolset: Code<{ toolset: string; near: string | undefined }> = {
  code: "unknown-override",
  severity: "error",
  message: ({ toolset, near }) =>
    `There is no toolset or tool "${toolset}" to override.${near === undefined ? "" : ` Did you mean "${near}"?`}`,
  help: "An entry under `overrides` is called like a definition: by its display name, else by its folder or file. Correct or remove it.",
};

export const overridesCodes: readonly Code<never>[] = [unknownToolset];

/** What the configuration says of a definition, by any of its names. */
export function overridesFor({ overrides }: Pick<Config, "overrides">, { aliases }: Definition): Overrides | undefined {
  return aliases.map((name) => overrides.get(name)).find((found) => found !== undefined);
}

/** Entries that no definition answers to, not even one that was refused. */
export function unknownOverrides(
  { overrides }: Pick<Config, "overrides">,
  resolved: readonly Resolved[],
  resources: Project["resources"],
): Diagnostic[] {
  if (overrides.size === 0) return [];
  const refused = resources.flatMap(({ tree, path, fallbackName }) => {
    const node: Node = { tree, path, value: valueAt(tree, path) ?? null };
    return namesOf(node, fallbackName);
  });
  const names = new Set([...resolved.flatMap(({ definition }) => definition.aliases), ...refused]);
  return [...overrides].flatMap(([toolset, { origin }]) => {
    // Only the configuration can misspell a name: what a flag says is of the document that it is given with.
    return names.has(toolset) || origin === undefined
      ? []
      : [diagnostic(unknownToolset, { toolset, near: nearest(toolset, names) }, origin)];
  });
}
