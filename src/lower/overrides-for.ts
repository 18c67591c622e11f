import type { Definition } from "../definition/definition.ts";
import { resourceNames } from "../definition/definition-names.ts";
import type { Node } from "../definition/node.ts";
import { type Diagnostic, diagnostic } from "../diagnostic/diagnostic.ts";
import { nearest } from "../diagnostic/nearest.ts";
import type { Resolved } from "../environment/resolved.ts";
import type { Config, Overrides } from "../project/config.ts";
import type { Project } from "../project/project.ts";
import { valueAt } from "../source/tree.ts";
import { checkSources } from "./check-sources.ts";
import { secondEntry, unknownToolset } from "./codes.ts";

/** What the configuration says of a definition, by any of its names. */
export function overridesFor({ overrides }: Pick<Config, "overrides">, { aliases }: Definition): Overrides | undefined {
  return aliases.map((name) => overrides.get(name)).find((found) => found !== undefined);
}

/** Entries of the configuration that no definition answers to, not even one that was refused, and those that are never read. */
export function checkConfigEntries(
  config: Pick<Config, "overrides" | "sources">,
  resolved: readonly Resolved[],
  project: Project,
): Diagnostic[] {
  if (config.overrides.size === 0 && config.sources.size === 0) return [];
  const refused = project.resources.flatMap(({ tree, path, fallbackName }) => {
    const node: Node = { tree, path, value: valueAt(tree, path) ?? null };
    return resourceNames(node, fallbackName);
  });
  const definitions = resolved.map(({ definition }) => definition);
  const names = new Set([...definitions.flatMap(({ aliases }) => aliases), ...refused]);
  return [...checkOverrides(config, definitions, names), ...checkSources(config, { definitions, names, project })];
}

function checkOverrides(
  { overrides }: Pick<Config, "overrides">,
  definitions: readonly Definition[],
  names: ReadonlySet<string>,
): Diagnostic[] {
  return [...overrides].flatMap(([name, { origin }]) => {
    // Only the configuration can misspell a name: what a flag says is of the document that it is given with.
    if (origin === undefined) return [];
    if (!names.has(name)) return [diagnostic(unknownToolset, { toolset: name, near: nearest(name, names) }, origin)];
    // A toolset and a tool may have one name, and then both read the entry.
    const own = definitions.filter(({ aliases }) => aliases.includes(name));
    const used = own.map(({ aliases }) => aliases.find((alias) => overrides.has(alias)) ?? name);
    return used[0] === undefined || used.includes(name) ? [] : [diagnostic(secondEntry, { name, used: used[0] }, origin)];
  });
}
