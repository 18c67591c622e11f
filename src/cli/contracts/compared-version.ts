import type { Compilation } from "../../compile.ts";
import type { ChangedToolset } from "../../contract/changes/change-origin.ts";
import { useOf } from "../../contract/changes/grades.ts";
import type { Contracts } from "../../contract/compare/comparable-contracts.ts";
import { contractOf } from "../../contract/contract.ts";
import { defaultOverlays } from "../../contract/default-overlays.ts";
import { canonical } from "../../contract/lock/canonical.ts";
import { lockFolder, sourceDigest } from "../../contract/lock/lock-file.ts";
import type { Program } from "../../ir/ir.ts";
import { foreignTrees } from "../../project/documents/foreign-trees.ts";
import type { Host } from "../../project/load.ts";
import type { Project } from "../../project/project.ts";
import { type Place, textTree } from "../../source/tree.ts";
import type { OpenedProject } from "../project/open.ts";
import { version } from "../version.ts";
import { brokenToolsets } from "./broken-toolsets.ts";

/** One of the two versions that are compared. */
export interface ComparedVersion extends Contracts {
  /** The name of the version in messages: `toolsetc.lock`, a folder, or a revision with its commit. */
  readonly name: string;
  /** The places where the toolsets are defined. Findings about removed toolsets point there. */
  readonly places: ReadonlyMap<string, Place>;
  /** The names of the toolsets that did not compile, as messages show them. */
  readonly unknown: readonly string[];
  /** What the contracts were compiled from; `undefined` for a lock. */
  readonly compiled: CompiledVersion | undefined;
  /** The names of the toolsets that were not compiled, since they are those of the version that this one is compared with. */
  readonly unchanged: ReadonlySet<string>;
}

/** The version that is compared with its base, with what findings about its changes need. */
export interface PresentVersion extends ComparedVersion {
  /** The absolute path of the folder that the paths of findings are relative to. */
  readonly root: string;
  readonly host: Host;
  /** The project with the severities of findings. That of a lock is empty. */
  readonly project: Project;
  readonly toolsets: readonly ChangedToolset[];
  readonly agents: Program["agents"];
  /** The folder of the accepted changes, relative to the root. It is empty or ends with a `/`. */
  readonly lock: string;
}

/** A compiled project, and the access to its files. */
export interface CompiledVersion {
  readonly host: Host;
  readonly compilation: Compilation;
}

/** A compiled project as a version to compare. */
export function versionOf(compiled: CompiledVersion, name: string): ComparedVersion {
  const { compilation } = compiled;
  const { toolsets } = compilation.program;
  return {
    ...contractsOf(compilation),
    name,
    compiled,
    places: new Map(toolsets.map((toolset) => [toolset.name, toolset.origin])),
    unknown: brokenToolsets(compilation).titles,
    unchanged: new Set([...compilation.restored.values()].map(({ summary }) => summary.name)),
  };
}

/** A compiled project as the version that is compared with its base. */
export function presentVersion({ host, root }: Pick<OpenedProject, "host" | "root">, compilation: Compilation): PresentVersion {
  const { project, program } = compilation;
  const known = versionOf({ host, compilation }, "");
  const { toolsets, agents } = program;
  return { ...known, root, host, project, toolsets, agents, lock: `${project.base}${lockFolder}` };
}

/** A version that has, for each toolset that is unchanged, what the version that it is compared with has. */
export function withUnchanged<Version extends ComparedVersion>(version: Version, other: ComparedVersion): Version {
  const { unchanged } = version;
  if (unchanged.size === 0) return version;
  const both = <Value>(own: ReadonlyMap<string, Value>, others: ReadonlyMap<string, Value>) =>
    new Map([...own, ...[...others].filter(([name]) => unchanged.has(name))]);
  return {
    ...version,
    contracts: both(version.contracts, other.contracts),
    overlays: both(version.overlays, other.overlays),
    uses: both(version.uses, other.uses),
    sources: both(version.sources, other.sources),
    compilers: both(version.compilers, other.compilers),
    places: both(version.places, other.places),
  };
}

/** A cache of contracts: `ci` compares them with the lock and with a base. */
const contracts = new WeakMap<Compilation, Contracts>();

/** The canonical contracts of a program, by name of the toolset. */
export function contractsOf(compilation: Compilation): Contracts {
  const known = contracts.get(compilation) ?? createContracts(compilation);
  contracts.set(compilation, known);
  return known;
}

function createContracts(compilation: Compilation): Contracts {
  const {
    program: { toolsets },
    project: { config, isPart },
  } = compilation;
  const { refused, incomplete, areNamed } = brokenToolsets(compilation);
  return {
    contracts: new Map(toolsets.map((toolset) => [toolset.name, canonical(contractOf(toolset))])),
    overlays: new Map(toolsets.map((toolset) => [toolset.name, defaultOverlays(toolset)])),
    uses: new Map(toolsets.map(({ name }) => [name, useOf(config, name)])),
    sources: sourcesOf(compilation),
    compilers: new Map(toolsets.map(({ name }) => [name, version])),
    broken: refused,
    incomplete,
    isWhole: !isPart && areNamed,
  };
}

/** The digest of each toolset's document that others wrote. */
function sourcesOf({ program: { toolsets }, project, definitions }: Compilation): ReadonlyMap<string, string> {
  const trees = foreignTrees(definitions.accepted, project);
  return new Map(
    toolsets.flatMap(({ name, origin }) => {
      const tree = trees.get(origin.tree);
      // Overlays are the project's own, and repairs are those of this version of the compiler.
      const data = tree && textTree(tree).data;
      return data === undefined ? [] : [[name, sourceDigest(data)] as const];
    }),
  );
}
