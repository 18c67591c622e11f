import { applyEdits } from "../source/edit.ts";
import { isObject, member } from "../source/json/json.ts";
import { parseTree } from "../source/parse-tree.ts";
import { originOfValue } from "../source/tree.ts";
import { withEntry } from "../source/yaml/with-entry.ts";

/**
 * Returns the text of `toolsetc.yaml` with a new entry under `sources`, and all other text unchanged. Returns `undefined` if that requires
 * rewriting other parts of the file; the user must then add the entry.
 */
export function withSource(text: string | undefined, name: string, address: string): string | undefined {
  const tree = parseTree({ path: "toolsetc.yaml", text: text ?? "" });
  const known = member(member(tree.data, "sources"), name);
  if (tree.problems.length > 0 || known === undefined) return withEntry(text ?? "", ["sources", name], address);
  // An entry with overlays is left to its author.
  if (isObject(known)) return undefined;
  return applyEdits([{ origin: originOfValue(tree, ["sources", name]), value: address }]).get(tree.source.path);
}
