import type { ProfileName } from "./provider-limits.ts";

/**
 * The treatment of a keyword. `describe`: the keyword moves to the description, where a model reads it and nothing enforces it. `repeat`:
 * the keyword is kept and repeated in the description, since the provider documents that it ignores the keyword. `drop`: the keyword is
 * removed, since it does not constrain values. `refuse`: a schema with the keyword cannot be expressed in the provider's form of JSON
 * Schema. `rewrite`: code for this keyword expresses it in another way.
 */
export type Action = "keep" | "repeat" | "rewrite" | "describe" | "drop" | "refuse";

const columns: readonly ProfileName[] = ["openai", "openai-strict", "anthropic", "anthropic-strict", "gemini", "gemini-openapi"];

//                        openai   openai-   anthropic anthropic- gemini   gemini-
//                                 strict              strict              openapi
const rows = `
  type                    keep     rewrite   keep      rewrite    rewrite  rewrite
  enum                    keep     rewrite   keep      rewrite    rewrite  rewrite
  const                   keep     keep      keep      keep       rewrite  rewrite
  $ref                    keep     rewrite   keep      rewrite    rewrite  rewrite
  $defs                   rewrite  rewrite   rewrite   rewrite    rewrite  rewrite
  properties              rewrite  rewrite   rewrite   rewrite    rewrite  rewrite
  required                rewrite  rewrite   rewrite   rewrite    rewrite  rewrite
  additionalProperties    keep     rewrite   keep      rewrite    keep     rewrite
  unevaluatedProperties   keep     rewrite   keep      rewrite    rewrite  rewrite
  patternProperties       keep     refuse    keep      refuse     describe describe
  propertyNames           keep     describe  keep      describe   describe describe
  minProperties           keep     describe keep      describe   repeat   keep
  maxProperties           keep     describe keep      describe   repeat   keep
  dependentRequired       keep     describe  keep      describe   describe describe
  dependentSchemas        keep     refuse    keep      refuse     describe describe
  items                   rewrite  rewrite   rewrite   rewrite    rewrite  rewrite
  prefixItems             keep     refuse    keep      refuse     rewrite  rewrite
  unevaluatedItems        keep     describe  keep      describe   describe describe
  contains                keep     describe  keep      describe   describe describe
  minContains             keep     describe  keep      describe   describe describe
  maxContains             keep     describe  keep      describe   describe describe
  minItems                keep     keep      keep      rewrite    keep     keep
  maxItems                keep     keep      keep      describe   keep     keep
  uniqueItems             keep     describe keep      describe   repeat   describe
  allOf                   keep     rewrite   keep      rewrite    rewrite  rewrite
  anyOf                   keep     rewrite   keep      rewrite    rewrite  rewrite
  oneOf                   keep     rewrite   keep      rewrite    rewrite  rewrite
  not                     keep     describe  keep      describe   describe describe
  if                      keep     refuse    keep      refuse     describe describe
  then                    keep     refuse    keep      refuse     describe describe
  else                    keep     refuse    keep      refuse     describe describe
  minimum                 keep     keep      keep      describe   keep     keep
  maximum                 keep     keep      keep      describe   keep     keep
  exclusiveMinimum        keep     keep     keep      describe   rewrite  rewrite
  exclusiveMaximum        keep     keep     keep      describe   rewrite  rewrite
  multipleOf              keep     keep     keep      describe   repeat   describe
  minLength               keep     rewrite  keep      rewrite    repeat   keep
  maxLength               keep     rewrite  keep      rewrite    repeat   keep
  pattern                 keep     keep     keep      keep       repeat   keep
  format                  keep     rewrite   keep      rewrite    keep     rewrite
  contentEncoding         describe describe  keep      describe   describe describe
  contentMediaType        describe describe  keep      describe   describe describe
  contentSchema           drop     drop      keep      drop       drop     drop
  title                   keep     keep      keep      keep       keep     keep
  description             rewrite  rewrite   rewrite   rewrite    rewrite  rewrite
  default                 keep     describe  keep      describe   describe keep
  examples                keep     describe  keep      describe   describe describe
  deprecated              keep     describe  keep      describe   describe describe
  readOnly                drop     drop      drop      drop       drop     drop
  writeOnly               drop     drop      drop      drop       drop     drop
`;

const table: ReadonlyMap<string, readonly Action[]> = new Map(
  rows
    .trim()
    .split("\n")
    .map((line): [string, readonly Action[]] => {
      const [keyword = "", ...actions] = line.trim().split(/ +/);
      return [keyword, actions as Action[]]; // The cast is safe: `rows` has no other actions.
    }),
);

/**
 * The action of a profile on a keyword. A keyword that is not in the table, such as `$schema` or an extension, does not constrain values.
 */
export function actionOn(keyword: string, profile: ProfileName): Action {
  return table.get(keyword)?.[columns.indexOf(profile)] ?? "drop";
}

/** Every keyword in the table. */
export const knownKeywords: readonly string[] = [...table.keys()];

const byType: ReadonlyMap<string, readonly string[]> = new Map([
  ["string", ["minLength", "maxLength", "pattern", "format", "contentEncoding", "contentMediaType", "contentSchema"]],
  ["number", ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "format"]],
  ["array", ["items", "prefixItems", "unevaluatedItems", "contains", "minContains", "maxContains", "minItems", "maxItems", "uniqueItems"]],
  [
    "object",
    [
      "properties",
      "required",
      "additionalProperties",
      "unevaluatedProperties",
      "patternProperties",
      "propertyNames",
      "minProperties",
      "maxProperties",
      "dependentRequired",
      "dependentSchemas",
    ],
  ],
]);

const typesByKeyword: ReadonlyMap<string, readonly string[]> = new Map(
  [...table.keys()].map((keyword) => [keyword, [...byType].flatMap(([type, keywords]) => (keywords.includes(keyword) ? [type] : []))]),
);

/**
 * The types whose values a keyword constrains; empty if the keyword constrains values of all types. `format` constrains strings and
 * numbers.
 */
export function typesConstrainedBy(keyword: string): readonly string[] {
  return typesByKeyword.get(keyword) ?? [];
}
