import { isArray, isObject, type Json, type JsonObject, type JsonSchema } from "../source/json.ts";
import { type Origin, originOfValue } from "../source/tree.ts";
import { boundsClash } from "./clashes.ts";
import { impossibleBounds, unusableKeyword } from "./codes.ts";
import { convertKeyword } from "./convert-keyword.ts";
import { convertReference } from "./convert-reference.ts";
import type { Converted, Direction, SchemaPlace } from "./converted.ts";
import { addMove, type Converting, type Frame, type Mutable, none } from "./converting.ts";
import type { Grammar } from "./dialect.ts";
import type { FactFinder } from "./facts.ts";
import { fileSchema, isFile } from "./file.ts";
import { annotations } from "./keywords.ts";
import { demandedBy, withLeaving } from "./leaving.ts";
import type { PatternVerdict } from "./pattern.ts";
import type { Site } from "./site.ts";
import { type Entry, referenceIn, referenceKeyword, type Table } from "./table.ts";
import { type Alternatives, tellApart } from "./tell-apart.ts";
import type { Say } from "./values.ts";

export interface Conversion {
  readonly schema: Converted;
  readonly targets: ReadonlySet<Entry>;
  readonly unresolved: readonly Origin[];
}

export interface Request {
  readonly place: SchemaPlace;
  readonly node: Json;
  readonly direction: Direction;
  readonly content: Converting["content"];
}

export interface ConverterOptions {
  readonly grammar: Grammar;
  readonly table: Table;
  readonly facts: FactFinder;
  readonly opened: boolean;
  readonly judge: (pattern: string) => PatternVerdict;
  /** How to say something about a schema. */
  readonly sayAt: (place: () => SchemaPlace) => Say;
  /** `nullable` stands where it says nothing. */
  readonly onIgnoredNullable: (node: JsonObject, place: () => SchemaPlace) => void;
}

/** Beside these, `null` in `type` would not make a schema accept null. */
const refusing = ["allOf", "anyOf", "oneOf", "not", "if", "const"] as const;

type Part = "all" | "annotations" | "assertions";

/**
 * Converts schemas to 2020-12, one at a time. What needs no change is passed on as it is, and paths stay what they were but for the moves.
 * The functions are made once: a document has thousands of schemas, and most are small.
 */
export function createConverter(options: ConverterOptions): (request: Request) => Conversion {
  const { grammar, table, facts, opened, judge, sayAt, onIgnoredNullable } = options;
  const alternatives: Readonly<Record<Direction, WeakMap<JsonObject, Alternatives>>> = { input: new WeakMap(), output: new WeakMap() };

  return ({ place, node, direction, content }) => {
    const { tree, path } = place;
    const here = (): SchemaPlace => ({ tree, path: [...converting.from] });
    const converting: Converting = {
      grammar,
      table,
      facts,
      judge,
      say: sayAt(here),
      sayAt,
      here,
      tellApart: (schema) => alternativesOf(schema, { tree, place: here, direction }),
      schemaAt: (schema, outerLeaving) => schemaAt(schema, outerLeaving, converting),
      direction,
      content,
      opens: opened && direction === "output",
      tree,
      from: [...path],
      at: [],
      moves: [],
      targets: new Set(),
      unresolved: [],
    };
    const converted = schemaAt(node, none, converting);
    // An object, as the IR has it: `true` accepts all, `false` nothing.
    const json = isObject(converted) ? converted : converted === false ? { not: {} } : {};
    const { moves, targets, unresolved } = converting;
    return { schema: { json, origin: originOfValue(tree, path), moves }, targets, unresolved };
  };

  /** Looked into once for each direction: a document says the same alternatives in many places. */
  function alternativesOf(node: JsonObject, { tree, place, direction }: Omit<Site, "node"> & Pick<Request, "direction">): Alternatives {
    let known = alternatives[direction].get(node);
    if (known === undefined) {
      known = tellApart({ node, tree, place }, { table, grammar, direction });
      alternatives[direction].set(node, known);
    }
    return known;
  }

  function schemaAt(node: Json, outerLeaving: ReadonlySet<string>, converting: Converting): Json {
    if (typeof node === "boolean") return node;
    const { say, here, content, from } = converting;
    if (!isObject(node)) {
      say(unusableKeyword, { keyword: String(from.at(-1)), expected: "a schema" }, undefined);
      return {};
    }
    if (node.type === "file" || (content === "parts" && isBytes(node, converting))) return fileSchema;
    if (!grammar.nullable && node.nullable === true) onIgnoredNullable(node, here);
    const isNullable = grammar.nullable && node.nullable === true;
    if (isNullable && (referenceIn(node, grammar) !== undefined || refusing.some((keyword) => node[keyword] !== undefined)))
      return nullOr(node, outerLeaving, converting);
    return convertKeywords(node, { part: "all", nullable: isNullable ? "nullable" : "as-written", outerLeaving }, converting);
  }
}

