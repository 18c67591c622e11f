import { resourceNames } from "../../definition/definition-names.ts";
import { nodeAt } from "../../definition/node.ts";
import { diagnostic, type Outcome } from "../../diagnostic/diagnostic.ts";
import { pushAll } from "../../source/text/push-all.ts";
import type { Tree } from "../../source/tree.ts";
import { conflictingOverlays, emptyFile } from "../codes.ts";
import type { Config, ConfigValue } from "../config/config.ts";
import { isBlank, type Loading } from "../files/loading.ts";
import { folderOf, pathFrom } from "../files/paths.ts";
import { unreadFile } from "../files/unread-file.ts";
import type { ProjectResource } from "../project.ts";

/** A definition and its document. */
export interface DocumentUse {
  readonly resource: ProjectResource;
  readonly document: Tree;
}

/**
 * Applies the configured overlays to the documents of definitions. Returns the results by the documents; a document without overlays is not
 * in the map. Overlays belong to a document, so all definitions that share it share its overlays.
 */
export async function loadOverlays(uses: readonly DocumentUse[], config: Config, loading: Loading): Promise<ReadonlyMap<Tree, Tree>> {
  const overlaid = new Map<Tree, Tree>();
  if (config.overlays.size === 0) return overlaid;
  const known = new Map<Tree, readonly ConfigValue<string>[]>();
  for (const { resource, document } of uses) {
    const names = resourceNames(nodeAt(resource), resource.fallbackName);
    const entries = names.map((name) => config.overlays.get(name)).find((each) => each !== undefined);
    if (entries === undefined) continue;
    const others = known.get(document);
    if (others !== undefined) reportConflict(entries, others, loading);
    else {
      known.set(document, entries);
      const url = names.map((name) => config.sources.get(name)?.value).find((each) => each !== undefined);
      overlaid.set(document, await overlay(document, { entries, url }, loading));
    }
  }
  return overlaid;
}

/** Reports the overlays of a definition if they are not those that another definition has for the same document. */
function reportConflict(entries: readonly ConfigValue<string>[], others: readonly ConfigValue<string>[], loading: Loading): void {
  const pathsOf = (some: readonly ConfigValue<string>[]) => JSON.stringify(some.map(overlayPath));
  const [{ origin = undefined } = {}] = entries;
  const [other] = others;
  if (origin === undefined || pathsOf(entries) === pathsOf(others)) return;
  const related = other?.origin === undefined ? [] : [{ message: "The other overlays are here.", place: other.origin }];
  loading.diagnostics.push(diagnostic(conflictingOverlays, {}, origin, { related }));
}

interface Request {
  readonly entries: readonly ConfigValue<string>[];
  readonly url: string | undefined;
}

async function overlay(document: Tree, { entries, url }: Request, loading: Loading): Promise<Tree> {
  const overlays = (await Promise.all(entries.map((entry) => readOverlay(entry, loading)))).flatMap((tree) => tree ?? []);
  // Queries are parsed by a library that other projects do not need, and the structure of overlays is checked by a large validator.
  const [{ checkOverlay }, { applyOverlays }] = await Promise.all([
    import("./check-overlay.ts"),
    import("../../document/overlay/apply-overlays.ts"),
  ]);
  const found = overlays.map((tree) => checkOverlay(tree, { path: document.source.path, url }));
  const valid = overlays.filter((tree, index) => tree.data !== undefined && found[index]?.every(({ severity }) => severity !== "error"));
  const { value: tree, diagnostics } = appliedOnce(document, valid, applyOverlays);
  pushAll(loading.diagnostics, [...found.flat(), ...diagnostics]);
  // An overlay with an error is one of the document's too: what it lacks is known by it.
  if (valid.length === overlays.length || tree.overlaid === undefined) return tree;
  return { ...tree, overlaid: { ...tree.overlaid, overlays } };
}

async function readOverlay(entry: ConfigValue<string>, loading: Loading): Promise<Tree | undefined> {
  const path = overlayPath(entry);
  const { origin } = entry;
  if (origin === undefined) throw new Error("Overlays are named only in the configuration.");
  const tree = path === undefined ? "outside" : await loading.reader.tree(path);
  if (typeof tree === "string") {
    const tried = path === undefined ? [] : [path];
    loading.diagnostics.push(unreadFile(tree, entry.value, { place: origin, paths: await loading.paths(), tried }));
    return undefined;
  }
  if (!isBlank(tree)) return tree;
  loading.diagnostics.push(diagnostic(emptyFile, { path: tree.source.path }, origin));
  return undefined;
}

/** The path of an overlay from the project's root; `undefined` if it is outside. */
function overlayPath({ value, origin }: ConfigValue<string>): string | undefined {
  return pathFrom(folderOf(origin?.tree.source.path ?? ""), value);
}

/** The last outcome for each document. Trees are immutable, so an editor does not check an unchanged document again. */
const known = new WeakMap<Tree, Outcome<Tree> & { readonly overlays: readonly Tree[] }>();

function appliedOnce(
  document: Tree,
  overlays: readonly Tree[],
  apply: (document: Tree, overlays: readonly Tree[]) => Outcome<Tree>,
): Outcome<Tree> {
  const before = known.get(document);
  if (before?.overlays.length === overlays.length && before.overlays.every((each, index) => each === overlays[index])) return before;
  const applied = apply(document, overlays);
  known.set(document, { ...applied, overlays });
  return applied;
}
