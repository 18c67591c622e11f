import { thousands } from "../../../diagnostic/name-list.ts";
import { isArray, isObject, type Json, maxDepth } from "../../../source/json/json.ts";
import { type Path, pointerOf, type Tree, type TreeLocation, valueAt } from "../../../source/tree.ts";
import type { Coercion, MisplacedReference, Repair } from "./repair.ts";

export interface RepairedTrees {
  /** The repaired trees, by their original trees. A tree that is not in the map needed no repair. */
  readonly trees: ReadonlyMap<Tree, Tree>;
  /** The reason for each reference that was not followed. */
  readonly unfollowed: ReadonlyMap<MisplacedReference, string>;
}

/** A repaired value and its authored location, which differs from its place in the repaired tree if a reference was followed. */
interface Built {
  readonly value: Json;
  readonly home: TreeLocation;
}

interface Branch {
  repair: Repair | undefined;
  readonly children: Map<string, Branch>;
}

type Container = readonly Json[] | { readonly [name: string]: Json };

/** The maximum number of values that misplaced references may insert, so that the size of repaired documents is bounded. */
const maxValues = 2_000_000;

/** The maximum depth of misplaced references that are followed within the targets of others. Deeper chains could overflow the stack. */
const maxNested = 20;

/**
 * Repairs trees: coerces values, and replaces misplaced references by their targets. Only the values on the paths to repairs are copied.
 * `asWritten` returns the source text of a value.
 */
