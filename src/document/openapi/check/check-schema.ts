import { nearest } from "../../../diagnostic/nearest.ts";
import { isArray, isObject, type Json, type JsonObject } from "../../../source/json/json.ts";
import { defaultNotInEnum, exclusiveFields } from "../codes.ts";
import { atKey, atValue, reportFinding } from "../read/visit.ts";
import { nullableBesideReference } from "../reference-codes.ts";
import { arrayWithoutItems, duplicateEnumValue, laterKeyword, laterValue, unknownDialect, unknownKeyword } from "../schema-codes.ts";
import { checkDiscriminator } from "./check-discriminator.ts";
import { checkNames } from "./check-names.ts";
import { deferMappingCheck } from "./defer-checks.ts";
import { ignoredSiblings } from "./shapes/ignored-siblings.ts";
import type { ObjectShape, Visit } from "./shapes/shape.ts";

/**
 * Keywords of other versions of OpenAPI or drafts of JSON Schema that often occur in documents. Each is reported here, although the
 * conversion of schemas supports some of these keywords.
 */
const laterKeywords = new Set(
  (
    "const examples $id $schema $anchor $comment $defs definitions prefixItems contains minContains maxContains patternProperties propertyNames " +
    "dependentRequired dependentSchemas if then else unevaluatedItems unevaluatedProperties contentEncoding contentMediaType contentSchema " +
    "nullable writeOnly deprecated additionalItems id dependencies oneOf anyOf not"
  ).split(" "),
);

/** Reports a keyword of another version of OpenAPI or draft of JSON Schema. Returns whether the keyword was reported. */
export function checkLaterKeyword(name: string, visit: Visit): boolean {
  if (!laterKeywords.has(name)) return false;
  reportFinding(visit, { code: laterKeyword, params: { name, version: visit.session.version }, spot: atKey(name) });
  return true;
}

// Functions with closures that see their arguments allocate an object at each call. In a document with thousands of schemas, those that check
// each schema have none: what is reported is found in functions of its own.

/** Checks a Schema Object of 2.0 or 3.0. */
export function checkSchema(value: JsonObject, visit: Visit): void {
  if (value.type === "array" && !Object.hasOwn(value, "items"))
    reportFinding(visit, { code: arrayWithoutItems, params: {}, spot: atValue("type") });
  if (value.readOnly === true && value.writeOnly === true) {
    reportFinding(visit, { code: exclusiveFields, params: { one: "readOnly", other: "writeOnly" }, spot: atKey("writeOnly") });
  }
  if (visit.session.version === "3.0" && (value.type === "null" || isArray(value.type))) reportLaterValue(value, "type", visit);
  checkExclusiveBounds(value, visit);
  checkReferredNames(value, visit);
  checkEnum(value, visit);
}

/** Checks the exclusive limits of a schema of 2.0 or 3.0, or of a parameter, header or item of 2.0. */
export function checkExclusiveBounds(value: JsonObject, visit: Visit): void {
  checkExclusiveBound(value, "minimum", "exclusiveMinimum", visit);
  checkExclusiveBound(value, "maximum", "exclusiveMaximum", visit);
}

/**
 * Checks a limit that is a number, as from draft-06 on. Beside a limit to which it could also belong as a flag, 0 and 1 are false and true
 * of a language without booleans.
 */
function checkExclusiveBound(schema: JsonObject, limit: "minimum" | "maximum", keyword: string, visit: Visit): void {
  const value = schema[keyword];
  if (typeof value !== "number") return;
  const { session, tree, path } = visit;
  const isFlag = (value === 0 || value === 1) && schema[limit] !== undefined;
  if (!isFlag) reportLaterValue(schema, keyword, visit);
  else if (!session.isRepaired) session.repairs.push({ kind: "value", tree, path: [...path, keyword], coercion: { value: value === 1 } });
}

function reportLaterValue(schema: JsonObject, keyword: string, visit: Visit): void {
  const params = { keyword, value: JSON.stringify(schema[keyword]), version: visit.session.version };
  reportFinding(visit, { code: laterValue, params, spot: atValue(keyword) });
}

