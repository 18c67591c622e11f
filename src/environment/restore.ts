import { applyEdits, type Edit } from "../source/edit.ts";
import type { Json } from "../source/json/json.ts";
import { originInText } from "../source/locate-texts.ts";
import { embeddedTree, parseNested, parseTree } from "../source/parse-tree.ts";
import { placeholder } from "../source/text/placeholder.ts";
import { type Origin, originOfValue, pointerOf, type Tree, valueAt } from "../source/tree.ts";
import { withValueAt } from "./overlay.ts";

/**
 * Selects the origins whose values the placeholder can replace so that each value can be restored byte for byte later and no other value
 * changes. Both edits, the replacement and the restoration, are made and the texts are compared, because a value alone does not show its
 * escapes, folded lines and aliases.
 */
export function restorable(origins: readonly Origin[]): Set<Origin> {
  const files = new Map<string, Origin[]>();
  for (const origin of origins) {
    const { path } = origin.tree.source;
    files.set(path, [...(files.get(path) ?? []), origin]);
  }
  return new Set([...files.values()].flatMap((own) => (isRestorable(own) ? own : own.filter((origin) => isRestorable([origin])))));
}

function isRestorable(origins: readonly Origin[]): boolean {
  const texts = applyEdits(origins.map((origin): Edit => ({ origin, value: placeholder })));
  const rebase = createRebase(texts);
  if (!changesOnly(origins, rebase)) return false;
  const restored = applyEdits(
    origins.map((origin): Edit => ({ origin: rebase(origin), value: valueAt(origin.tree, origin.path) ?? null })),
  );
  return [...new Set(origins.map(({ tree }) => fileOf(tree)))].every((tree) => restored.get(tree.source.path) === tree.source.text);
}

/**
 * Whether the edited texts differ from the original texts only at the placeholders. An edit of an anchor, for example, also changes its
 * aliases.
 */
function changesOnly(origins: readonly Origin[], rebase: (origin: Origin) => Origin): boolean {
  const expected = new Map<Tree, Json>();
  for (const origin of origins) {
    let value: Json = placeholder;
    for (let place: Origin | undefined = origin; place !== undefined; ) {
      const { tree, path } = originInText(place);
      expected.set(tree, withValueAt(expected.get(tree) ?? tree.data, path, value));
      value = rebase(originOfValue(tree, [])).tree.source.text;
      place = tree.within;
    }
  }
  return [...expected].every(([tree, data]) => JSON.stringify(rebase(originOfValue(tree, [])).tree.data) === JSON.stringify(data));
}

/** Returns a function that converts an origin to the same origin in the edited texts. Each text is parsed once. */
function createRebase(texts: ReadonlyMap<string, string>): (origin: Origin) => Origin {
  const trees = new Map<Tree, Tree>();
  function treeOf(tree: Tree): Tree {
    const known = trees.get(tree);
    if (known !== undefined) return known;
    const next = parsed(tree);
    trees.set(tree, next);
    return next;
  }
  function parsed({ source, format, within }: Tree): Tree {
    if (within === undefined) return parseTree({ path: source.path, text: texts.get(source.path) ?? source.text });
    const place = originOfValue(treeOf(within.tree), within.path);
    return format === "value" ? embeddedTree(place) : parseNested(String(valueAt(place.tree, place.path)), place);
  }
  return ({ tree, path, part }) => ({ tree: treeOf(tree), path, part });
}

/** The tree of the file that contains a tree. */
function fileOf(tree: Tree): Tree {
  return tree.within === undefined ? tree : fileOf(tree.within.tree);
}

/** A key that identifies an origin. Origins of the same value have the same key, even if they were found from different resources. */
export function originKey({ tree, path }: Origin): string {
  return `${tree.within === undefined ? tree.source.path : originKey(tree.within)}#${pointerOf(path)}`;
}
