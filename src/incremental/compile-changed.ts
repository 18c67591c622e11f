import { type Compilation, compile, type Restored } from "../compile.ts";
import type { Definition } from "../definition/definition.ts";
import type { Diagnostic } from "../diagnostic/diagnostic.ts";
import type { ToolsetSummary } from "../ir/ir.ts";
import type { Host } from "../project/load.ts";
import type { Loaded } from "../project/load-definitions.ts";
import type { CompileOptions, Settings } from "../settings.ts";
import type { Tree } from "../source/tree.ts";
import type { PreparedTarget } from "../targets/emit.ts";
import type { FileSummary } from "../targets/target.ts";
import { toolsetTokens } from "../targets/tool-tokens.ts";
import {
  type CreatedToolset,
  createdToolsets,
  haveSameNames,
  restorableToolsets,
  restoredSummary,
  type StoredToolset,
  type ToolsetCache,
} from "./stored-toolsets.ts";
import { type ToolsetKeys, toolsetKeys } from "./toolset-keys.ts";

/** A compilation in which some toolsets may be restored from former runs. `summary` contains them; `program` and `outputs` do not. */
export interface ChangedCompilation extends Compilation {
  readonly restored: readonly StoredToolset[];
  /** For each target, the files of the restored toolsets. */
  readonly restoredFiles: readonly (readonly FileSummary[])[];
  /** The estimated number of tokens of a toolset's tools in the input of a model. */
  readonly tokensOf: (toolset: ToolsetSummary) => number;
  /** The compiled toolsets that later runs may restore. */
  readonly created: readonly CreatedToolset[];
}

/** What a run knows of former runs. */
interface Known {
  readonly keys: ToolsetKeys;
  readonly stored: ReadonlyMap<Definition, StoredToolset>;
  /** The number of targets whose files are stored. */
  readonly targets: number;
}

/** Compiles a project, except for the toolsets whose result is in the cache. Without a cache, all toolsets are compiled. */
export async function compileChanged(host: Host, options: CompileOptions, cache: ToolsetCache | undefined): Promise<ChangedCompilation> {
  let known: Known = { keys: new Map(), stored: new Map(), targets: 0 };
  const compilation = await compile(host, options, (loaded, targets, settings) => {
    known = cache === undefined ? known : knownOf(loaded, targets, settings, cache);
    return restorable(known, loaded);
  });
  const compiled = new Map(compilation.program.toolsets.map((toolset) => [toolset.origin.tree, toolset]));
  const shown = new Set(compilation.summary.toolsets.map(({ origin }) => origin.tree));
  const isRestored = ({ node: { tree } }: Definition) => shown.has(tree) && !compiled.has(tree);
  const restored = [...known.stored].flatMap(([definition, stored]) => (isRestored(definition) ? [stored] : []));
  const tokens = new Map(restored.map(({ summary, tokens }) => [summary.name, tokens]));
  return {
    ...compilation,
    restored,
    restoredFiles: filesOf(restored, known.targets),
    tokensOf: ({ name, origin }) => {
      const toolset = compiled.get(origin.tree);
      return toolset === undefined ? (tokens.get(name) ?? 0) : toolsetTokens(toolset);
    },
    created: createdBy(compilation, known),
  };
}

function knownOf(
  { project, definitions, isRefused }: Loaded,
  targets: readonly PreparedTarget[],
  settings: Settings,
  cache: ToolsetCache,
): Known {
  const isKeyed = !isRefused && settings.input.kind === "project" && settings.importResponse === undefined;
  const keyed = { project, definitions: definitions.accepted, targets, settings: keyedValues(settings) };
  const keys: ToolsetKeys = isKeyed ? toolsetKeys(keyed, cache) : new Map();
  return { keys, stored: restorableToolsets(definitions.accepted, keys, cache), targets: targets.length };
}

/**
 * How each setting affects the results of toolsets. A function returns what belongs to their keys. `read`: the setting names what is read, and
 * all that is read belongs to the keys. `target`: it decides the targets and their options, which belong to the keys. `unkeyed`: without its
 * default, no toolset has a key. `none`: no result depends on it.
 */
const keyedSettings: { readonly [Name in keyof Settings]-?: ((settings: Settings) => unknown) | "read" | "target" | "unkeyed" | "none" } = {
  today: ({ today }) => today,
  profile: ({ profile }) => profile,
  environment: ({ environment }) => environment,
  set: ({ set }) => [...set],
  config: "read",
  files: "read",
  targets: "target",
  targetDefaults: "target",
  input: "unkeyed",
  scope: "unkeyed",
  importResponse: "unkeyed",
  isThere: "none",
  onStage: "none",
};

function keyedValues(settings: Settings): unknown[] {
  return Object.values(keyedSettings).flatMap((use) => (typeof use === "function" ? [use(settings)] : []));
}

function restorable({ stored, targets }: Known, { project }: Loaded): Restored {
  const toolsets = new Map(
    Array.from(stored, ([definition, each]) => [
      definition,
      { requestedNames: each.requestedNames, summary: restoredSummary(each, definition, project) },
    ]),
  );
  return {
    toolsets,
    files: filesOf([...stored.values()], targets),
    isValid: ({ names, summary, hasClashes }) => stored.size === 0 || (!hasClashes && haveSameNames(stored, names, summary)),
  };
}

function filesOf(stored: readonly StoredToolset[], targets: number): FileSummary[][] {
  return Array.from({ length: targets }, (_, index) => stored.flatMap(({ files }) => files[index] ?? []));
}

function createdBy(compilation: Compilation, { keys, targets }: Known): CreatedToolset[] {
  // Only a run whose targets all emitted their files, and whose diagnostics all belong to toolsets, can be restored.
  if (keys.size === 0 || !compilation.shown.areOwned || compilation.outputs.length !== targets) return [];
  return createdToolsets(keys, compilation, byToolset(compilation.shown, keys));
}

/**
 * Returns a function that finds the diagnostics of a toolset by the tree of its definition. The result is `undefined` if a diagnostic also
 * concerns a toolset that shares no file with it: later runs may compile only one of the two, so the diagnostic cannot be stored for
 * either.
 */
function byToolset({ ofToolsets, owners }: Compilation["shown"], keys: ToolsetKeys): (tree: Tree) => readonly Diagnostic[] | undefined {
  const found = new Map<Tree, Diagnostic[]>();
  const mixed = new Set<Tree>();
  for (const each of ofToolsets) {
    const trees = owners.of(each).map(({ tree }) => tree);
    const groups = new Set(trees.map((tree) => keys.get(tree)?.group));
    for (const tree of trees) {
      if (groups.size > 1) mixed.add(tree);
      const ofTree = found.get(tree) ?? [];
      found.set(tree, ofTree);
      ofTree.push(each);
    }
  }
  return (tree) => (mixed.has(tree) ? undefined : (found.get(tree) ?? []));
}