/** Checks a Schema Object of 3.1 or 3.2. */
export function checkNewerSchema(value: JsonObject, visit: Visit): void {
  checkReferredNames(value, visit);
  checkEnum(value, visit);
  if (typeof value.$schema === "string") checkDialect(value.$schema, atValue("$schema"), visit);
}

/** Checks the names of properties in `required` and in the discriminator. */
function checkReferredNames(value: JsonObject, visit: Visit): void {
  const { required, discriminator } = value;
  if (required === undefined && discriminator === undefined) return;
  if (isObject(discriminator) && isObject(discriminator.mapping)) deferMappingCheck(discriminator.mapping, visit);
  checkDiscriminator(value, visit);
  checkNames(value, visit);
}

/** Reports values that `enum` has twice, and a `default` that is none of its values. Arrays and objects are not compared. */
function checkEnum({ enum: values, default: fallback, nullable }: JsonObject, visit: Visit): void {
  if (!isArray(values)) return;
  const known = new Set<Json>(values);
  if (known.size < values.length) reportDuplicateValue(values, visit);
  const isScalar = fallback !== undefined && !isArray(fallback) && !isObject(fallback);
  // With `nullable: true`, null is a value, whether `enum` has it or not.
  if (isScalar && !known.has(fallback) && !(fallback === null && nullable === true))
    reportFinding(visit, { code: defaultNotInEnum, params: { value: String(fallback) }, spot: atValue("default") });
}

function reportDuplicateValue(values: readonly Json[], visit: Visit): void {
  const index = values.findIndex((value, at) => values.indexOf(value) < at);
  reportFinding(visit, { code: duplicateEnumValue, params: { value: String(values[index]), values }, spot: atValue("enum", index) });
}

/**
 * Reports an unknown keyword if it is similar to a known keyword. JSON Schema allows other unknown keywords. Always returns true, so that
 * no caller reports the keyword.
 */
export function checkKeywordName(name: string, { fields }: ObjectShape, visit: Visit): boolean {
  // `nullable` is excluded, because the conversion of schemas reports it.
  const near = name.length > 3 && name !== "nullable" && !laterKeywords.has(name) ? nearest(name, fields.keys()) : undefined;
  if (near !== undefined) reportFinding(visit, { code: unknownKeyword, params: { name, near }, spot: atKey(name) });
  return true;
}

/** Reports a dialect of JSON Schema that is not supported. */
export function checkDialect(uri: string, spot: ReturnType<typeof atValue>, visit: Visit): void {
  const isKnown =
    /^https:\/\/spec\.openapis\.org\/oas\/3\.[12]\/dialect\//.test(uri) ||
    /^https:\/\/json-schema\.org\/draft\/2020-12\/schema#?$/.test(uri);
  if (!isKnown) reportFinding(visit, { code: unknownDialect, params: { uri }, spot });
}

const checkIgnored = ignoredSiblings(
  new Set("$ref description title example examples summary externalDocs deprecated default readOnly xml nullable".split(" ")),
);

/** Reports the keywords beside a `$ref` that restrict values, because OpenAPI 2.0 and 3.0 ignore all keywords beside a `$ref`. */
export function checkReferenceSiblings(value: JsonObject, visit: Visit): void {
  checkIgnored(value, visit);
  if (value.nullable === true) reportFinding(visit, { code: nullableBesideReference, params: {}, spot: atKey("nullable") });
}

/** Checks an XML Object of 3.2: neither `attribute` nor `wrapped` is allowed beside `nodeType`, which replaces both. */
export function checkXml(value: JsonObject, visit: Visit): void {
  if (!Object.hasOwn(value, "nodeType")) return;
  for (const other of ["attribute", "wrapped"]) {
    if (Object.hasOwn(value, other))
      reportFinding(visit, { code: exclusiveFields, params: { one: "nodeType", other }, spot: atKey(other) });
  }
}