export function repairTrees(repairs: readonly Repair[], asWritten: (repair: Repair) => string): RepairedTrees {
  const plans = planOf(repairs);
  const built = new Map<Branch, Built>();
  const open = new Set<Branch>();
  const sizes = new Map<Container, Size>();
  const grafts = new Map<Json, Map<string, TreeLocation>>();
  const unfollowed = new Map<MisplacedReference, string>();
  let values = 0;
  let nested = 0;

  const trees = new Map<Tree, Tree>();
  for (const [tree, plan] of plans) {
    const { value } = buildAt({ tree, path: [] }, tree.data ?? null, plan);
    trees.set(tree, { ...tree, data: value, repaired: { written: tree, grafts } });
  }
  for (const homes of grafts.values()) for (const [name, { tree, path }] of homes) homes.set(name, { tree: trees.get(tree) ?? tree, path });
  return { trees, unfollowed };

  function buildAt(home: TreeLocation, value: Json, branch: Branch | undefined): Built {
    if (branch === undefined) return { value, home };
    const known = built.get(branch);
    if (known !== undefined) return known;
    open.add(branch);
    const made = build(home, value, branch);
    open.delete(branch);
    built.set(branch, made);
    return made;
  }

  function build(home: TreeLocation, value: Json, { repair, children }: Branch): Built {
    if (repair?.kind === "value") return { value: coercedValueOf(repair, repair.coercion) ?? null, home };
    const own = children.size === 0 ? value : membersOf(home, value, children);
    return repair?.kind === "reference" ? follow(repair, { value: own, home }) : { value: own, home };
  }

  /** A copy of an object or array in which the members with repairs are replaced. */
  function membersOf(home: TreeLocation, value: Json, children: ReadonlyMap<string, Branch>): Json {
    const homes = new Map<string, TreeLocation>();
    const member = (name: string, each: Json): Json | undefined => {
      const branch = children.get(name);
      if (branch?.repair?.kind === "value" && branch.repair.coercion === "absent") return undefined;
      const place = { tree: home.tree, path: [...home.path, isArray(value) ? Number(name) : name] };
      const made = buildAt(place, each, branch);
      if (branch?.repair !== undefined && !isSame(made.home, place)) homes.set(name, made.home);
      return made.value;
    };
    const copy = isArray(value)
      ? value.map((each, index) => member(String(index), each) ?? null)
      : // The cast is safe: repairs have paths through this value, so it is an array or an object.
        fromEntries(Object.entries(value as JsonMembers).map(([name, each]) => [name, member(name, each)]));
    if (homes.size > 0) grafts.set(copy, homes);
    return copy;
  }

  function coercedValueOf(repair: Repair, meant: Coercion): Json | undefined {
    return meant === "absent" ? undefined : meant === "as-written" ? asWritten(repair) : meant.value;
  }

  function follow(repair: MisplacedReference, own: Built): Built {
    const reason = reasonNotToFollow(repair);
    if (reason !== undefined) {
      unfollowed.set(repair, reason);
      return own;
    }
    nested += 1;
    const { tree, path } = repair.target;
    const target = buildAt(repair.target, valueAt(tree, path) ?? null, branchAt(plans.get(tree), path));
    nested -= 1;
    const size = sizeOf(target.value);
    values += size.values;
    if (values > maxValues || repair.path.length + size.depth > maxDepth) {
      unfollowed.set(
        repair,
        values > maxValues
          ? `with the target, the document would have more than ${thousands(maxValues)} values`
          : "the target is nested too deeply",
      );
      return own;
    }
    return merged(own, target);
  }

  function reasonNotToFollow({ target: { tree, path } }: MisplacedReference): string | undefined {
    if (nested === maxNested) return `the reference is the last in a chain of more than ${maxNested} references`;
    const branch = branchAt(plans.get(tree), path);
    return branch !== undefined && open.has(branch)
      ? 'the target contains the same "$ref", so the chain of references would never end'
      : undefined;
  }

  /** Merges the target of a misplaced `$ref` with the members beside the `$ref`, as other programs do. */
  function merged(own: Built, target: Built): Built {
    const { $ref: _reference, ...siblings } = own.value as JsonMembers; // The cast is safe: `own.value` has a `$ref`.
    if (!isObject(target.value) || Object.keys(siblings).length === 0) return target;
    const value = { ...target.value, ...siblings };
    const inherited = grafts.get(target.value);
    const homes = Object.keys(target.value)
      .filter((name) => !Object.hasOwn(siblings, name))
      .map((name): [string, TreeLocation] => [name, inherited?.get(name) ?? { tree: target.home.tree, path: [...target.home.path, name] }]);
    grafts.set(value, new Map([...homes, ...(grafts.get(own.value) ?? [])]));
    return { value, home: own.home };
  }

  function sizeOf(value: Json): Size {
    if (!isArray(value) && !isObject(value)) return { values: 1, depth: 0 };
    const known = sizes.get(value);
    if (known !== undefined) return known;
    let [count, depth] = [1, 0];
    for (const each of Object.values(value)) {
      const size = sizeOf(each);
      count += size.values;
      depth = Math.max(depth, size.depth);
    }
    const size = { values: count, depth: depth + 1 };
    sizes.set(value, size);
    return size;
  }
}

function isSame(one: TreeLocation, other: TreeLocation): boolean {
  return one.tree === other.tree && pointerOf(one.path) === pointerOf(other.path);
}

interface Size {
  readonly values: number;
  readonly depth: number;
}

interface JsonMembers {
  readonly [name: string]: Json;
}

function fromEntries(entries: readonly (readonly [string, Json | undefined])[]): JsonMembers {
  return Object.fromEntries(entries.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}

function planOf(repairs: readonly Repair[]): Map<Tree, Branch> {
  const plans = new Map<Tree, Branch>();
  for (const repair of repairs) {
    let branch = plans.get(repair.tree) ?? emptyBranch();
    plans.set(repair.tree, branch);
    for (const step of repair.path) {
      const next = branch.children.get(String(step)) ?? emptyBranch();
      branch.children.set(String(step), next);
      branch = next;
    }
    branch.repair ??= repair;
  }
  return plans;
}

function emptyBranch(): Branch {
  return { repair: undefined, children: new Map() };
}

function branchAt(plan: Branch | undefined, path: Path): Branch | undefined {
  return path.reduce<Branch | undefined>((branch, step) => branch?.children.get(String(step)), plan);
}
