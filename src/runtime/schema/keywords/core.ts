import { isRecord, type UnknownRecord } from "../../json.ts";
import { correctedText } from "../corrected-text.ts";
import { joined, phrasesOf, typePhrases } from "../describe-schema.ts";
import { covers, holdsHere, presentIn } from "../evaluate.ts";
import { allHold, type Keywords, violationOf } from "../evaluation.ts";
import { expressionOf } from "../expression.ts";
import { hasType } from "../kind.ts";
import { locationAbove } from "../location.ts";

/** The keywords that every validator checks. */
export const coreKeywords: Keywords = {
  type: {
    check: hasType,
    text: (type: unknown, violated) => {
      const { nodes, error } = violated;
      const schema = nodes.at(locationAbove(error.keywordLocation)) as UnknownRecord; // It has the keyword.
      return `must be ${joined(typePhrases(type, { schema, nodes }))}.${correctedText(violated)}`;
    },
    phrases: typePhrases,
  },
  allOf: {
    check: (value: unknown, schemas: readonly unknown[], visit) =>
      allHold(schemas, visit, (schema, segment) => holdsHere(value, { schema, keyword: "allOf", segment }, visit)),
    phrases: (schemas: readonly unknown[], { nodes, depth }) =>
      schemas.map((each) => phrasesOf(each, nodes, depth)).find((phrases) => phrases !== undefined),
  },
  // The message about a missing member is made of its schema.
  required: {
    check: (object: UnknownRecord, names: readonly string[], visit) =>
      allHold(names, visit, (name) => {
        const isPresent = Object.hasOwn(object, name);
        if (!isPresent) visit.evaluation.violations?.push(violationOf("required", visit));
        return isPresent;
      }),
  },
  properties: {
    check: (object: UnknownRecord, schemas: UnknownRecord, visit) =>
      allHold(presentIn(object, schemas), visit, (segment) =>
        covers({ key: segment, value: object[segment] }, { schema: schemas[segment], keyword: "properties", segment }, visit),
      ),
  },
  additionalProperties: {
    check: (object: UnknownRecord, schema: unknown, visit) => {
      const { properties, patternProperties } = visit.schema;
      const named = isRecord(properties) ? properties : {};
      const patterns = isRecord(patternProperties) ? Object.keys(patternProperties).map(expressionOf) : [];
      const names = Object.keys(object).filter((name) => !Object.hasOwn(named, name) && !patterns.some((pattern) => pattern?.test(name)));
      return allHold(names, visit, (key) => covers({ key, value: object[key] }, { schema, keyword: "additionalProperties" }, visit));
    },
  },
};
