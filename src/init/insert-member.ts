import { isObject, type Json, member } from "../source/json/json.ts";
import { withoutComments } from "../source/json/json-comments.ts";
import { locate } from "../source/locate.ts";
import { parseTree } from "../source/parse-tree.ts";
import { originOfValue, type Path, type Tree } from "../source/tree.ts";

/**
 * Inserts a member at the end of an object in a JSON text, with the indentation of the text. `path` leads to the object; missing objects on
 * the path are created. All other text, including comments, is unchanged. Returns `undefined` if the text is invalid, or if the text or a
 * value on the path is not an object.
 */
export function insertMember(text: string, path: readonly string[], { name, value }: { name: string; value: Json }): string | undefined {
  const plain = withoutComments(text);
  const tree = parseTree({ path: "settings.json", text: plain });
  if (tree.problems.length > 0) return undefined;
  const depth = deepestObject(tree.data, path);
  if (depth === undefined) return undefined;
  const rest = path.slice(depth);
  const added = [...rest, name].reduceRight<Json>((inner, key) => ({ [key]: inner }), value);
  return inserted({ text, plain, tree }, path.slice(0, depth), added);
}

/** How many steps of the path lead to existing objects; `undefined` if a step leads to a value that is not an object. */
function deepestObject(data: Json | undefined, path: readonly string[]): number | undefined {
  let at = data;
  if (!isObject(at)) return undefined;
  for (const [index, step] of path.entries()) {
    const next: Json | undefined = member(at, step);
    if (next === undefined) return index;
    if (!isObject(next)) return undefined;
    at = next;
  }
  return path.length;
}

/** A JSON text with comments. In `plain`, spaces replace comments and trailing commas, so positions are the same as in `text`. */
interface CommentedText {
  readonly text: string;
  readonly plain: string;
  readonly tree: Tree;
}

function inserted({ text, plain, tree }: CommentedText, path: Path, added: Json): string {
  const origin = originOfValue(tree, path);
  const span = locate([origin]).get(origin);
  if (span === undefined) throw new Error(`${tree.source.path} has no ${JSON.stringify(path)}`);
  const close = span.end - 1;
  const lastEnd = plain.slice(0, close).trimEnd().length;
  const isEmpty = lastEnd === span.start + 1;
  const newline = text.includes("\r\n") ? "\r\n" : "\n";
  const outer = /^[ \t]*/.exec(text.slice(text.lastIndexOf("\n", span.start) + 1))?.[0] ?? "";
  const unit = /\n([ \t]+)"/.exec(text)?.[1] ?? "  ";
  const lines = JSON.stringify(added, undefined, unit).split("\n").slice(1, -1);
  const body = lines.map((line) => `${newline}${outer}${line}`).join("");
  // If `text` has a trailing comma after the last member, no other comma is inserted.
  const hasComma = /^\s*,/.test(text.slice(lastEnd));
  const comma = isEmpty || hasComma ? "" : ",";
  const tail = text.slice(lastEnd, close).trimEnd();
  const after = `${newline}${outer}${text.slice(close)}`;
  return `${text.slice(0, lastEnd)}${comma}${tail}${body}${after}`;
}
