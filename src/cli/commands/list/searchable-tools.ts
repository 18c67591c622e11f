import { printable } from "../../../diagnostic/printable.ts";
import type { Analysis } from "../../../findings/analysis.ts";
import { discoveryEntries } from "../../../ir/discovery-entries.ts";
import type { Program, Toolset } from "../../../ir/ir.ts";
import { type ListedTool, listTools } from "../../../lower/list-tools.ts";
import { overridesFor } from "../../../lower/overrides/overrides-for.ts";
import { createSelectorChanges, type SelectorChange } from "../../../lower/overrides/selector-changes.ts";
import type { Project } from "../../../project/project.ts";
import { createIndex } from "../../../runtime/discovery/create-index.ts";
import { fromHere } from "../../report/with-paths.ts";

/** A tool of the project, or an operation that its configuration leaves out. */
export interface SearchableTool extends ListedTool {
  /** The entry under `overrides` that decides this, and its file, as a message names them; empty without a configuration. */
  readonly entry: string;
  /** The changes of the entry that choose the operation. Empty if it is chosen. */
  readonly choose: readonly SelectorChange[];
}

/** Whether a configuration may leave operations out. */
export function hasSelectors({ config }: Pick<Project, "config">): boolean {
  return [...config.overrides.values()].some(({ include, exclude }) => include.length + exclude.length > 0);
}

/**
 * The toolsets of a project with the operations that its configuration leaves out. A toolset that compiles only without these operations
 * stays as it is.
 */
export function toolsetsWithOmitted(chosen: Program, all: Program): readonly Toolset[] {
  const complete = new Map(all.toolsets.map((toolset) => [toolset.name, toolset]));
  const names = new Set(chosen.toolsets.map(({ name }) => name));
  return [
    ...chosen.toolsets.map((toolset) => complete.get(toolset.name) ?? toolset),
    ...all.toolsets.filter(({ name }) => !names.has(name)),
  ];
}

/** The tools of toolsets in their order. */
export function searchableTools(
  toolsets: readonly Toolset[],
  { project, definitions, root }: Pick<Analysis, "project" | "definitions"> & { readonly root: string },
): SearchableTool[] {
  const { config } = project;
  const definitionOf = new Map(definitions.accepted.map((definition) => [definition.node.tree.source.path, definition]));
  return toolsets.flatMap((toolset) => {
    const definition = definitionOf.get(toolset.origin.tree.source.path);
    const overrides = definition === undefined ? undefined : overridesFor(config, definition);
    const [name = toolset.name] = [...config.overrides].find(([, each]) => each === overrides) ?? [];
    const file = overrides?.origin?.tree.source.path ?? config.path;
    const entry = file === undefined ? "" : `"${name}" under overrides in ${fromHere(file, root)}`;
    const changes = createSelectorChanges(overrides);
    return listTools(toolset).map((tool) => ({ ...tool, entry, choose: changes(selectable(tool)) }));
  });
}

/** The tools that match a search, the best match first. `all` must have the order of the tools in `toolsets`. */
export function ranked<Some extends SearchableTool>(all: readonly Some[], toolsets: readonly Toolset[], search: string): Some[] {
  const index = createIndex(toolsets.flatMap(discoveryEntries));
  return index.search(search).flatMap((place) => all[place] ?? []);
}

/** The lines that say how to choose those that are not chosen, by the entry under `overrides`; empty if all are chosen. */
export function howToChoose(tools: readonly SearchableTool[]): string {
  const omitted = tools.filter(({ choose }) => choose.length > 0);
  const entries = [...new Set(omitted.map(({ entry }) => entry))];
  const lineOf = ({ id, choose }: SearchableTool) => `  ${printable(id)}: ${printable(choose.map(changeText).join(", "))}\n`;
  return entries
    .map((entry) => {
      const lines = omitted.filter((tool) => tool.entry === entry).map(lineOf);
      return `To choose one, change the entry ${printable(entry)}:\n${lines.join("")}\n`;
    })
    .join("");
}

function changeText({ change, key, selector }: SelectorChange): string {
  return `${change} ${JSON.stringify(selector)} ${change === "add" ? "to" : "from"} ${key}`;
}

function selectable({ id, method, path, tags }: ListedTool) {
  return method === "" ? { id, key: id, method: undefined, tags } : { id, key: `${method} ${path}`, method, tags };
}
