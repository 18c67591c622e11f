import { type Diagnostic, diagnostic, type Outcome } from "../../diagnostic/diagnostic.ts";
import { isArray, isObject, type Json, member } from "../../source/json/json.ts";
import { originOfValue, type Path, pointerOf, startsWith, type Tree, valueAt } from "../../source/tree.ts";
import { actionWithoutEffect, inapplicableAction, invalidOverlay } from "./codes.ts";
import { type GivenValue, locationIn, mergeAt, misfitOf, type OverlaidData, removeAll, startOverlaying, valueIn } from "./overlaid-data.ts";
import { remainingProblems } from "./remaining-problems.ts";
import { parseQuery, type QuerySteps } from "./select-nodes.ts";

/** What overlays of a document may cost together. */
export interface OverlayLimits {
  /** The number of values that their queries may read. */
  readonly steps: number;
  /** The number of values that they may insert: copies of copies grow without bound. */
  readonly insertions: number;
}

/** Twelve descents through the largest document that we know, of 13 MB, take this many steps, and as many seconds. */
const usualLimits: OverlayLimits = { steps: 10_000_000, insertions: 500_000 };

/**
 * Applies overlays to a document, in their order, and returns the document for all later stages. The structure of the overlays is valid. An
 * action that cannot be applied is reported, and the others are applied. The given trees do not change.
 */
export function applyOverlays(document: Tree, overlays: readonly Tree[], limits = usualLimits): Outcome<Tree> {
  const into = startOverlaying(document, limits.insertions);
  // What is wrong with the text of a document is reported for the document.
  if (!isObject(document.data)) return { value: { ...document, overlaid: { document, overlays, authors: into.authors } }, diagnostics: [] };
  const steps: QuerySteps = { left: limits.steps };
  const diagnostics = overlays.flatMap((overlay) =>
    actionsIn(overlay).flatMap((_, index) => applyAction(into, { overlay, path: ["actions", index], steps }) ?? []),
  );
  const overlaid = { document, overlays, authors: into.authors };
  return { value: { ...document, data: into.data, problems: remainingProblems(into), overlaid }, diagnostics };
}

function actionsIn({ data }: Tree): readonly Json[] {
  const actions = member(data, "actions");
  return isArray(actions) ? actions : [];
}

interface Action {
  readonly overlay: Tree;
  readonly path: Path;
  readonly steps: QuerySteps;
}

function applyAction(into: OverlaidData, action: Action): Diagnostic | undefined {
  const { overlay, path } = action;
  const fields = valueAt(overlay, path);
  const target = select(into, action, "target");
  if ("place" in target) return target;
  const at = originOfValue(overlay, [...path, "target"]);
  const document = into.document.source.path;
  const hasUpdate = member(fields, "update") !== undefined;
  const hasCopy = member(fields, "copy") !== undefined;
  if (member(fields, "remove") === true) {
    if (target.paths.some(({ length }) => length === 0))
      return diagnostic(inapplicableAction, { document, reason: "the root of a document cannot be removed" }, at);
    if (target.paths.length === 0) return without(`its target matches nothing in "${document}"`);
    removeAll(into, target.paths);
    return undefined;
  }
  if (hasUpdate && hasCopy) return without("`update` and `copy` switch each other off");
  if (!hasUpdate && !hasCopy) return without("it has none of `update`, `copy` and `remove: true`");
  const given = hasUpdate ? givenByUpdate(action) : givenByCopy(into, action);
  if ("place" in given) return given;
  if (target.paths.length === 0) return without(`its target matches nothing in "${document}"`);
  return update(into, target.paths, given, action);

  function without(why: string): Diagnostic {
    return diagnostic(actionWithoutEffect, { why }, at);
  }
}

/** The nodes that a query of an action selects, each once, or what is wrong with the query. */
function select(
  { data, document }: OverlaidData,
  { overlay, path, steps }: Action,
  field: "target" | "copy",
): { readonly paths: readonly Path[] } | Diagnostic {
  const place = originOfValue(overlay, [...path, field]);
  const text = String(valueAt(overlay, place.path));
  const parsed = parseQuery(text);
  if ("invalid" in parsed)
    return diagnostic(invalidOverlay, { reason: `${JSON.stringify(text)} is no JSONPath query: ${parsed.invalid}` }, place);
  const selected = parsed.query(data, steps);
  if ("stopped" in selected)
    return diagnostic(inapplicableAction, { document: document.source.path, reason: `the query was stopped: ${selected.stopped}` }, place);
  return { paths: [...new Map(selected.paths.map((each) => [pointerOf(each), each])).values()] };
}

function givenByUpdate({ overlay, path }: Action): GivenValue {
  const at = { tree: overlay, path: [...path, "update"] };
  return { value: valueAt(overlay, at.path) ?? null, at, authors: new Map() };
}

/** What `copy` selects: exactly one node. */
function givenByCopy(into: OverlaidData, action: Action): GivenValue | Diagnostic {
  const selected = select(into, action, "copy");
  if ("place" in selected) return selected;
  const [from] = selected.paths;
  if (from === undefined || selected.paths.length > 1) {
    const reason = `\`copy\` must select one value, and it selects ${from === undefined ? "none" : selected.paths.length}`;
    const place = originOfValue(action.overlay, [...action.path, "copy"]);
    return diagnostic(inapplicableAction, { document: into.document.source.path, reason }, place);
  }
  // What is copied is in the result twice, so neither of the two may be changed in place.
  into.owned = new Set();
  return { value: valueIn(into, from) ?? null, at: locationIn(into, from), authors: into.authors };
}

function update(into: OverlaidData, targets: readonly Path[], given: GivenValue, { overlay, path }: Action): Diagnostic | undefined {
  const document = into.document.source.path;
  const kinds = new Set(targets.map((target) => kindOf(valueIn(into, target))));
  if (kinds.size > 1) {
    const reason = `its target must select only objects, only arrays or only other values, and it selects ${[...kinds].join(" and ")}`;
    return diagnostic(inapplicableAction, { document, reason }, originOfValue(overlay, [...path, "target"]));
  }
  const isWritten = given.at.tree === overlay && startsWith(given.at.path, [...path, "update"]);
  for (const target of targets) {
    const misfit = misfitOf(valueIn(into, target) ?? null, given.value);
    const reason = misfit?.reason ?? mergeAt(into, target, given);
    if (reason === undefined) continue;
    const inside = misfit?.given ?? [];
    const place = originOfValue(overlay, isWritten ? [...path, "update", ...inside] : [...path, "copy"]);
    const at = locationIn(into, [...target, ...inside]);
    const related = misfit === undefined ? [] : [{ message: "The value in the document is here.", place: originOfValue(at.tree, at.path) }];
    return diagnostic(inapplicableAction, { document, reason }, place, { related });
  }
  return undefined;
}

function kindOf(value: Json | undefined): string {
  return isArray(value) ? "arrays" : isObject(value) ? "objects" : "other values";
}
