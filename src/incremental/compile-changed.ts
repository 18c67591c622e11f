import { type Compilation, compile } from "../compile.ts";
import type { Definition } from "../definition/definition.ts";
import type { Diagnostic } from "../diagnostic/diagnostic.ts";
import type { Toolset } from "../ir/ir.ts";
import type { Host } from "../project/load.ts";
import type { Project } from "../project/project.ts";
import type { CompileOptions, Settings } from "../settings.ts";
import type { Tree } from "../source/tree.ts";
import { toolsetTokens } from "../targets/tool-tokens.ts";
import { createdToolsets, type FindStored, restoredToolset, type StoredToolset, storedByKey } from "./stored-toolsets.ts";
import { type ReadFiles, type ToolsetKeys, toolsetKeys } from "./toolset-keys.ts";

/** A compilation, and a function that returns the results of toolsets that later runs may restore. */
interface ChangedCompilation {
  readonly compilation: Compilation;
  /** `tokensOf` estimates the tokens of a toolset, which takes a while: a function that returns 0 is for toolsets whose tokens nobody counts. */
  readonly toStore: (tokensOf?: TokensOf) => readonly StoredToolset[];
}

type TokensOf = (toolset: Toolset) => number;

/**
 * Compiles a project, except for the toolsets whose result is stored. Without `find`, all toolsets are compiled, and none is to be stored. If a
 * part of the project is requested, this part is compiled, and only what it needs of other toolsets, such as their names, is restored. The
 * host tells what it has read.
 */
export async function compileChanged(
  host: Host & { readonly reads: ReadFiles },
  options: CompileOptions,
  find: FindStored | undefined,
): Promise<ChangedCompilation> {
  let keys: ToolsetKeys = new Map();
  let stored: ReadonlyMap<Definition, StoredToolset> = new Map();
  const compilation = await compile(host, options, ({ project, definitions: { accepted }, isRefused }, targets, settings) => {
    const isKeyed = find !== undefined && !isRefused && mayStore(settings);
    keys = isKeyed ? toolsetKeys({ project, definitions: accepted, targets, settings: keyedValues(settings) }, host.reads) : new Map();
    stored = isKeyed ? storedByKey(restorable(accepted, keys, project), keys, find) : new Map();
    return new Map([...stored].map(([definition, each]) => [definition, restoredToolset(each, definition, project)]));
  });
  const isRestored = ([definition]: readonly [Definition, StoredToolset]) => compilation.restored.has(definition);
  const kept = [...stored].filter(isRestored).map(([, each]) => each);
  return {
    compilation,
    toStore: (tokensOf = toolsetTokens) => [...kept, ...createdBy(compilation, keys, tokensOf)],
  };
}

/**
 * The definitions that may be restored. If a part of the project is requested, these are the others, without those that share a file with the
 * part: a finding in this file is about the part, too.
 */
function restorable(definitions: readonly Definition[], keys: ToolsetKeys, { isPart, requested }: Project): readonly Definition[] {
  if (!isPart) return definitions;
  const groups = new Set([...requested].map((tree) => keys.get(tree)?.group));
  return definitions.filter(({ node: { tree } }) => !requested.has(tree) && !groups.has(keys.get(tree)?.group));
}

/**
 * How each setting affects the results of toolsets. A function returns what belongs to their keys. `read`: the setting names what is read, and
 * all that is read belongs to the keys. `target`: it decides the targets and their options, which belong to the keys. `onlyIf`: no toolset has a
 * key if the function returns false. `none`: no result depends on it.
 */
const keyedSettings: { readonly [Name in keyof Settings]-?: KeyedSetting } = {
  today: ({ today }) => today,
  profile: ({ profile }) => profile,
  environment: ({ environment }) => environment,
  set: ({ set }) => [...set],
  operations: ({ operations }) => operations,
  config: "read",
  // The findings of a toolset are stored before any is hidden.
  baseline: "read",
  files: "read",
  // Of a part, `restorable` selects what may be restored, and nothing is stored.
  scope: "read",
  targets: "target",
  targetDefaults: "target",
  input: { onlyIf: ({ input }) => input.kind === "project" },
  importResponse: { onlyIf: ({ importResponse }) => importResponse === undefined },
  // What is stored has the findings of rules.
  runsRules: { onlyIf: ({ runsRules }) => runsRules },
  // What a rule imports is not among what is read.
  importRule: { onlyIf: ({ importRule }) => importRule === undefined },
  filesIn: "none",
  readsTexts: "none",
  onStage: "none",
};

type KeyedSetting = ((settings: Settings) => unknown) | { readonly onlyIf: (settings: Settings) => boolean } | "read" | "target" | "none";

function mayStore(settings: Settings): boolean {
  return Object.values<KeyedSetting>(keyedSettings).every((use) => typeof use !== "object" || use.onlyIf(settings));
}

function keyedValues(settings: Settings): unknown[] {
  return Object.values<KeyedSetting>(keyedSettings).flatMap((use) => (typeof use === "function" ? [use(settings)] : []));
}

function createdBy(compilation: Compilation, keys: ToolsetKeys, tokensOf: TokensOf): StoredToolset[] {
  const { project, storable, owners, byDiagnostic } = compilation;
  // A run of a part has the diagnostics of this part only.
  if (project.isPart || keys.size === 0 || storable === undefined) return [];
  const diagnosticsOf = byToolset(storable, owners, keys);
  const findingsOf = (tree: Tree) => diagnosticsOf(tree)?.flatMap((each) => byDiagnostic.get(each) ?? []);
  return createdToolsets(keys, compilation, findingsOf, tokensOf);
}

/**
 * Returns a function that finds the diagnostics of a toolset by the tree of its definition. The result is `undefined` if a diagnostic also
 * concerns a toolset that shares no file with it: later runs may compile only one of the two, so the diagnostic cannot be stored for
 * either.
 */
function byToolset(
  storable: readonly Diagnostic[],
  owners: Compilation["owners"],
  keys: ToolsetKeys,
): (tree: Tree) => readonly Diagnostic[] | undefined {
  const found = new Map<Tree, Diagnostic[]>();
  const mixed = new Set<Tree>();
  for (const each of storable) {
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
