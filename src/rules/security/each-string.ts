import { isArray, isObject, type Json } from "../../source/json.ts";
import { type Path, type Tree, valueAt } from "../../source/tree.ts";

/** A string in a tree. */
export interface NamedString {
  readonly value: string;
  readonly path: Path;
  /** The last key of its path that is not `default`, `value` or an index. */
  readonly name: string;
}

export type StringFilter = (value: string, name: string) => boolean;

/** A value, and the last step of its path. Whole paths are made only for results, since large documents have 100,000 strings. */
interface Visited {
  readonly value: Json | undefined;
  readonly name: string;
  readonly parent: Visited | undefined;
  readonly step: string | number;
}

/** The strings of a tree below a path that pass a filter, in no particular order. */
export function* eachString(tree: Tree, from: Path, passes: StringFilter = () => true): Iterable<NamedString> {
  const open: Visited[] = [{ value: valueAt(tree, from), name: "", parent: undefined, step: "" }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, name } = next;
    if (typeof value === "string") {
      if (passes(value, name)) yield { value, path: [...from, ...stepsTo(next)], name };
    } else if (isArray(value)) for (const [step, item] of value.entries()) open.push({ value: item, name, parent: next, step });
    else if (isObject(value))
      for (const step of Object.keys(value))
        open.push({ value: value[step], name: step === "default" || step === "value" ? name : step, parent: next, step });
  }
}

function stepsTo(visited: Visited): Path {
  const steps: (string | number)[] = [];
  for (let at = visited; at.parent !== undefined; at = at.parent) steps.push(at.step);
  return steps.reverse();
}
