import { withArticle } from "../../../diagnostic/with-article.ts";
import { isArray, isObject, type Json, member } from "../../../source/json/json.ts";
import { hidingKey } from "../../../source/problem-index.ts";
import { type Path, pointerOf, type Tree, type TreeLocation, valueAt } from "../../../source/tree.ts";
import type { Located } from "../read/operation.ts";
import { hasResources, resolveUri } from "../read/references.ts";
import { addInvalidPath, atValue, reportFinding } from "../read/visit.ts";
import { danglingReference, referenceCycle, remoteReference, wrongReference } from "../reference-codes.ts";
import { addFile } from "./invalid-paths.ts";
import { type ObjectShape, type PendingReference, type Shape, shapeName, type ValidationSession, type Visit } from "./shapes/shape.ts";
import { shapeAt } from "./shapes/shape-at.ts";
import { suggestTarget } from "./suggest.ts";
import { walk } from "./walk.ts";

/**
 * Resolves every recorded `$ref` to its direct target, which is checked too, unless it is in a part of a tree that was checked before.
 * References in targets are added to the queue `session.references`.
 */
export function checkReferences(session: ValidationSession, documentShape: ObjectShape): void {
  const verdicts = new Map<Tree, Map<string, Map<string, TargetCheck>>>();
  const walked = new Map<Tree, Map<string, Shape>>([[session.root, new Map<string, Shape>([["", documentShape]])]]);
  const chained: PendingReference[] = [];

  for (const reference of session.references) {
    const { tree, path, to, shape, isMisplaced } = reference;
    if (typeof to !== "string") {
      judgeTarget({ ...to, value: valueAt(to.tree, to.path) ?? null }, "", shape);
      continue;
    }
    const known = entry(shapeName(shape), entry(tree, verdicts));
    // In a file with `$id`s, the target of a reference also depends on the place of the reference.
    const key = hasResources(tree) ? `${to} ${pointerOf(path)}` : to;
    const verdict = known.get(key) ?? judge(to, reference);
    known.set(key, verdict);
    if (verdict.kind === "good") {
      if (isMisplaced) session.repairs.push({ kind: "reference", tree, path, target: verdict.target, what: shapeName(shape) });
      else if (verdict.isChained) chained.push(reference);
      // After repairs, the remaining misplaced references are those that could not be followed. The reason was reported.
      if (!isMisplaced || !session.isRepaired) continue;
    }
    if (verdict.kind === "bad") verdict.report(reference);
    if (reference.need === "vital") addInvalidPath(session, tree, path);
  }
  reportCycles(chained, session);

  function judge(uri: string, reference: PendingReference): TargetCheck {
    const { shape } = reference;
    const step = resolveUri(uri, reference, session.find);
    if (step.kind === "found") return judgeTarget(step.target, uri, shape);
    if (step.kind === "unread") return { kind: "unread" };
    if (step.kind === "remote") {
      return {
        kind: "bad",
        report: (each) => reportFinding({ session, ...each }, { code: remoteReference, params: { uri }, spot: atValue("$ref") }),
      };
    }
    const causedAt = step.at && hidingKey(step.at, step.missing);
    const details = causedAt === undefined ? {} : { causedAt };
    return {
      kind: "bad",
      report: (each) =>
        reportFinding(
          { session, ...each },
          { code: danglingReference, params: { uri, ...suggestTarget(step, session) }, spot: atValue("$ref"), details },
        ),
    };
  }

  function judgeTarget({ tree, path, value }: Located<Json>, uri: string, shape: Shape): TargetCheck {
    const described = describedShape(tree, path);
    const found = otherKind(value, shape) ?? (described && otherShape(described, shape));
    if (found !== undefined) {
      const params = { uri, expected: withArticle(shapeName(shape)), found };
      return {
        kind: "bad",
        report: (each) => reportFinding({ session, ...each }, { code: wrongReference, params, spot: atValue("$ref") }),
      };
    }
    if (described === undefined || shapeName(described) !== shapeName(shape) || !isContainer(described))
      walkTarget({ tree, path }, value, shape);
    return { kind: "good", target: { tree, path }, isChained: typeof member(value, "$ref") === "string" };
  }

  function walkTarget({ tree, path }: TreeLocation, value: Json, shape: Shape): void {
    addFile(session, tree);
    const roots = entry(tree, walked);
    roots.set(pointerOf(path), shape);
    const visit: Visit = { session, tree, path: [...path], need: "vital" };
    walk(value, shape, visit);
  }

  /** The shape against which the value at `path` was already checked; `undefined` if the value was not checked. */
  function describedShape(tree: Tree, path: Path): Shape | undefined {
    const roots = walked.get(tree);
    if (roots === undefined) return undefined;
    for (let length = path.length; length >= 0; length--) {
      const root = roots.get(pointerOf(path.slice(0, length)));
      const shape = root === undefined ? undefined : shapeAt(root, path.slice(length));
      if (shape !== undefined && shape.kind !== "any") return shape;
    }
    return undefined;
  }
}

