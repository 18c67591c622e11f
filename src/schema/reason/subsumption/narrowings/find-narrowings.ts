import type { Json } from "../../../../source/json/json.ts";
import { pointerOf } from "../../../../source/tree.ts";
import { assertionsIn, enumBesideNull, isWithin, typesOf, typesOfAny } from "../assertions-in.ts";
import type { Comparer, Subsumption } from "../compare.ts";
import type { Assertion, NormalSchema } from "../normal-schema.ts";
import { reversed, type Waiver } from "../obligation.ts";
import { type ComparedAlternative, compareAlternative } from "./compare-alternative.ts";
import { differingItems, differingMembers, type Inside } from "./differing-parts.ts";
import {
  createAlternativeMatcher,
  describesMembers,
  hasNewTag,
  tagOf,
  undecidedUnion,
  unionIn,
  versionIn,
} from "./match-changed-alternative.ts";
import { breaksIn, type Found, hasNewValue, keywordsOfBoth, listedOf, type Narrowings, nullIn, withoutRepetitions } from "./narrowing.ts";

/** The maximum number of narrowings that are no additions, the maximum length of their paths, and the maximum number of paths that are followed. */
export const maxFound = 50;
export const maxNesting = 12;
export const maxVisits = 2_000;

/**
 * How many levels deeper a union counts as it is. To compare its alternatives may take all steps, and a member that differs in them often
 * differs elsewhere too, where it is found in few steps.
 */
const levelsBeforeUnion = 3;

/** A narrowing of two schemas, and the pairs of their subschemas that are its cause. If there are such pairs, only they are reported. */
interface Difference {
  readonly found: Found;
  readonly inside: readonly Inside[];
}

/** Two schemas that differ, the path of the value that they describe, and the two schemas that contain them. */
interface Visit extends Pick<Inside, "sup" | "sub"> {
  readonly path: readonly string[];
  readonly around: Visit | undefined;
}

/**
 * Creates a function that finds the innermost parts of `wide` that do not accept all values that `narrow` accepts. The result is empty if
 * `wide` covers `narrow`, and has a narrowing if `wide` rejects a value that `narrow` accepts. Each pair of schemas is compared once for
 * all calls.
 */
