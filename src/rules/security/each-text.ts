import { isArray, isObject, type Json } from "../../source/json.ts";
import { type Path, type Tree, valueAt } from "../../source/tree.ts";

export interface NamedText {
  readonly text: string;
  readonly path: Path;
  /** The last key of its path; for `default`, `value` and items of lists, the one before. */
  readonly name: string;
}

/** Whether a text is looked for. */
export type TextFilter = (text: string, name: string) => boolean;

/** A value, and the steps that lead to it. Only the paths of texts that are looked for are made: large documents have 100,000 texts. */
interface Visited {
  readonly value: Json | undefined;
  readonly name: string;
  readonly parent: Visited | undefined;
  readonly step: string | number;
}

/** The texts of a tree below a path, in no order. */
export function* eachText(tree: Tree, from: Path, isWanted: TextFilter = () => true): Iterable<NamedText> {
  const open: Visited[] = [{ value: valueAt(tree, from), name: "", parent: undefined, step: "" }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, name } = next;
    if (typeof value === "string") {
      if (isWanted(value, name)) yield { text: value, path: [...from, ...stepsTo(next)], name };
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