function isContainer({ kind }: Shape): boolean {
  return kind === "object" || kind === "map" || kind === "array";
}

/** The name of the shape `described`, with an article, if it differs from the name of the shape `expected`. */
function otherShape(described: Shape, expected: Shape): string | undefined {
  // A reference to a map is allowed where an object is expected: the keys of the map are then the fields of the object.
  const isComparable = described.kind === "object" || (expected.kind !== "object" && isContainer(described));
  return isComparable && shapeName(described) !== shapeName(expected) ? withArticle(shapeName(described)) : undefined;
}

/**
 * The kind of a target, if no value of this kind can have the expected shape. If an object is expected, the result is `undefined`, because
 * `walk` checks that the target is an object.
 */
function otherKind(value: Json, expected: Shape): string | undefined {
  if (expected.kind === "object" || typeof member(value, "$ref") === "string") return undefined;
  if (isArray(value)) return expected.kind === "array" || expected.kind === "either" ? undefined : "an array";
  if (isObject(value)) return expected.kind === "map" || expected.kind === "either" ? undefined : "an object";
  return isContainer(expected) ? "a single value" : undefined;
}

/** The inner map at a key. If there is none, an empty map is added. */
function entry<Key, Inner, Value>(key: Key, map: Map<Key, Map<Inner, Value>>): Map<Inner, Value> {
  const known = map.get(key) ?? new Map<Inner, Value>();
  map.set(key, known);
  return known;
}

type TargetCheck =
  | { readonly kind: "good"; readonly target: TreeLocation; readonly isChained: boolean }
  | { readonly kind: "unread" }
  | { readonly kind: "bad"; readonly report: (reference: PendingReference) => void };

/** Reports each cycle of references once. `chained` are the references whose targets have a `$ref`. */
function reportCycles(chained: readonly PendingReference[], session: ValidationSession): void {
  const settled = new Set<string>();
  const numbers = new Map<Tree, number>();
  const idOf = ({ tree, path }: TreeLocation): string => {
    const number = numbers.get(tree) ?? numbers.size;
    numbers.set(tree, number);
    return `${number}${pointerOf(path)}`;
  };
  for (const reference of chained) {
    const trail = new Map<string, TreeLocation>();
    let place: TreeLocation | undefined = reference;
    while (place !== undefined && !settled.has(idOf(place))) {
      const id = idOf(place);
      if (trail.has(id)) {
        reportCycle([...trail.values()].slice([...trail.keys()].indexOf(id)), reference, session);
        break;
      }
      trail.set(id, place);
      place = nextOf(place, session);
    }
    for (const id of trail.keys()) settled.add(id);
  }
}

function nextOf({ tree, path }: TreeLocation, session: ValidationSession): TreeLocation | undefined {
  const value = member(valueAt(tree, path), "$ref");
  const step = typeof value === "string" ? resolveUri(value, { tree, path }, session.find) : undefined;
  return step?.kind === "found" && typeof member(step.target.value, "$ref") === "string" ? step.target : undefined;
}

function reportCycle(ring: readonly TreeLocation[], { need }: PendingReference, session: ValidationSession): void {
  const [first] = ring;
  if (first === undefined) return;
  const cycle = [...ring, first].map(({ tree, path }) => `${tree === first.tree ? "" : tree.source.path}#${pointerOf(path)}`);
  reportFinding({ session, ...first }, { code: referenceCycle, params: { cycle }, spot: atValue("$ref") });
  if (need === "vital") for (const { tree, path } of ring) addInvalidPath(session, tree, path);
}
