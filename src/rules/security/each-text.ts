import { isArray, isObject, type Json } from "../../source/json.ts";
import { type Path, type Tree, valueAt } from "../../source/tree.ts";

export interface NamedText {
  readonly text: string;
  readonly path: Path;
  /** The last key on the way to it; for `default`, `value` and items of lists, the one before. */
  readonly name: string;
}

/** The texts of a tree below a path, in no order. */
export function* eachText(tree: Tree, from: Path): Iterable<NamedText> {
  const open: [value: Json | undefined, path: Path, name: string][] = [[valueAt(tree, from), from, ""]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [value, path, name] = next;
    if (typeof value === "string") yield { text: value, path, name };
    else if (isArray(value)) for (const [index, item] of value.entries()) open.push([item, [...path, index], name]);
    else if (isObject(value))
      for (const [key, item] of Object.entries(value)) open.push([item, [...path, key], key === "default" || key === "value" ? name : key]);
  }
}
