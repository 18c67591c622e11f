import { isRecord, type UnknownRecord } from "../json.ts";

const keywords =
  /^(?:additionalProperties|unevaluatedProperties|propertyNames|items|unevaluatedItems|contains|not|if|then|else|prefixItems|allOf|anyOf|oneOf)$/;
const mapKeywords = /^(?:\$defs|definitions|properties|patternProperties|dependentSchemas)$/;

/** The direct subschemas of a schema. Other keywords, such as `const` and `example`, contain data. */
export function subschemas(schema: UnknownRecord): unknown[] {
  return Object.entries(schema).flatMap(([keyword, value]) => {
    if (keywords.test(keyword)) return value;
    return mapKeywords.test(keyword) && isRecord(value) ? Object.values(value) : [];
  });
}
