import { nearest } from "../../diagnostic/nearest.ts";
import { isObject, type Json, member } from "../../source/json.ts";
import { type Path, pointerOf, type Tree, valueAt } from "../../source/tree.ts";
import { danglingReference, referenceCycle, remoteReference, wrongReference } from "./codes.ts";
import { addTextFaults } from "./faults.ts";
import type { Located } from "./operation.ts";
import { type Holder, hasResources, resolveUri, type Step } from "./references.ts";
import type { ObjectShape } from "./shapes/shape.ts";
import { shapeAt } from "./shapes/shape-at.ts";
import { addFault, atValue, complain, type Reference, type Session, type Visit } from "./visit.ts";
import { walk } from "./walk.ts";

/**
 * Follows every `$ref` that was met, one step each. What it leads to is walked, unless it stands where a walk came by anyway;
 * the references that are met there join the queue.
 */
export function checkReferences(session: Session, documentShape: ObjectShape): void {
  const verdicts = new Map<Tree, Map<string, Map<string, Verdict>>>();
  const walked = new Map<Tree, Map<string, ObjectShape>>([[session.root, new Map([["", documentShape]])]]);
  const chained: Reference[] = [];

  for (const reference of session.references) {
    const { tree, uri, shape } = reference;
    const known = entry(shape.name, entry(tree, verdicts));
    // Beside an `$id` the same reference means something else in each place.
    const key = hasResources(tree) ? `${uri} ${pointerOf(reference.path)}` : uri;
    const verdict = known.get(key) ?? judge(reference);
    known.set(key, verdict);
    if (verdict.kind === "good") {
      if (verdict.isChained) chained.push(reference);
      continue;
    }
    if (verdict.kind === "bad") verdict.say(reference);
    if (reference.need === "vital") addFault(session, tree, reference.path);
  }
  reportCycles(chained, session);

  function judge(reference: Reference): Verdict {
    const { uri, shape } = reference;
    const step = resolveUri(uri, reference, session.find);
    if (step.kind === "found") return judgeTarget(step.target, uri, shape);
    if (step.kind === "unread") return { kind: "unread" };
    if (step.kind === "remote") {
      return {
        kind: "bad",
        say: (each) => complain({ session, ...each }, { code: remoteReference, params: { uri }, spot: atValue("$ref") }),
      };
    }
    return {
      kind: "bad",
      say: (each) => complain({ session, ...each }, { code: danglingReference, params: { uri, ...missing(step) }, spot: atValue("$ref") }),
    };
  }

  function judgeTarget({ tree, path, value }: Located<Json>, uri: string, shape: ObjectShape): Verdict {
    const described = describedShape(tree, path);
    if (described?.kind === "object" && described.name !== shape.name) {
      const params = { uri, expected: shape.name, found: `a ${described.name}` };
      return { kind: "bad", say: (each) => complain({ session, ...each }, { code: wrongReference, params, spot: atValue("$ref") }) };
    }
    if (described?.kind !== "object") walkTarget({ tree, path }, value, shape);
    return { kind: "good", isChained: typeof member(value, "$ref") === "string" };
  }

  function walkTarget({ tree, path }: Holder, value: Json, shape: ObjectShape): void {
    if (!walked.has(tree)) addTextFaults(session, tree);
    const roots = entry(tree, walked);
    roots.set(pointerOf(path), shape);
    const visit: Visit = { session, tree, path: [...path], need: "vital" };
    walk(value, shape, visit);
  }

  /** What a walk that was made took this place for; `undefined` where none came by. */
  function describedShape(tree: Tree, path: Path) {
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

/** The map at a key, made where there is none. */
function entry<Key, Inner, Value>(key: Key, map: Map<Key, Map<Inner, Value>>): Map<Inner, Value> {
  const known = map.get(key) ?? new Map<Inner, Value>();
  map.set(key, known);
  return known;
}

type Verdict =
  | { readonly kind: "good"; readonly isChained: boolean }
  | { readonly kind: "unread" }
  | { readonly kind: "bad"; readonly say: (reference: Reference) => void };

function missing(step: Extract<Step, { kind: "dangling" }>) {
  return { missing: step.missing, near: isObject(step.within) ? nearest(step.missing, Object.keys(step.within)) : undefined };
}

/** A chain of references that returns to one of its own has no value at its end. Each such ring is named once. */
function reportCycles(chained: readonly Reference[], session: Session): void {
  const settled = new Set<string>();
  const numbers = new Map<Tree, number>();
  const idOf = ({ tree, path }: Holder): string => {
    const number = numbers.get(tree) ?? numbers.size;
    numbers.set(tree, number);
    return `${number}${pointerOf(path)}`;
  };
  for (const reference of chained) {
    const trail: Holder[] = [];
    const ids: string[] = [];
    let place: Holder | undefined = reference;
    while (place !== undefined && !settled.has(idOf(place))) {
      const id = idOf(place);
      const start = ids.indexOf(id);
      if (start !== -1) {
        reportCycle(trail.slice(start), reference, session);
        break;
      }
      trail.push(place);
      ids.push(id);
      place = nextOf(place, session);
    }
    for (const id of ids) settled.add(id);
  }
}

function nextOf({ tree, path }: Holder, session: Session): Holder | undefined {
  const value = member(valueAt(tree, path), "$ref");
  const step = typeof value === "string" ? resolveUri(value, { tree, path }, session.find) : undefined;
  return step?.kind === "found" && typeof member(step.target.value, "$ref") === "string" ? step.target : undefined;
}

function reportCycle(ring: readonly Holder[], { need }: Reference, session: Session): void {
  const [first] = ring;
  if (first === undefined) return;
  const cycle = [...ring, first].map(({ tree, path }) => `${tree === first.tree ? "" : tree.source.path}#${pointerOf(path)}`);
  complain({ session, ...first }, { code: referenceCycle, params: { cycle }, spot: atValue("$ref") });
  if (need === "vital") for (const { tree, path } of ring) addFault(session, tree, path);
}
