import type { Analysis, Settings } from "./compile.ts";
import type { Named } from "./definition/definition-names.ts";
import type { Diagnostic, Outcome } from "./diagnostic/diagnostic.ts";
import type { Program } from "./ir/ir.ts";
import { type Owner, toolsetOwners } from "./lower/toolset-owners.ts";
import type { LoadInput } from "./project/load-input.ts";
import type { Tree } from "./source/tree.ts";
import type { Output } from "./targets/emit.ts";

/** An analysis of what was asked for, without what was read beside it; each finding with the one toolset that it is about. */
export function partOf(analysis: Analysis, { kind }: LoadInput): Analysis {
  const { project, definitions, program } = analysis;
  const owners = toolsetOwners(project, definitions.accepted, program);
  const isAsked = (tree: Tree) => project.asked.has(tree);
  const apps = new Set(project.apps.flatMap(({ tree, agents }) => [tree, ...agents]));
  const isOfApp = (tree: Tree) => apps.has(tree);
  const diagnostics = analysis.diagnostics.flatMap((found): Diagnostic[] => {
    const of = owners.of(found);
    const isOthers = of.length > 0 ? !of.some(({ tree }) => isAsked(tree)) : isOfApp(found.place.tree) && !isAsked(found.place.tree);
    if (isOthers) return [];
    return [{ ...found, toolset: found.toolset ?? nameOf(of) }];
  });
  // `sources` says nothing of a document that is compiled alone, which `overrides` may.
  if (kind === "openapi") return { ...analysis, diagnostics: diagnostics.filter(({ code }) => code !== "unknown-source") };
  if (!project.isPart) return { ...analysis, diagnostics };

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
    diagnostics: diagnostics.filter(({ code }) => !ofTheWhole.has(code)),
  };
}

/** Names that nothing answers to: they may well belong to the rest of the project. */
const ofTheWhole = new Set(["unknown-override", "unknown-source", "unknown-environment-entry", "no-such-toolset"]);

function nameOf([owner, ...others]: readonly Owner[]): string | undefined {
  return owner === undefined || others.length > 0 ? undefined : (owner.toolset?.name ?? owner.names[0]);
}

/**
 * The files of what was asked for, and those that say something of all: of the toolsets that were asked for, and of those whose files are
 * there already. Names and what toolsets share follow from all of them, so the program is that of the whole where files are written.
 */
export function emitPart(
  { project, program }: Analysis,
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
