import type { Analysis, Settings } from "./compile.ts";
import type { Named } from "./definition/definition-names.ts";
import type { Outcome } from "./diagnostic/diagnostic.ts";
import type { Program } from "./ir/ir.ts";
import type { Owners } from "./relevance/toolset-owners.ts";
import type { Tree } from "./source/tree.ts";
import type { Output } from "./targets/emit.ts";

/** An analysis of what was asked for, without what was read beside it. */
export function partOf<T extends Omit<Analysis, "diagnostics">>(analysis: T, owners: Owners): T {
  const { project, definitions, program } = analysis;
  if (!project.isPart) return analysis;
  const isAsked = (tree: Tree) => project.asked.has(tree);
  const { accepted, others, rejected } = definitions;
  const unasked = owners.all.filter(({ tree }) => !isAsked(tree));
  const isOther = ({ name, resource }: Named) => unasked.some((owner) => owner.resource === resource && owner.names[0] === name);
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
export function emitPart(
  { project, program }: Pick<Analysis, "project" | "program">,
  { scope, isThere }: Pick<Settings, "scope" | "isThere">,
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
