import { isArray, isObject, type Json } from "../../source/json/json.ts";
import { type Path, type Tree, valueAt } from "../../source/tree.ts";

/** A string in a tree. */
export interface NamedString {
  readonly value: string;
  readonly path: Path;
  /** The last key in `path` that is not `default`, `value` or an index. */
  readonly name: string;
}

export type StringFilter = (value: string, name: string) => boolean;

/**
 * The strings of a tree below a path that pass a filter. Paths are created only for these strings, because a large document has 100,000
 * strings.
 */
export function eachString(tree: Tree, from: Path, passes: StringFilter = () => true): readonly NamedString[] {
  const found: NamedString[] = [];
  const path = [...from];
  visit(valueAt(tree, from), "");
  return found;

  function visit(value: Json | undefined, name: string): void {
    if (typeof value === "string") {
      if (passes(value, name)) found.push({ value, path: [...path], name });
    } else if (isArray(value)) {
      for (let index = 0; index < value.length; index++) visitAt(index, value[index], name);
    } else if (isObject(value)) {
      for (const key in value) visitAt(key, value[key], key === "default" || key === "value" ? name : key);
    }
  }

  function visitAt(step: string | number, value: Json | undefined, name: string): void {
    // Most values are strings, for which the path is not needed.
    if (typeof value === "string") {
      if (passes(value, name)) found.push({ value, path: [...path, step], name });
      return;
    }
    path.push(step);
    visit(value, name);
    path.pop();
  }
}
