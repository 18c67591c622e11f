import type { Edit } from "../source/edit.ts";
import { itemsIn, type Json, member } from "../source/json/json.ts";
import { originOfValue, type Tree } from "../source/tree.ts";

// In Swagger 2.0 (§Swagger Object), an address consists of three members. Here, these members are treated as one `url`. An export writes
// the placeholder to `host` and does not change `basePath` and `schemes`, so that an import can restore the file byte for byte.

/**
 * The address that `host`, `basePath` and `schemes` form. Its scheme is `https` if `schemes` contains `https` or is empty, else the first
 * of the `schemes`. `undefined` if these members form no HTTP address.
 */
export function swaggerAddress(tree: Tree): string | undefined {
  const host = member(tree.data, "host");
  const basePath = member(tree.data, "basePath") ?? "";
  const schemes = schemesOf(tree);
  const scheme = schemes.length === 0 || schemes.includes("https") ? "https" : schemes[0];
  if (typeof host !== "string" || typeof basePath !== "string" || (scheme !== "https" && scheme !== "http")) return undefined;
  return `${scheme}://${host}${basePath}`;
}

/**
 * The edits that write an address to `host`, `basePath` and `schemes`, or the reason why the address cannot be written. Absent members are
 * not added.
 */
export function swaggerEdits(tree: Tree, address: string): readonly Edit[] | string {
  const [, scheme = "", host = "", path = ""] = /^(https?):\/\/([^/]*)(.*)$/i.exec(address) ?? [];
  const edits: Edit[] = [{ origin: originOfValue(tree, ["host"]), value: host }];
  const basePath = member(tree.data, "basePath");
  if (path !== (basePath ?? "")) {
    if (basePath === undefined) return `the URL has the path "${path}", but the document has no \`basePath\``;
    edits.push({ origin: originOfValue(tree, ["basePath"]), value: path === "" ? "/" : path });
  }
  const current = swaggerAddress(tree);
  if (current !== undefined && !current.startsWith(`${scheme.toLowerCase()}://`)) {
    if (schemesOf(tree).length !== 1)
      return `the URL has the scheme "${scheme}", but \`schemes\` does not contain exactly one scheme to replace`;
    edits.push({ origin: originOfValue(tree, ["schemes", 0]), value: scheme.toLowerCase() });
  }
  return edits;
}

function schemesOf(tree: Tree): readonly Json[] {
  const schemes = member(tree.data, "schemes");
  return itemsIn(schemes);
}
