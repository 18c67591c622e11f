import { validateOverlay } from "../../definition/compiled/overlay.ts";
import { type Diagnostic, diagnostic } from "../../diagnostic/diagnostic.ts";
import { explainViolations, violationsOf } from "../../diagnostic/explain-violations.ts";
import { invalidOverlay, otherExtends } from "../../document/overlay/codes.ts";
import { itemsIn, type JsonObject, member } from "../../source/json/json.ts";
import { percentDecoded } from "../../source/text/percent.ts";
import { originOfKey, originOfValue, type Tree } from "../../source/tree.ts";
import { folderOf, pathFrom } from "../files/paths.ts";

/** The document that an overlay is applied to. */
export interface OverlaidDocument {
  /** The path of its file. */
  readonly path: string;
  /** The address from which `pull` fetches it. */
  readonly url: string | undefined;
}

/** Checks the structure of an overlay. Its queries are parsed when it is applied. */
export function checkOverlay(tree: Tree, document: OverlaidDocument): Diagnostic[] {
  if (tree.data === undefined) return [];
  const violations = explainViolations(violationsOf(validateOverlay, tree.data), tree, []);
  if (violations.length > 0) return violations;
  // The cast is safe: the structure of the overlay is valid.
  const overlay = tree.data as JsonObject;
  return [...checkVersion(overlay, tree), ...repeatedActions(overlay, tree), ...checkExtended(overlay, tree, document)];
}

function checkVersion({ overlay, actions }: JsonObject, tree: Tree): Diagnostic[] {
  const version = /^1\.([0-2])\.\d+$/.exec(String(overlay));
  if (version === null) {
    const reason = `the version ${JSON.stringify(overlay)} of the Overlay Specification is unknown, and known are 1.0.0, 1.1.0 and 1.2.0`;
    return [diagnostic(invalidOverlay, { reason }, originOfValue(tree, ["overlay"]))];
  }
  if (version[1] !== "0") return [];
  return itemsIn(actions).flatMap((action, index) =>
    member(action, "copy") === undefined
      ? []
      : [diagnostic(invalidOverlay, { reason: "`copy` requires `overlay: 1.1.0`" }, originOfKey(tree, ["actions", index, "copy"]))],
  );
}

/** The specification's schema allows each action only once: the second one is most probably not meant. */
function repeatedActions({ actions }: JsonObject, tree: Tree): Diagnostic[] {
  const seen = new Set<string>();
  return itemsIn(actions).flatMap((action, index) => {
    const text = JSON.stringify(action);
    if (!seen.has(text)) {
      seen.add(text);
      return [];
    }
    return [diagnostic(invalidOverlay, { reason: "the same action is in it before" }, originOfValue(tree, ["actions", index]))];
  });
}

/** `extends` is a URI reference. One to a file is compared with the path of the document, any other with the address of its source. */
function checkExtended({ extends: extended }: JsonObject, tree: Tree, { path, url }: OverlaidDocument): Diagnostic[] {
  if (typeof extended !== "string") return [];
  const isAddress = /^[A-Za-z][A-Za-z0-9+.-]*:/.test(extended);
  const document = isAddress ? url : path;
  const meant = isAddress ? extended : pathFrom(folderOf(tree.source.path), percentDecoded(extended));
  if (document === undefined || document === meant) return [];
  return [diagnostic(otherExtends, { extended, document }, originOfValue(tree, ["extends"]))];
}
