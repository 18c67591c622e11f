import { applyEdits, type Edit } from "../source/edit.ts";
import type { Json } from "../source/json.ts";
import { inText } from "../source/locate-texts.ts";
import { embeddedTree, parseNested, parseTree } from "../source/parse-tree.ts";
import { type Origin, originOfValue, pointerOf, type Tree, valueAt } from "../source/tree.ts";
import { withValue } from "./overlay.ts";
import { placeholder } from "./placeholder.ts";

/**
 * Of the places given, those where a placeholder can be written and the former value put back to the very same bytes,
 * and where no other place changes with it.
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
  const rebased = rebaser(texts);
  if (!changesOnly(origins, rebased)) return false;
  const undone = applyEdits(origins.map((origin): Edit => ({ origin: rebased(origin), value: valueAt(origin.tree, origin.path) ?? null })));
  return [...new Set(origins.map(({ tree }) => fileOf(tree)))].every((tree) => undone.get(tree.source.path) === tree.source.text);
}

/** Whether the edited texts say what they did but for the placeholders: an anchor gives its value to each of its aliases. */
function changesOnly(origins: readonly Origin[], rebased: (origin: Origin) => Origin): boolean {
  const wanted = new Map<Tree, Json>();
  for (const origin of origins) {
    let value: Json = placeholder;
    for (let place: Origin | undefined = origin; place !== undefined; ) {
      const { tree, path } = inText(place);
      wanted.set(tree, withValue(wanted.get(tree) ?? tree.data, path, value));
      value = rebased(originOfValue(tree, [])).tree.source.text;
      place = tree.within;
    }
  }
  return [...wanted].every(([tree, data]) => JSON.stringify(rebased(originOfValue(tree, [])).tree.data) === JSON.stringify(data));
}

/** Finds the same place in texts that were edited. Each is parsed once. */
function rebaser(texts: ReadonlyMap<string, string>): (origin: Origin) => Origin {
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

/** The tree of the file in which a tree stands. */
function fileOf(tree: Tree): Tree {
  return tree.within === undefined ? tree : fileOf(tree.within.tree);
}

/** One place has one key, whichever resource led to it. */
export function placeKey({ tree, path }: Origin): string {
  return `${tree.within === undefined ? tree.source.path : placeKey(tree.within)}#${pointerOf(path)}`;
}
