import { isArray, isObject, type Json, type JsonObject } from "../source/json.ts";
import { refusedMember } from "./closed-to-parts.ts";
import { arrayItems, booleanBound, impossibleMembers, unusableKeyword } from "./codes.ts";
import { convertOneOf } from "./convert-one-of.ts";
import { convertDiscriminator } from "./convert-reference.ts";
import { type Converting, convertChild, convertList, convertMembers, type Frame, inside, none, unmoved } from "./converting.ts";
import { type Role, roles } from "./keywords.ts";
import { countOf, enumOf, isShortExample, numberOf, typesOf, valuesOfType } from "./values.ts";

/** What becomes of one keyword; `frame.name` says under which name. */
export function convertKeyword(frame: Frame, value: Json, converting: Converting): Json | undefined {
  const role = roles.get(frame.name);
  return role === undefined ? undefined : byRole[role](value, frame, converting);
}

type Convert = (value: Json, frame: Frame, converting: Converting) => Json | undefined;

const byRole: Readonly<Record<Role, Convert>> = {
  schema: schemaKeyword,
  schemas: listKeyword,
  members: membersKeyword,
  number: numberKeyword,
  count: (value, { name }, { say, grammar }) => countOf(value, name, say, grammar),
  flag: (value, { name }, converting) => (typeof value === "boolean" ? value : refuse(name, "true or false", converting)),
  // `description:` with nothing after it is how YAML says that there is none.
  text: (value, { name }, converting) =>
    value === null ? undefined : typeof value === "string" ? value : refuse(name, "a text", converting),
  data: dataKeyword,
  types: (value, { nullable }, { say, grammar }) => typesOf(value, nullable, say, grammar),
  names: requiredKeyword,
  pattern: patternKeyword,
  enum: (value, { node, nullable }, { say, grammar }) => enumOf(value, node, nullable, say, grammar),
  examples: examplesKeyword,
  example: exampleKeyword,
  items: itemsKeyword,
  additionalItems: additionalItemsKeyword,
  dependencies: dependenciesKeyword,
  dependentRequired: dependentRequiredKeyword,
  discriminator: (value, frame, converting) => convertDiscriminator(frame, value, converting),
};

function dataKeyword(value: Json, { node, name }: Frame, { grammar, say }: Converting): Json | undefined {
  if (grammar.protobuf && value === null && node.nullable !== true) return undefined;
  return name === "const" ? valuesOfType([value], { keyword: name, schema: node }, say, grammar)[0] : value;
}

/** Says that the keyword goes, and why. */
function refuse(keyword: string, expected: string, { say }: Converting): undefined {
  say(unusableKeyword, { keyword, expected }, keyword);
}

function schemaKeyword(value: Json, { node, leaving, name: keyword }: Frame, converting: Converting): Json | undefined {
  const { facts, direction, opens, tree, here, say } = converting;
  if (value === false && keyword === "additionalProperties" && leaving.size === 0) {
    const name = refusedMember({ node, tree, place: here }, converting);
    if (name !== undefined) say(impossibleMembers, { name }, keyword);
  }
  if (opens && value === false && (keyword === "additionalProperties" || keyword === "unevaluatedProperties")) return undefined;
  // A pattern that was left out cannot say which members are known, so the others cannot be refused.
  if (keyword === "additionalProperties" && losesPattern(node, converting)) return undefined;
  // What is wider inside a `not` makes the whole narrower. An answer that was right must stay so; the keyword goes.
  if (keyword === "not" && facts.changes(value, inside(converting, "not"), direction)) return undefined;
  if ((keyword === "if" || keyword === "then" || keyword === "else") && node.if !== undefined) {
    if (facts.changes(node.if, inside(converting, "if"), direction)) return undefined;
  }
  return convertChild(value, unmoved(keyword), converting);
}

/** Whether a pattern of `patternProperties` has to be left out. */
function losesPattern({ patternProperties: patterns }: JsonObject, { judge }: Converting): boolean {
  return isObject(patterns) && Object.keys(patterns).some((pattern) => judge(pattern).kind !== "sound");
}

function listKeyword(value: Json, frame: Frame, converting: Converting): Json | undefined {
  const { leaving, name: keyword } = frame;
  if (!isArray(value) || value.length === 0) return refuse(keyword, "a list of schemas", converting);
  if (keyword === "oneOf") return convertOneOf(value, frame, converting);
  return convertList(value, { ...unmoved(keyword), leaving: keyword === "allOf" ? leaving : none }, converting);
}

