import { type Compilation, compile } from "../../compile.ts";
import type { FixEdit } from "../../diagnostic/fix.ts";
import type { Finding } from "../../findings/finding.ts";
import { fetchedFiles } from "../../project/documents/fetched-files.ts";
import type { Host } from "../../project/load.ts";
import type { Project } from "../../project/project.ts";
import type { CompileOptions } from "../../settings.ts";
import { applyEdits, separateEdits } from "../../source/edit.ts";
import { findConflictMarker } from "../../source/text/find-conflict-marker.ts";
import { pushAll } from "../../source/text/push-all.ts";
import { authoredOrigin, pointerOf, type Tree } from "../../source/tree.ts";
import { withEntry } from "../../source/yaml/with-entry.ts";

/** The result of fixing the findings of a project, before any file is written. */
export interface FixedProject {
  /** The new texts of the edited files, by their paths relative to the root. */
  readonly texts: ReadonlyMap<string, string>;
  /** The findings that were fixed, in the order of fixing. */
  readonly fixed: readonly Finding[];
  /** The files with unresolved merge conflicts. If there are any, nothing is fixed. */
  readonly conflicted: readonly string[];
}

interface FixSettings {
  readonly compile: CompileOptions;
  /** Returns the findings of a compilation that are shown. Suppressed findings are not fixed. */
  readonly findingsOf: (compilation: Compilation) => readonly Finding[];
  /** Whether to also apply fixes that may change what is compiled. */
  readonly isUnsafe: boolean;
}

/**
 * The maximum number of times that the project is compiled and fixed. Several rounds are necessary because a fix may reveal further
 * findings. The limit stops fixes that undo each other.
 */
const mostRounds = 10;

/**
 * Applies the fixes of a project's findings until no fix is possible. If two fixes overlap, the second is applied in the next round.
 * Snapshots, and documents that `pull` fetches, are not edited, because the next `pull` would overwrite them.
 */
export async function fixProject(host: Host, { compile: options, findingsOf, isUnsafe }: FixSettings): Promise<FixedProject> {
  const texts = new Map<string, string>();
  const fixed: Finding[] = [];
  for (let round = 0; round < mostRounds; round++) {
    const compilation = await compile(withTexts(host, texts), { ...options, readsTexts: () => false });
    const conflicted = conflictedFiles(compilation.project);
    if (conflicted.length > 0) return { texts: new Map(), fixed: [], conflicted };
    const findings = findingsOf(compilation);
    const fixable = findings.flatMap((finding) => {
      const { edit } = finding;
      return edit !== undefined && (edit.isSafe || isUnsafe) ? [{ ...finding, edit }] : [];
    });
    const isEditable = editableIn(compilation.project);
    const edits = separateEdits(
      withoutSecondNames(fixable.map(({ edit }) => edit).filter(({ origin }) => isEditable(authoredOrigin(origin).tree))),
    );
    if (edits.length === 0) {
      // Entries are added when no edit is left, since both may be in the configuration.
      const pinned = isUnsafe ? pinParameters(findings, compilation) : undefined;
      if (pinned === undefined) break;
      texts.set(pinned.path, pinned.text);
      pushAll(fixed, pinned.fixed);
      continue;
    }
    for (const [path, text] of applyEdits(edits)) texts.set(path, text);
    const applied = new Set(edits);
    pushAll(
      fixed,
      fixable.filter(({ edit }) => applied.has(edit)),
    );
  }
  return { texts, fixed, conflicted: [] };
}

/**
 * Adds entries to the configuration that pin parameters. Returns its new text, and the findings that this fixes; `undefined` if there are
 * none.
 */
function pinParameters(findings: readonly Finding[], { project, definitions }: Compilation) {
  const { config } = project;
  const tree = config.path === undefined ? undefined : project.files.get(config.path);
  if (tree === undefined || !editableIn(project)(tree)) return undefined;
  let { text } = tree.source;
  const fixed = findings.filter(({ pin }) => {
    const definition = definitions.accepted.find(({ name: each }) => each === pin?.toolset);
    if (pin === undefined || definition === undefined) return false;
    const name = definition.aliases.find((alias) => config.overrides.has(alias)) ?? pin.toolset;
    const next = withEntry(text, ["overrides", name, "tools", "*", "parameters", pin.parameter, "value"], pin.value);
    text = next ?? text;
    return next !== undefined;
  });
  return fixed.length === 0 ? undefined : { path: tree.source.path, text, fixed };
}

/** Returns a host that reads `texts` in place of the files at these paths. */
function withTexts(host: Host, texts: ReadonlyMap<string, string>): Host {
  const encoder = new TextEncoder();
  return {
    ...host,
    read: async (path, reach) => {
      const text = texts.get(path);
      return text === undefined ? host.read(path, reach) : encoder.encode(text);
    },
  };
}

function conflictedFiles({ files }: Project): string[] {
  return [...files].flatMap(([path, tree]) => (tree !== undefined && findConflictMarker(tree.source.text) !== undefined ? [path] : []));
}

/**
 * Returns a function that tests whether a file may be edited. Files that `pull` writes may not be edited, nor configurations of packages and
 * outside of the project that its configuration extends.
 */
export function editableIn(project: Project): (tree: Tree) => boolean {
  const fetched = fetchedFiles(project);
  const snapshots = `${project.base}snapshots/`;
  return ({ source: { path } }) =>
    project.files.has(path) && !/^\.\.\/|(^|\/)node_modules\//.test(path) && !fetched.has(path) && !path.startsWith(snapshots);
}

/**
 * Removes edits that would give an object two equal keys: if several keys of an object get the same new name, only the first is renamed.
 */
function withoutSecondNames(edits: readonly FixEdit[]): FixEdit[] {
  const taken = new Map<Tree, Set<string>>();
  return edits.filter(({ origin: { tree, path, part }, value }) => {
    if (part === "value") return true;
    const names = taken.get(tree) ?? new Set();
    taken.set(tree, names);
    const name = pointerOf([...path.slice(0, -1), String(value)]);
    return !names.has(name) && names.add(name) !== undefined;
  });
}
