import { FAILSAFE_SCHEMA, load, Type } from "js-yaml";
import { type Json, maxDepth } from "./json.ts";
import { readYaml } from "./read-yaml.ts";
import { roundedNumbers } from "./rounded-numbers.ts";
import type { Parsed } from "./tree.ts";

/**
 * Reads YAML 1.2 with its core schema: dates and words such as `NO` are strings, and `<<` is a key like any other.
 *
 * `js-yaml` is 5 to 9 times as fast as `yaml`, but sees less and says less. It reads what is beyond doubt; whatever
 * fails or looks unusual is read by `yaml`, which gives positions. A test holds the two against each other.
 */
export function parseYaml(text: string): Parsed {
  const body = text.charCodeAt(0) === 0xfeff ? ` ${text.slice(1)}` : text; // As long as it was, so that offsets stay.
  const data = isUnusual(body) ? undefined : readPlain(body);
  const problems = data === undefined ? undefined : roundedNumbers(body, data);
  return data === undefined || problems === undefined ? readYaml(text) : { data, problems };
}

// At the place of a value: a tag, or a key that is not a plain one.
const tagOrExplicitKey = /(?:^|[:\-?,[{])[ \t]*(?:![^\s=]|\?[ \t\r\n])/m;
const anchor = /(?:^|[\s,[{:\-?])&([^\s,[\]{}]+)/gm;
const alias = /(?:^|[\s,[{:\-?])\*([^\s,[\]{}]+)/gm;
const unusualNumber = /(?:^|[\s,[{:-])(?:[-+]?[\d.]+[eE][-+]?\d{3,}|[-+]?\d{300,}|[-+]?\d{16,}\.\d*|0x[\da-fA-F]{13,}|0o[0-7]{17,}|[-+]?\.(?:inf|Inf|INF|nan|NaN|NAN))(?=[\s,\]}]|$)/m;
// A key that is a number but is not written as JavaScript would write it.
const unusualKey = /(?:^|[\s,{-])(?!(?:0|[1-9]\d{0,14})[ \t]*:)(?:[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?|0[xo]\w+|[-+]?\.(?:inf|Inf|INF|nan|NaN|NAN)|~|null|Null|NULL|True|TRUE|False|FALSE)[ \t]*:(?=\s|$)/m;

// The indentation of a block scalar, given in its header.
const blockIndentation = /[|>][-+]?[1-9][-+]?[ ]*(?:#.*)?$/m;

function isUnusual(text: string): boolean {
  return (
    text.trim() === "" ||
    /^(?:%|\.\.\.)/m.test(text) ||
    /\r(?!\n)|[\t\u0085\u2028\u2029]/.test(text) ||
    tagOrExplicitKey.test(text) ||
    unusualNumber.test(text) ||
    unusualKey.test(text) ||
    blockIndentation.test(text) ||
    hasAlias(text)
  );
}

/** A word after `&` or `*` is mostly prose. It is an alias only where both are there. */
function hasAlias(text: string): boolean {
  const anchors = new Set(Array.from(text.matchAll(anchor), ([, name]) => name));
  return anchors.size > 0 && Array.from(text.matchAll(alias), ([, name]) => name).some((name) => anchors.has(name));
}

// As in `yaml`: the core schema of YAML 1.2.2, section 10.3.2. The types of `js-yaml` also take `1_000` and `0b1`.
const integer = /^(?:[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+)$/;
const float = /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/;

const coreSchema = FAILSAFE_SCHEMA.extend({
  implicit: [
    scalarType("null", /^(?:~|null|Null|NULL)?$/, () => null),
    scalarType("bool", /^(?:true|True|TRUE|false|False|FALSE)$/, (text) => text.toLowerCase() === "true"),
    scalarType("int", integer, Number),
    scalarType("float", float, Number),
  ],
});

function scalarType(name: string, pattern: RegExp, construct: (text: string) => Json): Type {
  // An empty value is given as `null`.
  return new Type(`tag:yaml.org,2002:${name}`, {
    kind: "scalar",
    resolve: (text: string | null) => pattern.test(text ?? ""),
    construct: (text: string | null) => construct(text ?? ""),
  });
}

const options = { schema: coreSchema, maxDepth };

/** `undefined` where the text is refused. Keys that are given twice are among the reasons. */
function readPlain(text: string): Json | undefined {
  try {
    // With this schema nothing but JSON's values comes out.
    const data = load(text, options) as Json | undefined;
    return data === undefined || data === null ? undefined : data;
  } catch {
    return undefined; // `readYaml` says why, and where.
  }
}
