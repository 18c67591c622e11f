import { assertionsIn } from "../assertions-in.ts";
import type { Subsumption } from "../compare.ts";
import { judge } from "../judge.ts";
import type { NormalSchema } from "../normal-schema.ts";
import type { Waiver } from "../obligation.ts";
import type { Comparing, Inside } from "./differing-parts.ts";
import { changedVersionOf, isUnionOf, unionIn } from "./match-changed-alternative.ts";

/** An alternative of a union, compared with a schema that may have a union too. */
export interface ComparedAlternative {
  readonly alternative: NormalSchema;
  /** The alternative with all that is beside the union. */
  readonly part: NormalSchema;
  /** The schema with only one alternative of its union, of which the compared one is obviously another version. */
  readonly version: NormalSchema | undefined;
  readonly result: Subsumption;
  /** Whether the schema accepts all values of the alternative. */
  readonly isCovered: boolean;
}

/** Compares one of the alternatives `union` in `sub` with `sup`. */
export function compareAlternative(
  alternative: NormalSchema,
  { sup, sub, union }: Pick<Inside, "sup" | "sub"> & { readonly union: readonly NormalSchema[] },
  comparing: Comparing & { readonly waives: Waiver },
): ComparedAlternative {
  const own = assertionsIn(sub);
  // Without the union, which follows from each of its alternatives, the comparison takes far fewer steps.
  const part = comparing.all(
    [alternative],
    own.filter((each) => !isUnionOf(each, union)),
  );
  const version = formerVersion(alternative, sup, comparing);
  const result = compareWithVersion(part, { sup, version }, comparing);
  const isExclusive = own.some((each) => each.kind === "one" && isUnionOf(each, union));
  const isCovered = result.kind === "yes" || (isExclusive && isExcluded(alternative, { sup, sub, result }, comparing));
  return { alternative, part, version, result, isCovered };
}

function formerVersion(alternative: NormalSchema, sup: NormalSchema, { all }: Comparing): NormalSchema | undefined {
  const version = changedVersionOf(alternative, unionIn(sup));
  const around = assertionsIn(sup).filter((each) => !isUnionOf(each, unionIn(sup)));
  return version && all([version], around);
}

/** To compare two versions of an alternative takes far fewer steps than to compare one with all others, and usually decides. */
function compareWithVersion(
  part: NormalSchema,
  { sup, version }: { readonly sup: NormalSchema; readonly version: NormalSchema | undefined },
  { covers, waives }: Comparing & { readonly waives: Waiver },
): Subsumption {
  const result = version && covers(version, part);
  const isEnough = waives !== "none" || assertionsIn(sup).some((each) => each.kind === "any" && isUnionOf(each, unionIn(sup)));
  const isDecided = result?.kind === "yes" ? isEnough : result?.kind === "no" && judge(sup, result.value) === false;
  return result !== undefined && isDecided ? result : covers(sup, part);
}

/**
 * Whether `sup` covers those values of an alternative that no other alternative accepts: a value that two alternatives of `oneOf` accept is
 * not valid. The value that `sup` is known to refuse usually decides, in far fewer steps than a search for another one.
 */
function isExcluded(
  alternative: NormalSchema,
  { sup, sub, result }: Pick<Inside, "sup" | "sub"> & Pick<ComparedAlternative, "result">,
  { covers, all }: Comparing,
): boolean {
  if (result.kind === "no" && judge(sub, result.value) === true) return false;
  return covers(sup, all([alternative, sub])).kind === "yes";
}
