import { ownMember, type UnknownRecord } from "../../json.ts";
import { optionalPart } from "../../part.ts";
import { correctedText } from "../corrected-text.ts";
import { joined, typePhrases } from "../describe-schema.ts";
import { matchesSubschema, presentIn } from "../evaluate.ts";
import { allHold, type Keywords } from "../evaluation.ts";
import { hasType } from "../kind.ts";

/** The keywords that every validator checks. */
export const coreKeywords: Keywords = {
  type: {
    check: hasType,
    text: (type: unknown, visit, nodes) =>
      `must be ${joined(typePhrases(type, { schema: visit.schema, nodes }))}.${correctedText(visit, nodes)}`,
    phrases: typePhrases,
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
      const isPatternNamed = optionalPart("isPatternNamed", visit.evaluation.library);
      const names = Object.keys(object).filter(
        (name) => ownMember(properties, name) === undefined && !isPatternNamed?.(name, patternProperties),
      );
      return allHold(names, visit, (key) => matchesSubschema(object[key], { schema, keyword: "additionalProperties", key }, visit));
    },
  },
};
