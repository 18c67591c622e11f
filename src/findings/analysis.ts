import type { Definitions } from "../definition/check-definitions.ts";
import type { Definition } from "../definition/definition.ts";
import type { ResourceName } from "../definition/definition-names.ts";
import type { Diagnostic } from "../diagnostic/diagnostic.ts";
import type { Program, ProgramSummary } from "../ir/ir.ts";
import type { ToolsetNames } from "../lower/lower.ts";
import type { Project } from "../project/project.ts";
import type { MatchedAssertions } from "../rules/assertions/run-assertions.ts";
import type { Tree } from "../source/tree.ts";
import type { RestoredToolsets } from "./restored-toolset.ts";
import type { UsedOperations } from "./without-unused.ts";

/** A project compiled to the IR, without its diagnostics. */
export interface Analysis {
  readonly project: Project;
  readonly definitions: Definitions;
  /** The toolsets that were compiled. */
  readonly program: Program;
  /** All toolsets, including those that were restored instead of compiled. */
  readonly summary: ProgramSummary;
  /** The toolsets of `summary` that were restored. The diagnostics do not include their findings. */
  readonly restored: RestoredToolsets;
  /**
   * The resources that did not compile, including those that could not be parsed. Files that former runs wrote for them are out of date.
   */
  readonly refused: readonly ResourceName[];
  /** The names of the toolset of each definition, and of its tools. */
  readonly names: ReadonlyMap<Definition, ToolsetNames>;
  /** The names of the assertions that are about something in a compiled toolset, by the tree of its definition. */
  readonly matched: MatchedAssertions;
}

/** The diagnostics of all stages, grouped by the data that they depend on, before those to show are selected. */
export interface StageDiagnostics {
  /** Those that depend only on the files that were read. */
  readonly loaded: readonly Diagnostic[];
  /** Those in the documents of toolsets. A document is checked before it is known which of its operations are used. */
  readonly documents: readonly Diagnostic[];
  /** Those that depend on one toolset, or on several toolsets that share a file. */
  readonly toolsets: readonly Diagnostic[];
  /** Those that depend on the whole project, or on no toolset. */
  readonly project: readonly Diagnostic[];
  /** The operations of documents that are used. */
  readonly used: UsedOperations;
}

/** The analysis of a project that is not compiled, because the settings do not fit it. */
export function notCompiled(project: Project, definitions: Definitions): Analysis {
  const program = { toolsets: [], agents: [], folder: "" };
  return { project, definitions, program, summary: program, restored: new Map(), refused: [], names: new Map(), matched: new Map() };
}

/** Diagnostics that all depend on the whole project. */
export function onlyOfProject(project: readonly Diagnostic[]): StageDiagnostics {
  return { loaded: [], documents: [], toolsets: [], project, used: new Map() };
}

/**
 * The diagnostics to report if a flag has an error: only such errors, since nothing is compiled then. Some flags can be checked only after
 * documents are read. `undefined` if no flag has an error.
 */
export function flagErrors(found: StageDiagnostics): StageDiagnostics | undefined {
  const errors = everything(found).filter(({ severity, place }) => severity === "error" && place.tree.source.isFlag === true);
  return errors.length === 0 ? undefined : onlyOfProject(errors);
}

/** The diagnostics of all stages. */
export function everything({ loaded, documents, toolsets, project }: StageDiagnostics): Diagnostic[] {
  return [...loaded, ...documents, ...toolsets, ...project];
}

/** The requested part of an analysis. Definitions that were read only because their names may conflict with requested names are removed. */
export function requestedPart(analysis: Analysis): Analysis {
  const { project, definitions, program, summary, restored, refused } = analysis;
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
    summary: { ...summary, toolsets: summary.toolsets.filter(({ origin }) => isRequested(origin.tree)) },
    restored: new Map([...restored].filter(([{ node }]) => isRequested(node.tree))),
    refused: refused.filter(({ tree }) => isRequested(tree)),
  };
}

/** The resources that did not compile. */
export function uncompiled({ accepted, rejected }: Definitions, { toolsets }: ProgramSummary): ResourceName[] {
  const compiled = new Set(toolsets.map(({ origin }) => origin.tree));
  const nameOf = ({ resource, name, node: { tree } }: Definition) => ({ resource, name, tree });
  return [...accepted.map(nameOf).filter(({ tree }) => !compiled.has(tree)), ...rejected];
}
