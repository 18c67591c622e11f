import { isArray, isObject, type Json } from "../../source/json/json.ts";
import { arrayItems, booleanBound, impossibleMembers, unusableKeyword } from "../codes.ts";
import { type KeywordRole, roles } from "../keywords.ts";
import { findRefusedMember } from "../reason/find-refused-member.ts";
import { describedValues } from "../value-texts.ts";
import {
  acceptsMore,
  type ConversionContext,
  convertChild,
  convertList,
  convertMembers,
  type Frame,
  inside,
  none,
  nothingOuter,
  unmoved,
} from "./conversion-context.ts";
import { convertOneOf } from "./convert-one-of.ts";
import { convertDiscriminator } from "./convert-reference.ts";
import { widens } from "./facts.ts";
import { readAlternatives, withoutNullable } from "./nullable.ts";
import { omitsEvaluation, omitsPattern } from "./omits-evaluation.ts";
import { isShortExample, readCount, readEnum, readNumber, readTypes, readValues } from "./values.ts";

/** Converts the value of one keyword; `undefined` omits the keyword. The conversion may also change the keyword's name, `frame.name`. */
export function convertKeyword(frame: Frame, value: Json, context: ConversionContext): Json | undefined {
  const role = roles.get(frame.name);
  return role === undefined ? undefined : byRole[role](value, frame, context);
}

type Convert = (value: Json, frame: Frame, context: ConversionContext) => Json | undefined;

const byRole: Readonly<Record<KeywordRole, Convert>> = {
  schema: schemaKeyword,
  schemas: listKeyword,
  members: membersKeyword,
  number: numberKeyword,
  count: countKeyword,
  flag: (value, { name }, context) => (typeof value === "boolean" ? value : refuse(name, "true or false", context)),
  // In YAML, `description:` without a value is null, which means that the schema has no description.
  text: (value, { name }, context) => (value === null ? undefined : typeof value === "string" ? value : refuse(name, "a string", context)),
  data: dataKeyword,
  types: (value, { nullable }, { report, grammar }) => readTypes(value, nullable, report, grammar),
  names: requiredKeyword,
  pattern: patternKeyword,
  enum: (value, { node, nullable }, { report, grammar }) => readEnum(value, node, nullable, report, grammar),
  examples: examplesKeyword,
  example: exampleKeyword,
  items: itemsKeyword,
  additionalItems: additionalItemsKeyword,
  dependencies: dependenciesKeyword,
  dependentRequired: dependentRequiredKeyword,
  discriminator: (value, frame, context) => convertDiscriminator(frame, value, context),
  valueTexts: (_value, { node, added }) => {
    const description = describedValues(node);
    if (description !== undefined) added.description = description;
    return undefined;
  },
};

function dataKeyword(value: Json, { node, name }: Frame, { grammar, report }: ConversionContext): Json | undefined {
  if (grammar.protobuf && value === null && node.nullable !== true) return undefined;
  return name === "const" ? readValues([value], { keyword: name, schema: node }, report, grammar)[0] : value;
}

/** Reports that a keyword is omitted because its value is invalid. */
function refuse(keyword: string, expected: string, { report }: ConversionContext): undefined {
  report(unusableKeyword, { keyword, expected }, keyword);
}

function schemaKeyword(value: Json, { node, omitted, name: keyword }: Frame, context: ConversionContext): Json | undefined {
  const { opens, tree, here, report } = context;
  if (value === false && keyword === "additionalProperties" && omitted.size === 0) {
    const name = findRefusedMember({ node, tree, place: here }, context);
    if (name !== undefined) report(impossibleMembers, { name }, keyword);
  }
  if (opens && value === false && (keyword === "additionalProperties" || keyword === "unevaluatedProperties")) return undefined;
  // If a pattern of `patternProperties` is omitted, `additionalProperties` would apply to the members that match the pattern. So
  // `additionalProperties` is omitted too.
  if (keyword === "additionalProperties" && omitsPattern(node, context)) return undefined;
  if ((keyword === "unevaluatedProperties" || keyword === "unevaluatedItems") && omitsEvaluation(node, context)) return undefined;
  if (keyword === "not" && omitsWidened(value, "not", context)) return undefined;
  if ((keyword === "if" || keyword === "then" || keyword === "else") && node.if !== undefined) {
    if (omitsWidened(node.if, "if", context)) return undefined;
  }
  return convertChild(value, unmoved(keyword), context);
}

/**
 * Whether a keyword is omitted since the conversion makes its schema wider. The result would then reject valid values. A pattern that is
 * the reason is reported here, since the schema is not converted.
 */
function omitsWidened(schema: Json, keyword: "not" | "if", context: ConversionContext): boolean {
  const facts = context.facts.at(schema, inside(context, keyword));
  const { omittedPattern: omitted } = facts;
  if (omitted !== undefined) context.reportAt(() => omitted.place)(omitted.code, { pattern: omitted.pattern }, omitted.keyword);
  return widens(facts, context.direction) || acceptsMore(schema, inside(context, keyword), context);
}

function listKeyword(value: Json, frame: Frame, context: ConversionContext): Json | undefined {
  const { omitted, outer, name: keyword } = frame;
  if (!isArray(value) || value.length === 0) return refuse(keyword, "an array of schemas", context);
  if (keyword === "oneOf") return convertOneOf(value, frame, context);
  if (keyword === "prefixItems") return convertList(value, { ...unmoved(keyword), outer: nothingOuter }, context);
  const { declared } = outer;
  const parts = keyword === "anyOf" ? readAlternatives(value) : context.grammar.nullable ? withoutNullable(value) : value;
  return convertList(parts, { ...unmoved(keyword), outer: { omitted: keyword === "allOf" ? omitted : none, declared } }, context);
}