function membersKeyword(value: Json, { leaving, name: keyword }: Frame, converting: Converting): Json | undefined {
  if (!isObject(value)) return refuse(keyword, "an object of schemas", converting);
  const rename = (name: string): string | undefined => {
    if (keyword === "properties" && leaving.has(name)) return undefined;
    if (keyword !== "patternProperties") return name;
    const verdict = converting.judge(name);
    if (verdict.kind === "sound") return verdict.pattern;
    converting.say(verdict.code, { pattern: name }, keyword);
    return undefined;
  };
  return convertMembers(value, { keyword, rename }, converting);
}

function numberKeyword(value: Json, { node, name: keyword }: Frame, { grammar, say }: Converting): Json | undefined {
  if (keyword === "minimum" && node.exclusiveMinimum === true) return undefined;
  if (keyword === "maximum" && node.exclusiveMaximum === true) return undefined;
  if (typeof value !== "boolean" || !keyword.startsWith("exclusive")) return numberOf(value, keyword, say, grammar);
  if (!grammar.booleanBounds) say(booleanBound, { keyword }, keyword);
  const bound = keyword === "exclusiveMinimum" ? "minimum" : "maximum";
  return value && node[bound] !== undefined ? numberOf(node[bound], bound, say, grammar) : undefined;
}

function requiredKeyword(value: Json, { leaving, demanded }: Frame, converting: Converting): Json | undefined {
  if (typeof value === "boolean") return undefined; // The object that holds this property says it.
  if (!isArray(value)) return refuse("required", "a list of names", converting);
  const names = value.filter((name) => typeof name === "string");
  if (names.length < value.length) refuse("required", "a list of names only", converting);
  const staying = [...new Set([...names, ...demanded])].filter((name) => !leaving.has(name));
  return staying.length === value.length ? value : staying;
}

function dependentRequiredKeyword(value: Json, { name }: Frame, converting: Converting): Json | undefined {
  return isObject(value) && Object.values(value).every(isNames) ? value : refuse(name, "an object of lists of names", converting);
}

function isNames(value: Json | undefined): boolean {
  return isArray(value) && value.every((name) => typeof name === "string");
}

function patternKeyword(value: Json, frame: Frame, converting: Converting): Json | undefined {
  if (typeof value !== "string") return refuse("pattern", "a text", converting);
  const verdict = converting.judge(value);
  if (verdict.kind === "sound") return verdict.pattern;
  converting.say(verdict.code, { pattern: value }, "pattern");
  // A runtime with a linear engine may still run it.
  frame.name = "x-pattern";
  return verdict.kind === "slow" ? verdict.pattern : undefined;
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

function itemsKeyword(value: Json, frame: Frame, converting: Converting): Json | undefined {
  if (!isArray(value)) return convertChild(value, unmoved("items"), converting);
  const { grammar, say } = converting;
  if (grammar.identifiers && !grammar.dependencies) say(arrayItems, {}, "items");
  frame.name = "prefixItems";
  if (value.length === 0 || frame.node.prefixItems !== undefined) return undefined;
  return convertList(value, { from: ["items"], to: ["prefixItems"], leaving: none }, converting);
}

function additionalItemsKeyword(value: Json, frame: Frame, converting: Converting): Json | undefined {
  frame.name = "items";
  return isArray(frame.node.items) ? convertChild(value, { from: ["additionalItems"], to: ["items"] }, converting) : undefined;
}

/** Draft-07's `dependencies` are two keywords since 2019-09. */
function dependenciesKeyword(value: Json, { added, name: keyword }: Frame, converting: Converting): undefined {
  if (!converting.grammar.dependencies || !isObject(value)) return;
  const names: [string, Json][] = [];
  const schemas: [string, Json][] = [];
  for (const [name, dependency] of Object.entries(value)) {
    if (isNames(dependency)) names.push([name, dependency]);
    else if (isArray(dependency)) refuse(keyword, "an object of schemas and lists of names", converting);
    else {
      const way = { from: ["dependencies", name], to: ["dependentSchemas", name] };
      schemas.push([name, convertChild(dependency, way, converting)]);
    }
  }
  if (names.length > 0) added.dependentRequired = Object.fromEntries(names);
  if (schemas.length > 0) added.dependentSchemas = Object.fromEntries(schemas);
}
