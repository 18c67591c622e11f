import type { Definitions } from "./definition/check-definitions.ts";
import type { ResourceName } from "./definition/definition-names.ts";
import type { Outcome } from "./diagnostic/diagnostic.ts";
import type { Program } from "./ir/ir.ts";
import type { Project } from "./project/project.ts";
import type { Scope } from "./project/scope.ts";
import type { Tree } from "./source/tree.ts";
import type { Output } from "./targets/emit.ts";

/** The result of an analysis: a project and its IR. */
export interface Analyzed {
  readonly project: Project;
  readonly definitions: Definitions;
  readonly program: Program;
  /**
   * The resources that did not compile, including those that could not be parsed. Files that former runs wrote for them are out of date.
   */
  readonly refused: readonly ResourceName[];
}

/** The requested part of an analysis. Definitions that were read only because their names may conflict with requested names are removed. */
export function requestedPart(analysis: Analyzed): Analyzed {
  const { project, definitions, program } = analysis;
  if (!project.isPart) return analysis;
  const isRequested = (tree: Tree) => project.requested.has(tree);
  const { accepted, others, rejected } = definitions;
  return {
    ...analysis,
    definitions: {
      accepted: accepted.filter(({ node }) => isRequested(node.tree)),
      others: others.filter(({ node }) => isRequested(node.tree)),
      rejected: rejected.filter(({ tree }) => isRequested(tree)),
    },
    program: { ...program, toolsets: program.toolsets.filter(({ origin }) => isRequested(origin.tree)) },
    refused: analysis.refused.filter(({ tree }) => isRequested(tree)),
  };
}

/**
 * Emits the files of the requested toolsets, and the files about several toolsets, which list the requested toolsets and those whose files
 * already exist. File names depend on all toolsets, so the files of all toolsets are emitted and then filtered.
 */
export function emitRequested(
  { project, program }: Pick<Analyzed, "project" | "program">,
  { scope, isThere }: { readonly scope: Scope; readonly isThere: (out: string, path: string) => boolean },
  emit: (program: Program) => Outcome<Output[]>,
): Outcome<Output[]> {
  const requested = program.toolsets.filter(({ origin }) => project.requested.has(origin.tree));
  if (!project.isPart || scope.beside !== "everything") return emit({ ...program, toolsets: requested });
  const all = emit(program);
  const known = new Set(
    all.value.flatMap(({ out, files }) =>
      files.flatMap(({ path, toolset }) => (toolset !== undefined && isThere(out, path) ? [toolset] : [])),
    ),
  );
  const present = program.toolsets.filter((toolset) => requested.includes(toolset) || known.has(toolset.name));
  const { value, diagnostics } = present.length === program.toolsets.length ? all : emit({ ...program, toolsets: present });
  const names = new Set(requested.map(({ name }) => name));
  const outputs = value.map((output) => ({
    ...output,
    files: output.files.filter(({ toolset }) => toolset === undefined || names.has(toolset)),
  }));
  return { value: outputs, diagnostics };
}
