import { isArray, type Json, type JsonObject } from "../../source/json/json.ts";
import { overlappingAlternatives } from "../codes.ts";
import { type Alternatives, withDiscriminatorValue } from "../reason/distinguish-alternatives.ts";
import { acceptsMore, type ConversionContext, convertList, type Frame, none } from "./conversion-context.ts";
import { changesIn } from "./facts.ts";
import { readAlternatives } from "./nullable.ts";

/**
 * Converts `oneOf` so that it does not reject values that two of its alternatives accept. The alternatives get the values of the
 * discriminator, or `oneOf` becomes `anyOf`.
 */
export function convertOneOf(list: readonly Json[], frame: Frame, context: ConversionContext): Json | undefined {
  const { node, added } = frame;
  const { property, values, keyword } = distinctionOf(list, node, context);
  // A schema that has an `anyOf` of its own gets this one as an item of its `allOf`.
  const isMoved = keyword === "anyOf" && node.anyOf !== undefined;
  const to = isMoved ? ["allOf", isArray(node.allOf) ? node.allOf.length : 0, keyword] : [keyword];
  const outer = { omitted: none, declared: frame.outer.declared };
  const converted = convertList(readAlternatives(list), { from: ["oneOf"], to, outer }, context);
  const distinct =
    property === undefined ? converted : converted.map((each, index) => withDiscriminatorValue(each, property, values[index]));
  frame.name = keyword;
  if (!isMoved) return distinct;
  added.allOf = [{ [keyword]: distinct }];
  return undefined;
}

interface Distinction extends Pick<Alternatives, "property" | "values"> {
  /** The keyword of the converted alternatives: `anyOf` if a valid value may match two of them, which `oneOf` would reject. */
  readonly keyword: "oneOf" | "anyOf";
}

/** How the alternatives of a schema are distinguished after their conversion. Authored alternatives that overlap are reported. */
function distinctionOf(list: readonly Json[], node: JsonObject, context: ConversionContext): Distinction {
  const { facts, here, direction, distinguish, report } = context;
  const changed = facts.at({ oneOf: list }, here);
  // The author may have distinguished the alternatives by members that the conversion omits, or that objects no longer reject.
  if (changesIn(changed, direction)) return { property: undefined, values: [], keyword: "anyOf" };
  const { property, values, overlap } = distinguish(node);
  if (overlap !== undefined) report(overlappingAlternatives, { ...overlap, alternatives: list }, "oneOf");
  // Without a pattern, or as parts that are read as one object, an alternative accepts more values than authored.
  const isWider = changed.omittedPattern !== undefined || (property === undefined && acceptsMore({ oneOf: list }, here, context));
  return { property, values, keyword: isWider || overlap !== undefined ? "anyOf" : "oneOf" };
}
