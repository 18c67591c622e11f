import { isArray, isObject, type Json, member } from "../json/json.ts";
import { type Path, pointerOf } from "../tree.ts";

/** The JSON Pointers of the innermost values that differ between two JSON values, in document order. */
export function differences(former: Json | undefined, next: Json | undefined): string[] {
  const found: string[] = [];
  const open: [Json | undefined, Json | undefined, Path][] = [[former, next, []]];
  for (let pair = open.pop(); pair !== undefined; pair = open.pop()) {
    const [was, is, path] = pair;
    if (was === is) continue;
    if (isObject(was) && isObject(is)) {
      const keys = [...new Set([...Object.keys(was), ...Object.keys(is)])];
      for (const key of keys.reverse()) open.push([member(was, key), member(is, key), [...path, key]]);
    } else if (isArray(was) && isArray(is)) {
      for (let index = Math.max(was.length, is.length) - 1; index >= 0; index--) open.push([was[index], is[index], [...path, index]]);
    } else found.push(pointerOf(path));
  }
  return found;
}
