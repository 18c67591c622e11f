import { isArray, type Json } from "../../source/json/json.ts";
import { overlappingAlternatives } from "../codes.ts";
import { type Alternatives, withDiscriminatorValue } from "../reason/distinguish-alternatives.ts";
import { acceptsMore, type ConversionContext, convertList, type Frame, none } from "./conversion-context.ts";
import { changesIn, widens } from "./facts.ts";
import { readAlternatives } from "./nullable.ts";

/**
 * Converts `oneOf` so that it does not reject values that two of its alternatives accept. The alternatives get the values of the
 * discriminator, or `oneOf` becomes `anyOf`.
 */
export function convertOneOf(list: readonly Json[], frame: Frame, context: ConversionContext): Json | undefined {
  const { node, added } = frame;
  const { facts, here, direction, distinguish, report } = context;
  // Omitted members, opened objects, omitted patterns and parts that are read as one object make alternatives overlap. With `oneOf`, the result would then reject valid
  // values.
  const changed = facts.at({ oneOf: list }, here);
  const { property, values, overlap } = changesIn(changed, direction) ? open : distinguish(node);
  if (overlap !== undefined) report(overlappingAlternatives, overlap, "oneOf");
  const isWider = widens(changed, direction) || (property === undefined && acceptsMore({ oneOf: list }, here, context));
  const keyword = isWider || overlap !== undefined ? "anyOf" : "oneOf";
  const isMoved = keyword === "anyOf" && node.anyOf !== undefined;
  const to = isMoved ? ["allOf", isArray(node.allOf) ? node.allOf.length : 0, keyword] : [keyword];
  const branches = convertList(
    readAlternatives(list),
    { from: ["oneOf"], to, outer: { omitted: none, declared: frame.outer.declared } },
    context,
  );
  const converted =
    property === undefined ? branches : branches.map((branch, index) => withDiscriminatorValue(branch, property, values[index]));
  frame.name = keyword;
  if (!isMoved) return converted;
  added.allOf = [{ [keyword]: converted }];
  return undefined;
}

const open: Alternatives = { property: undefined, values: [], overlap: undefined };
