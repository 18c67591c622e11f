import { resolveUri } from "../../../document/openapi/read/references.ts";
import { findTree } from "../../../project/documents/documents.ts";
import type { Project } from "../../../project/project.ts";
import { isObject, type Json, member } from "../../../source/json/json.ts";
import { locate } from "../../../source/locate.ts";
import { originOfKey, type Tree, writtenTree } from "../../../source/tree.ts";
import { codeSpan, escaped } from "./markdown.ts";
import type { NamedPlace } from "./named-places.ts";

/** A written `$ref`: a member of JSON or YAML, also one inside a JSON string, where its quotes are escaped. */
const written = /\$ref(?:\\?["'])?\s*:\s*(?:\\?["'])?([^\s"'\\,\]}]+)/g;

/** How far from the cursor a `$ref` is searched, since some documents have one line. */
const reach = 2_000;
/** The maximum number of lines of a target that a hover shows. */
const mostLines = 30;

/** The target of the `$ref` at an offset of a file, which may be in a document inside a definition. */
export function referenceAt(tree: Tree, offset: number, project: Project): Pick<NamedPlace, "to" | "hover"> | undefined {
  const uri = uriAt(tree.source.text, offset);
  if (uri === undefined) return undefined;
  const from = { tree: documentAt(tree, offset, project), path: [] };
  const found = resolveUri(uri, from, (of, file) => findTree(of, file, project));
  if (found.kind !== "found") return undefined;
  const { tree: target, path, value } = found.target;
  if (path.length === 0) return { to: [{ tree: writtenTree(target), range: { start: 0, end: 0 } }], hover: codeSpan(target.source.path) };
  return { to: [originOfKey(target, path)], hover: hoverOf(value) };
}

function uriAt(text: string, offset: number): string | undefined {
  const start = Math.max(text.lastIndexOf("\n", offset - 1) + 1, offset - reach);
  const lineEnd = text.indexOf("\n", offset);
  const near = text.slice(start, Math.min(lineEnd === -1 ? text.length : lineEnd, offset + reach));
  for (const found of near.matchAll(written))
    if (start + found.index <= offset && offset <= start + found.index + found[0].length) return found[1];
  return undefined;
}

/** The innermost document that contains an offset: one inside the file, or the file itself. */
function documentAt(tree: Tree, offset: number, { nested }: Project): Tree {
  const inside = [...(nested.get(tree) ?? nested.get(writtenTree(tree)) ?? new Map<string, Tree>()).values()];
  const spans = locate(inside.flatMap(({ within }) => within ?? []));
  const around = inside.find(({ within }) => {
    const span = within && spans.get(within);
    return span !== undefined && span.start <= offset && offset <= span.end;
  });
  return around ?? tree;
}

/** The description of a target and the beginning of its text. No line of JSON can end the block of code. */
function hoverOf(value: Json): string {
  const lines = JSON.stringify(withoutDescription(value), undefined, 2).split("\n");
  const shown = lines.length > mostLines ? [...lines.slice(0, mostLines), "…"] : lines;
  const description = member(value, "description");
  const text = typeof description === "string" ? [escaped(description), ""] : [];
  return [...text, "```json", ...shown, "```"].join("\n");
}

function withoutDescription(value: Json): Json {
  return isObject(value) ? Object.fromEntries(Object.entries(value).filter(([name]) => name !== "description")) : value;
}
