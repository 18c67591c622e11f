import type { Code } from "../diagnostic/diagnostic.ts";
import { isArray, type Json, type JsonObject } from "../source/json.ts";
import { emptyEnum, numberAsText, unknownType, unusableKeyword, valuesOfAnotherType } from "./codes.ts";
import type { Grammar } from "./dialect.ts";
import { isOfType } from "./is-of-type.ts";

/** Says what is wrong with the value of a keyword of the schema that is being converted. */
export type Say = <Params>(code: Code<Params>, params: NoInfer<Params>, keyword: string | undefined) => void;

const types: ReadonlySet<string> = new Set(["string", "number", "integer", "boolean", "object", "array", "null"]);

/** What authors write for a type, in lower case. */
const likelyTypes: ReadonlyMap<string, string> = new Map([
  ["str", "string"],
  ["text", "string"],
  ["date", "string"],
  ["datetime", "string"],
  ["uuid", "string"],
  ["int", "integer"],
  ["int32", "integer"],
  ["int64", "integer"],
  ["long", "integer"],
  ["float", "number"],
  ["double", "number"],
  ["decimal", "number"],
  ["bool", "boolean"],
  ["dict", "object"],
  ["map", "object"],
  ["list", "array"],
]);

/** The number of a limit; `undefined` where it is none. Protobuf writes 64-bit integers as text. */
export function numberOf(value: Json | undefined, keyword: string, say: Say, grammar: Grammar): number | undefined {
  if (typeof value === "number" && (keyword !== "multipleOf" || value > 0)) return value;
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : Number.NaN;
  if (Number.isFinite(number) && (keyword !== "multipleOf" || number > 0)) {
    if (!grammar.protobuf) say(numberAsText, { keyword, value: String(value) }, keyword);
    return number;
  }
  say(unusableKeyword, { keyword, expected: keyword === "multipleOf" ? "a number above 0" : "a number" }, keyword);
  return undefined;
}

export function countOf(value: Json, keyword: string, say: Say, grammar: Grammar): number | undefined {
  const number = numberOf(value, keyword, say, grammar);
  if (number === undefined || (number >= 0 && Number.isInteger(number))) return number;
  say(unusableKeyword, { keyword, expected: "a whole number from 0" }, keyword);
  return undefined;
}

export function typesOf(value: Json, nullable: "nullable" | "as-written", say: Say, grammar: Grammar): Json | undefined {
  if (isArray(value)) {
    const read = value.map((type) => typeOf(type, say, grammar));
    const known = [...new Set(read.flatMap((type) => type ?? []))];
    if (nullable === "nullable" && !known.includes("null") && known.length > 0) known.push("null");
    // A member that says "any" makes the whole say it.
    if (known.length === 0 || read.includes(undefined)) return undefined;
    return known.length === value.length && known.every((type, index) => type === value[index]) ? value : known;
  }
  const type = typeOf(value, say, grammar);
  return type === undefined || type === "null" || nullable === "as-written" ? type : [type, "null"];
}

function typeOf(value: Json, say: Say, grammar: Grammar): string | undefined {
  if (typeof value !== "string") {
    say(unusableKeyword, { keyword: "type", expected: "the name of a type or a list of names" }, "type");
    return undefined;
  }
  if (types.has(value)) return value;
  const lower = value.toLowerCase();
  if (grammar.protobuf && (types.has(lower) || lower === "type_unspecified")) return types.has(lower) ? lower : undefined;
  const taken = types.has(lower) ? lower : likelyTypes.get(lower);
  say(unknownType, { type: value, taken }, "type");
  return taken;
}

export function enumOf(value: Json, schema: JsonObject, nullable: "nullable" | "as-written", say: Say, grammar: Grammar): Json | undefined {
  if (!isArray(value)) {
    say(unusableKeyword, { keyword: "enum", expected: "a list" }, "enum");
    return undefined;
  }
  if (value.length === 0) {
    if (!grammar.protobuf) say(emptyEnum, {}, "enum");
    return undefined;
  }
  const members = grammar.protobuf ? value.map((member) => protobufMember(member, schema.type)) : value;
  checkTypes(members, { keyword: "enum", schema }, say, grammar);
  return nullable === "nullable" && !members.includes(null) ? [...members, null] : members;
}

/** Says where a schema's type leaves none of the values that it lists. Nothing can be given for it then, and its type is `never`. */
export function checkTypes(
  values: readonly Json[],
  { keyword, schema }: { readonly keyword: "enum" | "const"; readonly schema: JsonObject },
  say: Say,
  grammar: Grammar,
): void {
  const { type, nullable } = schema;
  // Nearly every list begins with a value that fits.
  if (type === undefined || (type === "string" && typeof values[0] === "string")) return;
  const read = typesOf(type, "as-written", silently, grammar);
  const allowed = typeof read === "string" ? [read] : isArray(read) ? read.map(String) : undefined;
  const isNullable = grammar.nullable && nullable === true;
  if (allowed === undefined || values.some((value) => (isNullable && value === null) || allowed.some((each) => isOfType(value, each))))
    return;
  say(valuesOfAnotherType, { keyword, types: allowed, nullable: isNullable }, keyword);
}

/** What is wrong with a type is said where the type is converted. */
const silently: Say = () => {};

/** Protobuf's `enum` is a list of texts, whatever the type. */
function protobufMember(member: Json, type: Json | undefined): Json {
  if (typeof member !== "string" || typeof type !== "string") return member;
  const lower = type.toLowerCase();
  if (lower === "boolean" && (member === "true" || member === "false")) return member === "true";
  const number = member.trim() === "" ? Number.NaN : Number(member);
  return (lower === "integer" || lower === "number") && Number.isFinite(number) ? number : member;
}

const maxExample = 80;

/** Examples help a model with its input, and cost as much in every schema; so only short ones of plain values stay. */
export function isShortExample(value: Json): boolean {
  return typeof value === "string" ? value.length <= maxExample : typeof value !== "object";
}
