import type { Edit } from "../source/edit.ts";
import { isArray, type Json, member } from "../source/json.ts";
import { originOfValue, type Tree } from "../source/tree.ts";

// Swagger 2.0 §Swagger Object: an address in three members. They count as one `url`. The placeholder stands in `host`, and
// `basePath` and `schemes` stay as they are written, so that an export can be undone to the byte.

/** The one address that `host`, `basePath` and `schemes` make; `https` where several schemes or none are given. */
export function swaggerAddress(tree: Tree): string | undefined {
  const host = member(tree.data, "host");
  const basePath = member(tree.data, "basePath") ?? "";
  const schemes = schemesOf(tree);
  const scheme = schemes.length === 0 || schemes.includes("https") ? "https" : schemes[0];
  if (typeof host !== "string" || typeof basePath !== "string" || (scheme !== "https" && scheme !== "http")) return undefined;
  return `${scheme}://${host}${basePath}`;
}

/** The edits that make the three say an address, or what stands in the way. Only values that are written can be edited. */
export function swaggerEdits(tree: Tree, address: string): readonly Edit[] | string {
  const [, scheme = "", host = "", path = ""] = /^(https?):\/\/([^/]*)(.*)$/i.exec(address) ?? [];
  const edits: Edit[] = [{ origin: originOfValue(tree, ["host"]), value: host }];
  const basePath = member(tree.data, "basePath");
  if (path !== (basePath ?? "")) {
    if (basePath === undefined) return `its path "${path}" needs a \`basePath\``;
    edits.push({ origin: originOfValue(tree, ["basePath"]), value: path === "" ? "/" : path });
  }
  const now = swaggerAddress(tree);
  if (now !== undefined && !now.startsWith(`${scheme.toLowerCase()}://`)) {
    if (schemesOf(tree).length !== 1) return `"${scheme}" is not the scheme that its \`schemes\` lead to`;
    edits.push({ origin: originOfValue(tree, ["schemes", 0]), value: scheme.toLowerCase() });
  }
  return edits;
}

function schemesOf(tree: Tree): readonly Json[] {
  const schemes = member(tree.data, "schemes");
  return isArray(schemes) ? schemes : [];
}