export function createNarrowingFinder(
  comparer: Pick<Comparer<string>, "covers" | "all">,
  waives: Waiver,
): (wide: NormalSchema, narrow: NormalSchema) => Narrowings {
  const known = new Map<string, readonly Difference[]>();
  const covers = (wide: NormalSchema, narrow: NormalSchema) => comparer.covers(wide, narrow, waives);
  const matcher = createAlternativeMatcher((wide, narrow) => comparer.covers(wide, narrow, reversed(waives)).kind === "yes");
  return (wide, narrow) => {
    const result = covers(wide, narrow);
    if (result.kind === "yes") return { found: [], isCut: false };
    const { found, isCut } = findAll({ sup: wide, sub: narrow, path: [], around: undefined });
    // In a recursive schema, an undecided comparison may lead only back to itself.
    if (found.length === 0)
      return {
        found: [{ path: [], kind: "opaque", required: undefined, isAddition: false, wide: {}, narrow: {}, value: valueOf(result) }],
        isCut: false,
      };
    return { found: withoutRepetitions(found), isCut };
  };

  /** Follows the differences level by level, so that the narrowings with the shortest paths are found first. */
  function findAll(first: Visit): { readonly found: readonly Found[]; readonly isCut: boolean } {
    const found = new Map<string, Found>();
    const deepest = new Map<string, Found>();
    const levels: Visit[][] = [[first]];
    let visits = 0;
    for (let level = 0; level < levels.length; level++)
      for (const visit of levels[level] ?? []) {
        visits += 1;
        if (breaksIn(found.values()) >= maxFound || visits > maxVisits) return { found: listedOf(found.values(), maxFound), isCut: true };
        for (const { found: own, inside } of differencesOf(visit)) {
          const isDeepest = inside.length > 0 && visit.path.length >= maxNesting;
          if (inside.length === 0 || isDeepest)
            (isDeepest ? deepest : found).set(`${pointerOf(visit.path)} ${own.schemas}`, { ...own, path: visit.path });
          else
            for (const { step, sup, sub } of inside) {
              const next = { sup, sub, path: [...visit.path, ...step], around: visit };
              if (isRecursive(next)) continue;
              const isUnion = undecidedUnion(assertionsIn(sub)) !== undefined;
              const nextLevel = level + (isUnion ? levelsBeforeUnion : 1);
              const waiting = levels[nextLevel] ?? [];
              levels[nextLevel] = waiting;
              waiting.push(next);
            }
        }
      }
    // Their causes are deeper, so that other findings say more.
    if (found.size === 0) return { found: listedOf(deepest.values(), maxFound), isCut: false };
    return { found: listedOf(found.values(), maxFound), isCut: deepest.size > 0 || breaksIn(found.values()) > maxFound };
  }

  function differencesOf({ sup, sub }: Visit): readonly Difference[] {
    const key = `${sup.id}|${sub.id}`;
    const found = known.get(key) ?? compare(sup, sub);
    known.set(key, found);
    return found;
  }

  function compare(sup: NormalSchema, sub: NormalSchema): readonly Difference[] {
    const own = assertionsIn(sub);
    // Beside an alternative that is any object, an object lacks its members too.
    const isNew = describesMembers(sup) && unionIn(sup).length === 0 && unionIn(sub).length > 1;
    const union = undecidedUnion(own) ?? (isNew ? unionIn(sub) : undefined);
    if (union !== undefined) return byAlternative(union, sup, sub);
    const differences = assertionsIn(sup).flatMap((whole): Difference[] => {
      const [assertion, alone] = [enumBesideNull(whole) ?? whole, comparer.all([], [whole])];
      const result = covers(alone, sub);
      if (result.kind === "yes") return [];
      const required = assertion.kind === "required" ? assertion.name : undefined;
      const schemas = `${assertion.id}|${keyOf(own)}`;
      const isAddition = assertion.kind === "values" && isWithin(typesOf(sub), typesOf(alone) | nullIn(sup));
      return [
        {
          found: {
            path: [],
            schemas,
            kind: assertion.kind,
            required,
            isAddition,
            ...keywordsOfBoth(assertion, sub),
            value: valueOf(result),
          },
          inside: insideOf(assertion, sub, own),
        },
      ];
    });
    // If no value has the former type, or any value is possible, what its members and items were says nothing.
    const types = differences.find(({ found }) => found.kind === "types");
    if (types !== undefined && (own.length === 0 || (typesOf(sup) & typesOf(sub)) === 0)) return [types];
    // Values of a new type, as null, are said with the type.
    return types === undefined ? differences : differences.filter(({ found }) => found.kind !== "values" || hasNewValue(found, sup));
  }

  /**
   * Compares each alternative of a union in `sub` with `sup`. If `sup` covers none of them, or has another version of an alternative, the
   * narrowings are searched inside. Otherwise, the alternative itself is the narrowing.
   */
  function byAlternative(union: readonly NormalSchema[], sup: NormalSchema, sub: NormalSchema): readonly Difference[] {
    const former = unionIn(sup);
    const compared = union.map((each) => compareAlternative(each, { sup, sub, union }, { covers, all: comparer.all, waives }));
    const refused = compared.filter(({ isCovered }) => !isCovered);
    const isAll = refused.length === union.length;
    const difference = (
      { alternative, part, result, version }: ComparedAlternative,
      isAddition: boolean,
      isInside: boolean,
    ): Difference => ({
      found: {
        path: [],
        schemas: `${keyOf(assertionsIn(sup))}|${keyOf(assertionsIn(part))}`,
        kind: "any",
        required: undefined,
        isAddition,
        wide: {},
        narrow: tagOf(alternative),
        value: valueOf(result),
      },
      inside: isInside ? [{ step: [], sup: version !== undefined && covers(version, part).kind !== "yes" ? version : sup, sub: part }] : [],
    });
    if (former.length === 0 && describesMembers(sup)) {
      // An object that became a union lacks its members in most alternatives, which says nothing of each member.
      const version = versionIn(sup, union);
      if (isAll && version === undefined) return refused.slice(0, 1).map((each) => difference(each, false, false));
      return refused.map((each) => difference(each, isWithin(typesOf(each.part), typesOf(sup)), each.alternative === version));
    }
    // A schema that became one of several alternatives is the only former one.
    const accepted = union.filter((each) => !refused.some(({ alternative }) => alternative === each));
    const areKept = former.length > 0 ? matcher.areKept(former, union) : accepted.some((each) => covers(each, sup).kind === "yes");
    const formerTypes = former.length > 0 ? typesOfAny(former) : typesOf(sup);
    return refused.map((each) => {
      const isChanged = each.version !== undefined || matcher.match(each.alternative, former) !== undefined;
      const isAddition = !isChanged && (areKept || hasNewTag(each.alternative, former)) && isWithin(typesOf(each.part), formerTypes);
      return difference(each, isAddition, isChanged || (isAll && !isAddition));
    });
  }

  /** The pairs of subschemas because of which `assertion` does not cover `sub`. */
  function insideOf(assertion: Assertion, sub: NormalSchema, own: readonly Assertion[]): readonly Inside[] {
    switch (assertion.kind) {
      case "members":
        return differingMembers(assertion, { sub, own }, { covers, all: comparer.all });
      case "items":
        return differingItems(assertion, own, { covers, all: comparer.all });
      case "any":
      case "one": {
        const changed = matcher.match(sub, assertion.schemas);
        return changed === undefined || (assertion.kind === "one" && covers(changed, sub).kind === "yes")
          ? []
          : [{ step: [], sup: changed, sub }];
      }
      default:
        return [];
    }
  }
}

/** Whether the pair of schemas contains itself. */
function isRecursive({ sup, sub, around }: Visit): boolean {
  for (let each = around; each !== undefined; each = each.around) if (each.sup === sup && each.sub === sub) return true;
  return false;
}

function valueOf(result: Subsumption): Json | undefined {
  return result.kind === "no" ? result.value : undefined;
}

function keyOf(assertions: readonly Assertion[]): string {
  return assertions.map(({ id }) => id).join();
}
