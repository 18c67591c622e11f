import type { Definition } from "../definition/definition.ts";
import type { ToolsetSummary } from "../ir/ir.ts";
import type { RequestedName } from "../lower/draft.ts";
import type { Lowering, ToolsetNames } from "../lower/lower.ts";
import { sha256 } from "../source/text/hash.ts";
import { layOut, type ToolsetLayout } from "../targets/layout.ts";
import type { FileSummary } from "../targets/target.ts";
import type { Finding } from "./finding.ts";

/** A toolset that was not compiled, because a former run compiled it from the same files. */
export interface RestoredToolset {
  readonly summary: ToolsetSummary;
  /** The requested names of the toolset's tools. The assigned ones depend on other toolsets, too. */
  readonly requestedNames: readonly RequestedName[];
  /** The hash of the names that were assigned to the toolset and its tools. Other toolsets may affect these names. */
  readonly names: string;
  /** For each target, the files that were emitted for the toolset. */
  readonly files: readonly (readonly FileSummary[])[];
  readonly findings: readonly Finding[];
  /** The names of the assertions that are about something in the toolset. */
  readonly assertions: readonly string[];
  /** The estimated number of tokens of the toolset's tools. */
  readonly tokens: number;
}

/** The toolsets that need not be compiled, by their definitions. */
export type RestoredToolsets = ReadonlyMap<Definition, RestoredToolset>;

/** Whether restored toolsets still have the names that they were compiled with. `summary` has all toolsets. */
export function haveSameNames(restored: RestoredToolsets, { names, summary }: Pick<Lowering, "names" | "summary">): boolean {
  const layouts = new Map(layOut(summary).map((layout) => [layout.toolset.origin.tree, layout]));
  return [...restored].every(([definition, each]) => each.names === namesKey(names.get(definition), layouts.get(definition.node.tree)));
}

/** The hash of the names that were assigned to a toolset and its tools, in the IR and in the output. */
export function namesKey(names: ToolsetNames | undefined, layout: ToolsetLayout<ToolsetSummary> | undefined): string {
  const outputNames = layout && [layout.path, layout.exported, layout.tools.map(({ exported, typeName }) => [exported, typeName])];
  return sha256(JSON.stringify([names?.name, [...(names?.tools ?? [])], outputNames]));
}
