import type { Definitions } from "./definition/check-definitions.ts";
import type { ResourceName } from "./definition/definition-names.ts";
import type { Outcome } from "./diagnostic/diagnostic.ts";
import type { Program } from "./ir/ir.ts";
import type { Project } from "./project/project.ts";
import type { Scope } from "./project/scope.ts";
import type { ToolsetOwners } from "./relevance/toolset-owners.ts";
import type { Tree } from "./source/tree.ts";
import type { Output } from "./targets/emit.ts";

/** A project and what became of it. */
export interface Analyzed {
  readonly project: Project;
  readonly definitions: Definitions;
  readonly program: Program;
  /** What was refused whole, also where it could not be read. What was made of it before is out of date. */
  readonly refused: readonly ResourceName[];
}

/** An analysis of what was asked for, without what was read beside it. */
export function requestedPart(analysis: Analyzed, owners: ToolsetOwners): Analyzed {
  const { project, definitions, program } = analysis;
  if (!project.isPart) return analysis;
  const isAsked = (tree: Tree) => project.asked.has(tree);
  const { accepted, others, rejected } = definitions;
  const unasked = owners.all.filter(({ tree }) => !isAsked(tree));
  const isOther = ({ name, resource }: ResourceName) => unasked.some((owner) => owner.resource === resource && owner.names[0] === name);
  return {
    ...analysis,
    definitions: {
      accepted: accepted.filter(({ node }) => isAsked(node.tree)),
      others: others.filter(({ node }) => isAsked(node.tree)),
      rejected: rejected.filter((named) => !isOther(named)),
    },
    program: { ...program, toolsets: program.toolsets.filter(({ origin }) => isAsked(origin.tree)) },
    refused: analysis.refused.filter((named) => !isOther(named)),
  };
}

/**
 * The files of what was asked for, and those that say something of all: of the toolsets that were asked for, and of those whose files are
 * there already. Names and what toolsets share follow from all of them, so the program is that of the whole where files are written.
 */
export function emitRequested(
  { project, program }: Pick<Analyzed, "project" | "program">,
  { scope, isThere }: { readonly scope: Scope; readonly isThere: (out: string, path: string) => boolean },
  emit: (program: Program) => Outcome<Output[]>,
): Outcome<Output[]> {
  const asked = program.toolsets.filter(({ origin }) => project.asked.has(origin.tree));
  if (!project.isPart || scope.beside !== "everything") return emit({ ...program, toolsets: asked });
  const all = emit(program);
  const known = new Set(
    all.value.flatMap(({ out, files }) =>
      files.flatMap(({ path, toolset }) => (toolset !== undefined && isThere(out, path) ? [toolset] : [])),
    ),
  );
  const present = program.toolsets.filter((toolset) => asked.includes(toolset) || known.has(toolset.name));
  const { value, diagnostics } = present.length === program.toolsets.length ? all : emit({ ...program, toolsets: present });
  const names = new Set(asked.map(({ name }) => name));
  const outputs = value.map((output) => ({
    ...output,
    files: output.files.filter(({ toolset }) => toolset === undefined || names.has(toolset)),
  }));
  return { value: outputs, diagnostics };
}
