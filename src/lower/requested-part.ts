import type { Definitions } from "../definition/check-definitions.ts";
import type { Definition } from "../definition/definition.ts";
import type { ResourceName } from "../definition/definition-names.ts";
import type { Program, ProgramSummary } from "../ir/ir.ts";
import type { Project } from "../project/project.ts";
import type { Tree } from "../source/tree.ts";

/** A project and its IR. */
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
export function requestedPart({ project, definitions, program, refused }: Analyzed): Analyzed {
  if (!project.isPart) return { project, definitions, program, refused };
  const isRequested = (tree: Tree) => project.requested.has(tree);
  const { accepted, others, rejected } = definitions;
  return {
    project,
    definitions: {
      accepted: accepted.filter(({ node }) => isRequested(node.tree)),
      others: others.filter(({ node }) => isRequested(node.tree)),
      rejected: rejected.filter(({ tree }) => isRequested(tree)),
    },
    program: { ...program, toolsets: program.toolsets.filter(({ origin }) => isRequested(origin.tree)) },
    refused: refused.filter(({ tree }) => isRequested(tree)),
  };
}

/** The resources that did not compile. */
export function uncompiled({ accepted, rejected }: Definitions, { toolsets }: ProgramSummary): ResourceName[] {
  const compiled = new Set(toolsets.map(({ origin }) => origin.tree));
  const nameOf = ({ resource, name, node: { tree } }: Definition) => ({ resource, name, tree });
  return [...accepted.map(nameOf).filter(({ tree }) => !compiled.has(tree)), ...rejected];
}
