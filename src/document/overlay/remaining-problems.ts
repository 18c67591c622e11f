import { isArray, type Json, member } from "../../source/json/json.ts";
import { type Authored, type Path, type Problem, pointerOf, valueAt } from "../../source/tree.ts";
import type { OverlaidData } from "./overlaid-data.ts";

/** The problems of a document's text, with the paths that their values have in the result. Those of removed and replaced values are omitted. */
export function remainingProblems(result: OverlaidData): readonly Problem[] {
  return result.document.problems.flatMap((problem) => {
    const path = pathNow(problem.path, result);
    return path === undefined ? [] : [{ ...problem, path }];
  });
}

function pathNow(former: Path, { document, data, authors }: OverlaidData): Path | undefined {
  const path: (string | number)[] = [];
  let value: Json = data;
  for (const [index, step] of former.entries()) {
    const before = former.slice(0, index + 1);
    // In place of a text that is no value, the data has none.
    if (valueAt(document, before) === undefined) return [...path, ...former.slice(index)];
    const own = authors.get(value);
    const isHere = ({ value: { tree, path: at } }: Authored) => tree === document && pointerOf(at) === pointerOf(before);
    const [moved] = [...(own ?? [])].find(([, authored]) => isHere(authored)) ?? [];
    const name = moved ?? (own?.has(String(step)) ? undefined : String(step));
    const inner = name === undefined ? undefined : isArray(value) ? value[Number(name)] : member(value, name);
    if (inner === undefined) return undefined;
    path.push(isArray(value) ? Number(name) : String(name));
    value = inner;
  }
  return path;
}
