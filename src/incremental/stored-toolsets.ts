import type { Compilation } from "../compile.ts";
import type { Definition } from "../definition/definition.ts";
import { keyOrigin } from "../definition/node.ts";
import type { Finding } from "../findings/finding.ts";
import { namesKey, type RestoredToolset } from "../findings/restored-toolset.ts";
import type { ToolSummary, Toolset, ToolsetSummary } from "../ir/ir.ts";
import type { Project } from "../project/project.ts";
import { type Origin, pointerOf, type Tree, writtenTree } from "../source/tree.ts";
import { layOut } from "../targets/layout.ts";
import type { FileSummary } from "../targets/target.ts";
import type { ToolsetKeys } from "./toolset-keys.ts";

/** The result of compiling a toolset, as JSON in a cache. The result is valid as long as the key of the toolset is the same. */
export interface StoredToolset extends Omit<RestoredToolset, "summary" | "findings"> {
  /** The hash of everything that the toolset was compiled from. */
  readonly key: string;
  readonly summary: StoredSummary;
  /** Without the edits of fixes, which refer to the whole document, and which only runs that restore nothing apply. */
  readonly findings: readonly Omit<Finding, "edit">[];
}

interface StoredSummary extends Omit<ToolsetSummary, "origin" | "tools"> {
  readonly tools: readonly (Omit<ToolSummary, "origin"> & { readonly origin: StoredOrigin })[];
}

/** An origin in a file of the project, or in a document inside a string of such a file. */
interface StoredOrigin extends Pick<Origin, "path" | "part"> {
  readonly file: string;
  /** The JSON Pointer of the string that contains the document; `undefined` for an origin in the file itself. */
  readonly within: string | undefined;
}

/**
 * Finds the stored result of a former run by its key; `undefined` if no result has this key, or if the files of the result were changed after
 * they were written.
 */
export type FindStored = (key: string) => StoredToolset | undefined;

/** The stored results that can be restored instead of compiling their toolsets, by the toolset's definition. */
export function storedByKey(
  definitions: readonly Definition[],
  keys: ToolsetKeys,
  find: FindStored,
): ReadonlyMap<Definition, StoredToolset> {
  return new Map(
    definitions.flatMap((definition): [Definition, StoredToolset][] => {
      const own = keys.get(definition.node.tree);
      const stored = own && find(own.key);
      return stored === undefined ? [] : [[definition, stored]];
    }),
  );
}

/** A stored toolset, with its places in the project that this run has read. */
export function restoredToolset({ summary, ...stored }: StoredToolset, { node }: Definition, project: Project): RestoredToolset {
  const tools = summary.tools.map((tool) => ({ ...tool, origin: restoredOrigin(tool.origin, project) }));
  const findings = stored.findings.map((finding) => ({ ...finding, edit: undefined }));
  return { ...stored, findings, summary: { ...summary, tools, origin: keyOrigin(node) } };
}

/**
 * The results of the compiled toolsets, for storing. A toolset is omitted if its result cannot be restored, for example because the origin
 * of a tool is not in a file of the project, or if its findings show too much text. `findingsOf` returns the findings of a toolset by the
 * tree of its definition; `undefined` if one of them also concerns a toolset that shares no file with this toolset. `tokensOf` estimates the
 * tokens of a toolset.
 */
export function createdToolsets(
  keys: ToolsetKeys,
  { program, summary, names, project, outputs, matched }: Compilation,
  findingsOf: (tree: Tree) => readonly Finding[] | undefined,
  tokensOf: (toolset: Toolset) => number,
): StoredToolset[] {
  const layouts = new Map(layOut(summary).map((layout) => [layout.toolset.origin.tree, layout]));
  const namesOf = new Map([...names].map(([{ node }, own]) => [node.tree, own]));
  const filesOf = outputs.map(({ files }) => byToolset(files));
  return program.toolsets.flatMap((toolset): StoredToolset[] => {
    const { resource, name, displayName, description, account, endpoint, origin } = toolset;
    const key = keys.get(origin.tree)?.key;
    const own = namesOf.get(origin.tree);
    const tools = toolset.tools.flatMap(({ id, name, localName, origin }) => {
      const place = storedOrigin(origin, project);
      return place === undefined ? [] : [{ id, name, localName, origin: place }];
    });
    const findings = findingsOf(origin.tree);
    if (key === undefined || own === undefined || tools.length !== toolset.tools.length) return [];
    if (findings === undefined || shownCharacters(findings) > maxShown) return [];
    return [
      {
        key,
        summary: { resource, name, displayName, description, account, endpoint: { kind: endpoint.kind }, tools },
        assertions: matched.get(origin.tree) ?? [],
        tokens: tokensOf(toolset),
        requestedNames: own.requestedNames,
        names: namesKey(own, layouts.get(origin.tree)),
        files: filesOf.map((ofTarget) => (ofTarget.get(name) ?? []).map(withoutText)),
        findings: findings.map(({ edit: _edit, ...finding }) => finding),
      },
    ];
  });
}

/**
 * The most text that the findings of a stored toolset may show. Each shows a whole line, which may be a whole document, so that thousands of
 * findings in one line would be gigabytes of JSON.
 */
const maxShown = 16_000_000;

function shownCharacters(findings: readonly Finding[]): number {
  return findings.reduce(
    (sum, { mark, related }) => related.reduce((more, note) => more + note.mark.text.length, sum + mark.text.length),
    0,
  );
}

function byToolset(files: readonly FileSummary[]): ReadonlyMap<string | undefined, readonly FileSummary[]> {
  const groups = new Map<string | undefined, FileSummary[]>();
  for (const file of files) {
    const group = groups.get(file.toolset) ?? [];
    groups.set(file.toolset, group);
    group.push(file);
  }
  return groups;
}

function withoutText({ path, toolset, tools, libraryEntries }: FileSummary): FileSummary {
  return {
    path,
    ...(toolset === undefined ? {} : { toolset }),
    ...(tools === undefined ? {} : { tools }),
    ...(libraryEntries === undefined ? {} : { libraryEntries }),
  };
}

function storedOrigin({ tree, path, part }: Origin, project: Project): StoredOrigin | undefined {
  const within = tree.within === undefined ? undefined : pointerOf(tree.within.path);
  const stored = { file: tree.source.path, within, path, part };
  const found = treeOf(stored, project);
  return found !== undefined && writtenTree(found) === tree ? stored : undefined;
}

function restoredOrigin(stored: StoredOrigin, project: Project): Origin {
  const tree = treeOf(stored, project);
  if (tree === undefined) throw new Error(`${stored.file} was read when its toolset was stored.`);
  return { tree, path: stored.path, part: stored.part };
}

function treeOf({ file, within }: StoredOrigin, { files, nested }: Project): Tree | undefined {
  const tree = files.get(file);
  return within === undefined || tree === undefined ? tree : nested.get(tree)?.get(within);
}
