import { type Diagnostic, diagnostic } from "../../../diagnostic/diagnostic.ts";
import type { Json } from "../../../source/json/json.ts";
import { locate } from "../../../source/locate.ts";
import type { Span } from "../../../source/source.ts";
import { type Origin, originOfValue, pointerOf, type Tree, type TreeLocation, valueAt, writtenTree } from "../../../source/tree.ts";
import { coercedValue } from "../codes.ts";
import { misplacedReference, unfollowedReference } from "../reference-codes.ts";
import { type CheckedOpenApi, checkOpenApi } from "./check-openapi.ts";
import type { CoercedValue, Repair } from "./repair.ts";
import { type RepairedTrees, repairTrees } from "./repair-trees.ts";
import type { FindTree } from "./shapes/shape.ts";

export interface CheckedDocuments {
  /** The result for each document, by the document's tree. If the document was repaired, this is the repaired tree. */
  readonly documents: ReadonlyMap<Tree, CheckedOpenApi>;
  /** The repaired trees, by their original trees. A tree that is not in the map needed no repair. */
  readonly repaired: ReadonlyMap<Tree, Tree>;
}

/**
 * Checks documents. A document that violates the standard in a way that has only one possible meaning is repaired and checked again. Later
 * stages see only the repaired trees; the original trees are used only to find a value in the source text.
 */
export function checkDocuments(trees: Iterable<Tree>, find: FindTree): CheckedDocuments {
  const first = new Map(Array.from(trees, (tree) => [tree, checkOnce(tree, find)]));
  const repairs = distinct([...first.values()].flatMap((checked) => checked.repairs));
  if (repairs.size === 0) return { documents: first, repaired: new Map() };

  const texts = writtenTexts([...repairs.values()]);
  const made = repairTrees([...repairs.values()], (repair) => texts.get(repair) ?? "");
  const inRepaired = (place: TreeLocation): TreeLocation => ({ tree: made.trees.get(place.tree) ?? place.tree, path: place.path });
  const followed = [...repairs.values()].flatMap((repair) =>
    repair.kind === "reference" && !made.unfollowed.has(repair)
      ? [{ ...repair, ...inRepaired(repair), target: inRepaired(repair.target) }]
      : [],
  );
  const findRepaired: FindTree = (from, uri) => {
    const found = find(writtenTree(from), uri);
    return found && (made.trees.get(found) ?? found);
  };

  const documents = Array.from(first, ([tree, checked]): [Tree, CheckedOpenApi] => {
    if (![...checked.files].some((file) => made.trees.has(file))) return [tree, checked];
    const again = made.trees.get(tree) ?? tree;
    const explained = checked.repairs.flatMap((repair) => {
      const own = repairs.get(keyOf(repair));
      return own === undefined ? [] : [explain(own, made, texts)];
    });
    const { diagnostics, ...rest } = checkOpenApi(again, findRepaired, followed);
    return [again, { ...rest, diagnostics: [...explained, ...diagnostics] }];
  });
  return { documents: new Map(documents), repaired: made.trees };
}

/** Removes duplicates: documents that share a file report the same repairs of this file. */
function distinct(repairs: readonly Repair[]): Map<string, Repair> {
  const found = new Map<string, Repair>();
  for (const repair of repairs) if (!found.has(keyOf(repair))) found.set(keyOf(repair), repair);
  return found;
}

/** A key for the location of a repair. For a nested document, the key includes the location of the value that contains the document. */
function keyOf({ tree, path }: Repair): string {
  const places: string[] = [pointerOf(path)];
  for (let outer = tree.within; outer !== undefined; outer = outer.tree.within) places.push(pointerOf(outer.path));
  return [tree.source.path, ...places.reverse()].join("\0");
}

/**
 * The source text of each value that is coerced to a string. The parsed data does not suffice: the text `1.0` is parsed as the number 1.
 */
function writtenTexts(repairs: readonly Repair[]): Map<Repair, string> {
  const coerced = repairs.flatMap((repair): [Repair, Origin][] =>
    repair.kind === "value" && repair.coercion === "as-written" ? [[repair, originOfValue(repair.tree, repair.path)]] : [],
  );
  const spans = locate(coerced.map(([, origin]) => origin));
  return new Map(coerced.map(([repair, origin]) => [repair, textAt(origin, spans.get(origin))]));
}

function textAt({ tree, path }: Origin, span: Span | undefined): string {
  const value = String(valueAt(tree, path));
  const written = span?.source.text.slice(span.start, span.end) ?? "";
  // The text of a YAML alias, or of a number in a notation such as `0x10`, is not the string that the author means, so the parsed value is
  // used.
  return /^(?:[-+]?[\d.]+(?:e[-+]?\d+)?|true|false)$/i.test(written) ? written : value;
}

function explain(repair: Repair, { trees, unfollowed }: RepairedTrees, texts: ReadonlyMap<Repair, string>): Diagnostic {
  // Findings refer to the repaired tree. The repaired value has the same path in the repaired tree as in the original tree.
  const tree = trees.get(repair.tree) ?? repair.tree;
  const at = (...steps: readonly string[]): Origin => ({ tree, path: [...repair.path, ...steps], part: "value" });
  if (repair.kind === "value") return explainValue(repair, texts.get(repair), at());
  const reason = unfollowed.get(repair);
  if (reason !== undefined) return diagnostic(unfollowedReference, { reason }, at("$ref"));
  return diagnostic(misplacedReference, { what: repair.what }, at("$ref"));
}

function explainValue({ tree, path, coercion }: CoercedValue, text: string | undefined, place: Origin): Diagnostic {
  const value: Json | undefined = coercion === "absent" ? undefined : coercion === "as-written" ? (text ?? "") : coercion.value;
  const params =
    value === undefined
      ? { written: "A field without a value", meant: "an omitted field" }
      : { written: `The value ${text ?? JSON.stringify(valueAt(tree, path))}`, meant: JSON.stringify(value) };
  return diagnostic(coercedValue, { ...params, replacement: value }, place);
}

interface Known {
  readonly checked: CheckedOpenApi;
  /** The results of `find` during the check: for each tree with references, the tree that each URI refers to. */
  readonly found: ReadonlyMap<Tree, ReadonlyMap<string, Tree | undefined>>;
}

/** A cache of results by the tree of the document. Trees are immutable. */
const known = new WeakMap<Tree, Known>();

/**
 * Checks a document. If the same tree was checked before and its references still lead to the same trees, the former result is returned.
 */
function checkOnce(tree: Tree, find: FindTree): CheckedOpenApi {
  const before = known.get(tree);
  if (before !== undefined && [...before.found].every(([from, uris]) => [...uris].every(([uri, to]) => find(from, uri) === to)))
    return before.checked;
  const found = new Map<Tree, Map<string, Tree | undefined>>();
  const checked = checkOpenApi(tree, (from, uri) => {
    const uris = found.get(from) ?? new Map<string, Tree | undefined>();
    found.set(from, uris);
    if (!uris.has(uri)) uris.set(uri, find(from, uri));
    return uris.get(uri);
  });
  known.set(tree, { checked, found });
  return checked;
}
