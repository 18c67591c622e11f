import type { Code } from "../../diagnostic/diagnostic.ts";
import { isArray, type Json, type JsonObject } from "../../source/json/json.ts";
import { emptyEnum, numberAsString, unknownSchemaType, unusableKeyword, valuesOfAnotherType } from "../codes.ts";
import { isOfType } from "../is-of-type.ts";
import type { Grammar } from "./dialect.ts";
import { saysNullable } from "./nullable.ts";

/** Reports a diagnostic about a keyword of the schema that is being converted. */
export type Report = <Params>(code: Code<Params>, params: NoInfer<Params>, keyword: string | undefined) => void;

const types: ReadonlySet<string> = new Set(["string", "number", "integer", "boolean", "object", "array", "null"]);

/** Words that authors write for types, in lower case, with the types that they mean. */
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

/** Reads a numeric limit; `undefined` if it is invalid. ProtoJSON writes 64-bit integers as strings. */
export function readNumber(value: Json | undefined, keyword: string, report: Report, grammar: Grammar): number | undefined {
  if (typeof value === "number" && (keyword !== "multipleOf" || value > 0)) return value;
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : Number.NaN;
  if (Number.isFinite(number) && (keyword !== "multipleOf" || number > 0)) {
    if (!grammar.protobuf) report(numberAsString, { keyword, value: String(value) }, keyword);
    return number;
  }
  report(unusableKeyword, { keyword, expected: keyword === "multipleOf" ? "a number above 0" : "a number" }, keyword);
  return undefined;
}

/** Reads a limit that is a whole number from 0; `undefined` if it is invalid. */
export function readCount(value: Json, keyword: string, report: Report, grammar: Grammar): number | undefined {
  const number = readNumber(value, keyword, report, grammar);
  if (number === undefined || (number >= 0 && Number.isInteger(number))) return number;
  report(unusableKeyword, { keyword, expected: "a whole number from 0" }, keyword);
  return undefined;
}

/** Reads the value of `type`; `undefined` if the value allows any type or is invalid. */
export function readTypes(value: Json, nullable: "nullable" | "as-written", report: Report, grammar: Grammar): Json | undefined {
  if (isArray(value)) {
    const read = value.map((type) => readType(type, report, grammar));
    const known = [...new Set(read.flatMap((type) => type ?? []))];
    if (nullable === "nullable" && !known.includes("null") && known.length > 0) known.push("null");
    // If one type is unknown or unspecified, all types are allowed.
    if (known.length === 0 || read.includes(undefined)) return undefined;
    return known.length === value.length && known.every((type, index) => type === value[index]) ? value : known;
  }
  const type = readType(value, report, grammar);
  return type === undefined || type === "null" || nullable === "as-written" ? type : [type, "null"];
}

/** The types of CES by their number in the enum `Schema.Type`, since ProtoJSON accepts numbers instead of names. */
const protobufTypes = [undefined, "string", "integer", "number", "boolean", "object", "array"];

function readType(value: Json, report: Report, grammar: Grammar): string | undefined {
  if (grammar.protobuf && typeof value === "number") return protobufTypes[value];
  if (typeof value !== "string") {
    report(unusableKeyword, { keyword: "type", expected: "the name of a type or an array of names" }, "type");
    return undefined;
  }
  if (types.has(value)) return value;
  const lower = value.toLowerCase();
  if (grammar.protobuf && (types.has(lower) || lower === "type_unspecified")) return types.has(lower) ? lower : undefined;
  const taken = types.has(lower) ? lower : likelyTypes.get(lower);
  report(unknownSchemaType, { type: value, taken }, "type");
  return taken;
}

/** Reads the value of `enum`; `undefined` if the value is invalid. */
export function readEnum(
  value: Json,
  schema: JsonObject,
  nullable: "nullable" | "as-written",
  report: Report,
  grammar: Grammar,
): Json | undefined {
  if (!isArray(value)) {
    report(unusableKeyword, { keyword: "enum", expected: "an array" }, "enum");
    return undefined;
  }
  if (value.length === 0) {
    if (!grammar.protobuf) report(emptyEnum, {}, "enum");
    return undefined;
  }
  const members = grammar.protobuf ? protobufMembers(value, readType(schema.type ?? null, silently, grammar)) : value;
  const typed = readValues(members, { keyword: "enum", schema }, report, grammar);
  return nullable === "nullable" && !typed.includes(null) ? [...typed, null] : typed;
}

/**
 * Reads the values of `enum` or `const`. If the schema's type excludes all values, they are converted to the type if possible
 * (`type: integer, enum: ["1", "2"]`). If they cannot be converted, no value matches the schema, and its TypeScript type is `never`. Both
 * cases are reported.
 */
export function readValues(
  values: readonly Json[],
  { keyword, schema }: { readonly keyword: "enum" | "const"; readonly schema: JsonObject },
  report: Report,
  grammar: Grammar,
): readonly Json[] {
  const { type } = schema;
  // For nearly all lists, this fast check is enough.
  if (type === undefined || (type === "string" && typeof values[0] === "string")) return values;
  const read = readTypes(type, "as-written", silently, grammar);
  const allowed = typeof read === "string" ? [read] : isArray(read) ? read.map(String) : undefined;
  if (allowed === undefined) return values;
  // Null is not converted. If null is the only value, the author may mean that. If all other values are invalid, null remains the only
  // valid value.
  const isAdded = saysNullable(schema, grammar);
  const isNull = (value: Json) => value === null && (isAdded || allowed.includes("null"));
  const others = values.filter((value) => !isNull(value));
  if (others.length === 0 || others.some((value) => allowed.some((each) => isOfType(value, each)))) return values;
  const types = allowed.length > 1 ? allowed.filter((each) => each !== "null") : allowed;
  const converted = values.map((value) => (isNull(value) ? value : types.length === 1 ? valueAs(value, types[0]) : undefined));
  const isRead = converted.every((value) => value !== undefined);
  report(valuesOfAnotherType, { keyword, types, nullable: isAdded || others.length < values.length, isRead }, keyword);
  return isRead ? converted : values;
}

/**
 * Converts a number or boolean to a string, or a string to the number or boolean that it contains; `undefined` if the value cannot be
 * converted.
 */
function valueAs(value: Json, type: string | undefined): Json | undefined {
  if (type === "string") return typeof value === "number" || typeof value === "boolean" ? String(value) : undefined;
  if (typeof value !== "string") return undefined;
  if (type === "boolean") return value === "true" ? true : value === "false" ? false : undefined;
  const isNumeral = /^-?(0|[1-9]\d*)(\.\d+)?$/.test(value);
  return isNumeral && (type === "number" || type === "integer") && isOfType(Number(value), type) ? Number(value) : undefined;
}

/** A `Report` that reports nothing, for reading a type again. An invalid type is reported where the keyword `type` is converted. */
export const silently: Report = () => {};

/** Converts the values of an `enum` from ProtoJSON, where they are strings whatever the type of the schema. */
function protobufMembers(members: readonly Json[], type: string | undefined): readonly Json[] {
  return members.map((member) => {
    if (typeof member !== "string") return member;
    if (type === "boolean" && (member === "true" || member === "false")) return member === "true";
    const number = member.trim() === "" ? Number.NaN : Number(member);
    return (type === "integer" || type === "number") && Number.isFinite(number) ? number : member;
  });
}

const maxExample = 80;

/**
 * Whether an example is short enough to remain in the schema. Examples help a model but cost tokens in every schema, so only short scalar
 * examples remain.
 */
export function isShortExample(value: Json): boolean {
  return typeof value === "string" ? value.length <= maxExample : typeof value !== "object";
}