function membersKeyword(value: Json, { omitted, name: keyword }: Frame, context: ConversionContext): Json | undefined {
  if (!isObject(value)) return refuse(keyword, "an object of schemas", context);
  const rename = (name: string): string | undefined => {
    if (keyword === "properties" && omitted.has(name)) return undefined;
    if (keyword !== "patternProperties") return name;
    const result = context.checkPattern(name);
    if (result.kind === "safe") return result.pattern;
    context.report(result.code, { pattern: name }, keyword);
    return undefined;
  };
  return convertMembers(value, { keyword, rename }, context);
}

function numberKeyword(value: Json, { node, name: keyword }: Frame, { grammar, report }: ConversionContext): Json | undefined {
  if (keyword === "minimum" && node.exclusiveMinimum === true) return undefined;
  if (keyword === "maximum" && node.exclusiveMaximum === true) return undefined;
  if (typeof value !== "boolean" || !keyword.startsWith("exclusive")) return readNumber(value, keyword, report, grammar);
  if (!grammar.booleanBounds) report(booleanBound, { keyword }, keyword);
  const bound = keyword === "exclusiveMinimum" ? "minimum" : "maximum";
  return value && node[bound] !== undefined ? readNumber(node[bound], bound, report, grammar) : undefined;
}

function countKeyword(value: Json, { node, name }: Frame, context: ConversionContext): Json | undefined {
  const { facts, direction, report, grammar } = context;
  // If the conversion makes the schema in `contains` wider, more items match it.
  if (name === "maxContains") {
    const contains = node.contains ?? true;
    const place = inside(context, "contains");
    if (widens(facts.at(contains, place), direction) || acceptsMore(contains, place, context)) return undefined;
  }
  return readCount(value, name, report, grammar);
}

function requiredKeyword(value: Json, { omitted, requiredByProperty }: Frame, context: ConversionContext): Json | undefined {
  if (typeof value === "boolean") return undefined; // `requiredProperties` converts the boolean together with the schema of the object.
  if (!isArray(value)) return refuse("required", "an array of names", context);
  const names = value.filter((name) => typeof name === "string");
  if (names.length < value.length) refuse("required", "an array of names only", context);
  const remaining = [...new Set([...names, ...requiredByProperty])].filter((name) => !omitted.has(name));
  return remaining.length === value.length && remaining.every((name, index) => name === value[index]) ? value : remaining;
}

function dependentRequiredKeyword(value: Json, { name }: Frame, context: ConversionContext): Json | undefined {
  return isObject(value) && Object.values(value).every(isNames) ? value : refuse(name, "an object of arrays of names", context);
}

function isNames(value: Json | undefined): boolean {
  return isArray(value) && value.every((name) => typeof name === "string");
}

function patternKeyword(value: Json, frame: Frame, context: ConversionContext): Json | undefined {
  if (typeof value !== "string") return refuse("pattern", "a string", context);
  const result = context.checkPattern(value);
  if (result.kind === "safe") return result.pattern;
  context.report(result.code, { pattern: value }, "pattern");
  // The pattern is preserved as the annotation `x-pattern`, for programs whose regular expressions take linear time.
  frame.name = "x-pattern";
  return result.kind === "slow" ? result.pattern : undefined;
}

function examplesKeyword(value: Json): Json | undefined {
  if (!isArray(value)) return undefined;
  const short = value.filter(isShortExample);
  return short.length === value.length ? value : short.length > 0 ? short : undefined;
}

function exampleKeyword(value: Json, frame: Frame): Json | undefined {
  frame.name = "examples";
  return frame.node.examples === undefined && isShortExample(value) ? [value] : undefined;
}

function itemsKeyword(value: Json, frame: Frame, context: ConversionContext): Json | undefined {
  if (!isArray(value)) return convertChild(value, unmoved("items"), context);
  const { grammar, report } = context;
  if (grammar.identifiers && !grammar.dependencies) report(arrayItems, {}, "items");
  frame.name = "prefixItems";
  if (value.length === 0 || frame.node.prefixItems !== undefined) return undefined;
  return convertList(value, { from: ["items"], to: ["prefixItems"], outer: nothingOuter }, context);
}

function additionalItemsKeyword(value: Json, frame: Frame, context: ConversionContext): Json | undefined {
  frame.name = "items";
  return isArray(frame.node.items) ? convertChild(value, { from: ["additionalItems"], to: ["items"] }, context) : undefined;
}

/** Splits the keyword `dependencies` of draft-07 into `dependentRequired` and `dependentSchemas`, as 2019-09 does. */
function dependenciesKeyword(value: Json, { added, name: keyword }: Frame, context: ConversionContext): undefined {
  if (!context.grammar.dependencies || !isObject(value)) return;
  const names: [string, Json][] = [];
  const schemas: [string, Json][] = [];
  for (const [name, dependency] of Object.entries(value)) {
    if (isNames(dependency)) names.push([name, dependency]);
    else if (isArray(dependency)) refuse(keyword, "an object of schemas and arrays of names", context);
    else {
      const mapping = { from: ["dependencies", name], to: ["dependentSchemas", name] };
      schemas.push([name, convertChild(dependency, mapping, context)]);
    }
  }
  if (names.length > 0) added.dependentRequired = Object.fromEntries(names);
  if (schemas.length > 0) added.dependentSchemas = Object.fromEntries(schemas);
}
