import { isRecord, type UnknownRecord } from "../../json.ts";
import { correctedText } from "../corrected-text.ts";
import { joined, phrasesOf, typePhrases } from "../describe-schema.ts";
import { matchesSubschema, presentIn } from "../evaluate.ts";
import { allHold, type Keywords } from "../evaluation.ts";
import { expressionOf } from "../expression.ts";
import { hasType } from "../kind.ts";

/** The keywords that every validator checks. */
export const coreKeywords: Keywords = {
  type: {
    check: hasType,
    text: (type: unknown, visit, nodes) =>
      `must be ${joined(typePhrases(type, { schema: visit.schema, nodes }))}.${correctedText(visit, nodes)}`,
    phrases: typePhrases,
  },
  allOf: {
    check: (value: unknown, schemas: readonly unknown[], visit) =>
      allHold(schemas, visit, (schema) => matchesSubschema(value, { schema, keyword: "allOf" }, visit)),
    phrases: (schemas: readonly unknown[], { nodes, depth }) =>
      schemas.map((each) => phrasesOf(each, nodes, depth)).find((phrases) => phrases !== undefined),
  },
  // The message about a missing member is made of its schema.
  required: {
    check: (object: UnknownRecord, names: readonly string[], visit) =>
      allHold(names, visit, (name) => {
        const isPresent = Object.hasOwn(object, name);
        if (!isPresent) visit.evaluation.violations?.push({ keyword: "required", visit });
        return isPresent;
      }),
  },
  properties: {
    check: (object: UnknownRecord, schemas: UnknownRecord, visit) =>
      allHold(presentIn(object, schemas), visit, (key) =>
        matchesSubschema(object[key], { schema: schemas[key], keyword: "properties", key }, visit),
      ),
  },
  additionalProperties: {
    check: (object: UnknownRecord, schema: unknown, visit) => {
      const { properties, patternProperties } = visit.schema;
      const named = isRecord(properties) ? properties : {};
      const patterns = isRecord(patternProperties) ? Object.keys(patternProperties).map(expressionOf) : [];
      const names = Object.keys(object).filter((name) => !Object.hasOwn(named, name) && !patterns.some((pattern) => pattern?.test(name)));
      return allHold(names, visit, (key) => matchesSubschema(object[key], { schema, keyword: "additionalProperties", key }, visit));
    },
  },
};
