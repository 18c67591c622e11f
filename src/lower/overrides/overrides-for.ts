import type { Definition } from "../../definition/definition.ts";
import { type Diagnostic, diagnostic } from "../../diagnostic/diagnostic.ts";
import { nearest } from "../../diagnostic/nearest.ts";
import type { Resolved } from "../../environment/resolved.ts";
import type { Config, Overrides } from "../../project/config/config.ts";
import type { Project } from "../../project/project.ts";
import { causeOfUnknown, namesOfResource } from "../../project/scope.ts";
import { originOfKey } from "../../source/tree.ts";
import { checkSources } from "./check-sources.ts";
import { duplicateEntry, unknownBudget, unknownOverride } from "./codes.ts";

/** The configured overrides of a definition. The name of the entry under `overrides` may be any name of the definition. */
export function overridesFor({ overrides }: Pick<Config, "overrides">, { aliases }: Definition): Overrides | undefined {
  return aliases.map((name) => overrides.get(name)).find((found) => found !== undefined);
}

/**
 * Reports entries of the configuration without effect: entries whose name no definition has, and the second of two entries for one
 * definition.
 */
export function checkConfigEntries(
  config: Pick<Config, "overrides" | "sources" | "overlays" | "budgets" | "tree" | "definitions">,
  resolved: readonly Resolved[],
  project: Project,
): Diagnostic[] {
  if ([config.overrides, config.sources, config.overlays, config.budgets].every(({ size }) => size === 0)) return [];
  const definitions = resolved.map(({ definition }) => definition);
  // Rejected definitions count too, and those of which only the names are read, since they were not requested: an entry is unknown in
  // every run or in none.
  const names = new Set([...project.resources, ...project.elsewhere].flatMap(namesOfResource));
  return [
    ...checkOverrides(config, definitions, names),
    ...checkSources(config, { definitions, names, project }),
    ...checkBudgets(config, names),
  ];
}

/** A configuration that several projects extend may have budgets for toolsets of the other projects. */
function checkBudgets(config: Pick<Config, "budgets" | "tree" | "definitions">, names: ReadonlySet<string>): Diagnostic[] {
  return [...config.budgets].flatMap(([name, { origin }]) => {
    if (names.has(name) || origin === undefined || origin.tree !== config.tree) return [];
    const place = originOfKey(origin.tree, origin.path.slice(0, 2));
    return [diagnostic(unknownBudget, { toolset: name, near: nearest(name, names) }, place, causeOfUnknown(names, config))];
  });
}

function checkOverrides(
  config: Pick<Config, "overrides" | "tree" | "definitions">,
  definitions: readonly Definition[],
  names: ReadonlySet<string>,
): Diagnostic[] {
  const { overrides, tree } = config;
  return [...overrides].flatMap(([name, { origin }]) => {
    // Overrides from a flag have no origin. They always belong to the document that the command line names.
    if (origin === undefined) return [];
    // A configuration that several projects extend may have entries for toolsets of the other projects.
    if (origin.tree !== tree && !names.has(name)) return [];
    if (!names.has(name))
      return [diagnostic(unknownOverride, { toolset: name, near: nearest(name, names) }, origin, causeOfUnknown(names, config))];
    // A toolset and a tool may have the same name. Both then use the entry.
    const own = definitions.filter(({ aliases }) => aliases.includes(name));
    const used = own.map(({ aliases }) => aliases.find((alias) => overrides.has(alias)) ?? name);
    return used[0] === undefined || used.includes(name) ? [] : [diagnostic(duplicateEntry, { name, used: used[0] }, origin)];
  });
}