function isBytes(node: JsonObject, { table, tree, here }: Converting): boolean {
  return isFile(node) || isFile(table.target(node, tree, here)?.node);
}

/** `nullable` beside keywords that would refuse null: what they say, or null. */
function nullOr(node: JsonObject, outerLeaving: ReadonlySet<string>, converting: Converting): JsonSchema {
  const outer = convertKeywords(node, { part: "annotations", nullable: "as-written", outerLeaving }, converting);
  converting.at.push("anyOf", 0);
  addMove(converting);
  const inner = convertKeywords(node, { part: "assertions", nullable: "as-written", outerLeaving }, converting);
  converting.at.length -= 2;
  return { ...outer, anyOf: [inner, { type: "null" }] };
}

interface Manner extends Pick<Frame, "nullable"> {
  readonly part: Part;
  readonly outerLeaving: ReadonlySet<string>;
}

function convertKeywords(node: JsonObject, { part, nullable, outerLeaving }: Manner, converting: Converting): JsonSchema {
  const { grammar } = converting;
  const holder = referenceIn(node, grammar) === undefined ? undefined : referenceKeyword(node, grammar);
  const isBare = holder !== undefined && !grammar.siblingsCount;
  const leaving = isBare ? outerLeaving : withLeaving(node, outerLeaving, converting);
  const demanded = demandedBy(node, leaving, converting);
  const added: Mutable = {};
  const frame: Frame = { node, nullable, leaving, demanded, added, name: "" };
  let changed: Mutable | undefined = part === "all" ? undefined : {};

  for (const keyword in node) {
    const value = node[keyword];
    if (value === undefined) continue;
    if (part !== "all" && annotations.has(keyword) !== (part === "annotations")) continue;
    let result: Json | undefined;
    frame.name = keyword;
    if (keyword === holder) {
      frame.name = "$ref";
      result = convertReference(node, value, converting);
    } else if (!isBare || annotations.has(keyword)) {
      result = convertKeyword(frame, value, converting);
    }
    if (changed === undefined) {
      if (result === value && frame.name === keyword) continue;
      changed = before(node, keyword);
    }
    if (result !== undefined) changed[frame.name] = result;
  }
  if (demanded.length > 0 && !isArray(node.required) && part !== "annotations") added.required = demanded;
  for (const name in added) {
    changed ??= { ...node };
    const [one, two] = [changed[name], added[name] ?? null];
    changed[name] = isArray(one) && isArray(two) ? [...one, ...two] : two;
  }
  const converted = changed ?? node;
  if (part !== "annotations") checkBounds(converted, converting);
  return converted;
}

function checkBounds(schema: JsonObject, { say }: Converting): void {
  for (const [type, least] of leastBounds) {
    const clash =
      schema[least] === undefined ? undefined : boundsClash(schema.type === "integer" && type === "number" ? "integer" : type, [schema]);
    if (clash !== undefined) say(impossibleBounds, { why: clash.why }, clash.keyword);
  }
}

const leastBounds = [
  ["number", "minimum"],
  ["number", "exclusiveMinimum"],
  ["string", "minLength"],
  ["array", "minItems"],
  ["object", "minProperties"],
] as const;

function before(node: JsonObject, end: string): Mutable {
  const copy: Mutable = {};
  for (const keyword in node) {
    if (keyword === end) break;
    const value = node[keyword];
    if (value !== undefined) copy[keyword] = value;
  }
  return copy;
}
