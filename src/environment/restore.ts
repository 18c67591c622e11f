import { applyEdits, type Edit } from "../source/edit.ts";
import { embeddedTree, type Origin, originOfValue, parseNested, parseTree, pointerOf, type Tree, valueAt } from "../source/tree.ts";
import { placeholder } from "./placeholder.ts";

/**
 * Of the places given, those where a placeholder can be written and the former value put back to the very same bytes.
 * It is tried and not reasoned: escapes, folds and aliases are written in more ways than a value tells.
 */
export function restorable(origins: readonly Origin[]): Set<Origin> {
  const files = new Map<string, Origin[]>();
  for (const origin of origins) {
    const { path } = origin.tree.source;
    files.set(path, [...(files.get(path) ?? []), origin]);
  }
  return new Set([...files.values()].flatMap((own) => (comesBack(own) ? own : own.filter((origin) => comesBack([origin])))));
}

function comesBack(origins: readonly Origin[]): boolean {
  const texts = applyEdits(origins.map((origin): Edit => ({ origin, value: placeholder })));
  const undone = applyEdits(
    origins.map((origin): Edit => ({ origin: rebased(origin, texts), value: valueAt(origin.tree, origin.path) ?? null })),
  );
  return [...new Set(origins.map(({ tree }) => fileOf(tree)))].every((tree) => undone.get(tree.source.path) === tree.source.text);
}

/** The same place in a text that was edited. */
function rebased({ tree, path, part }: Origin, texts: ReadonlyMap<string, string>): Origin {
  return { tree: rebasedTree(tree, texts), path, part };
}

function rebasedTree(tree: Tree, texts: ReadonlyMap<string, string>): Tree {
  if (tree.within === undefined) return parseTree({ path: tree.source.path, text: texts.get(tree.source.path) ?? tree.source.text });
  const outer = rebasedTree(tree.within.tree, texts);
  const within = originOfValue(outer, tree.within.path);
  return tree.format === "value" ? embeddedTree(within) : parseNested(String(valueAt(outer, within.path)), within);
}

export function fileOf(tree: Tree): Tree {
  return tree.within === undefined ? tree : fileOf(tree.within.tree);
}

/** One place has one key, whichever resource led to it. */
export function placeKey({ tree, path }: Origin): string {
  return `${tree.within === undefined ? tree.source.path : placeKey(tree.within)}#${pointerOf(path)}`;
}
