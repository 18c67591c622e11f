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
//                                 strict              strict              openapi  types of the values that the keyword constrains
const rows = `
  type                    keep     rewrite   keep      rewrite    rewrite  rewrite
  enum                    keep     rewrite   keep      rewrite    rewrite  rewrite
  const                   keep     keep      keep      keep       rewrite  rewrite
  $ref                    keep     rewrite   keep      rewrite    rewrite  rewrite
  $defs                   rewrite  rewrite   rewrite   rewrite    rewrite  rewrite
  properties              rewrite  rewrite   rewrite   rewrite    rewrite  rewrite object
  required                rewrite  rewrite   rewrite   rewrite    rewrite  rewrite object
  additionalProperties    keep     rewrite   keep      rewrite    keep     rewrite object
  unevaluatedProperties   keep     rewrite   keep      rewrite    rewrite  rewrite object
  patternProperties       keep     refuse    keep      refuse     describe describe object
  propertyNames           keep     describe  keep      describe   describe describe object
  minProperties           keep     describe keep      describe   repeat   keep object
  maxProperties           keep     describe keep      describe   repeat   keep object
  dependentRequired       keep     describe  keep      describe   describe describe object
  dependentSchemas        keep     refuse    keep      refuse     describe describe object
  items                   rewrite  rewrite   rewrite   rewrite    rewrite  rewrite array
  prefixItems             keep     refuse    keep      refuse     rewrite  rewrite array
  unevaluatedItems        keep     describe  keep      describe   describe describe array
  contains                keep     describe  keep      describe   describe describe array
  minContains             keep     describe  keep      describe   describe describe array
  maxContains             keep     describe  keep      describe   describe describe array
  minItems                keep     keep      keep      rewrite    keep     keep array
  maxItems                keep     keep      keep      describe   keep     keep array
  uniqueItems             keep     describe keep      describe   repeat   describe array
  allOf                   keep     rewrite   keep      rewrite    rewrite  rewrite
  anyOf                   keep     rewrite   keep      rewrite    rewrite  rewrite
  oneOf                   keep     rewrite   keep      rewrite    rewrite  rewrite
  not                     keep     describe  keep      describe   describe describe
  if                      keep     refuse    keep      refuse     describe describe
  then                    keep     refuse    keep      refuse     describe describe
  else                    keep     refuse    keep      refuse     describe describe
  minimum                 keep     keep      keep      describe   keep     keep number
  maximum                 keep     keep      keep      describe   keep     keep number
  exclusiveMinimum        keep     keep     keep      describe   rewrite  rewrite number
  exclusiveMaximum        keep     keep     keep      describe   rewrite  rewrite number
  multipleOf              keep     keep     keep      describe   repeat   describe number
  minLength               keep     rewrite  keep      rewrite    repeat   keep string
  maxLength               keep     rewrite  keep      rewrite    repeat   keep string
  pattern                 keep     keep     keep      keep       repeat   keep string
  format                  keep     rewrite   keep      rewrite    keep     rewrite string number
  contentEncoding         describe describe  keep      describe   describe describe string
  contentMediaType        describe describe  keep      describe   describe describe string
  contentSchema           drop     drop      keep      drop       drop     drop string
  title                   keep     keep      keep      keep       keep     keep
  description             rewrite  rewrite   rewrite   rewrite    rewrite  rewrite
  default                 keep     describe  keep      describe   describe keep
  examples                keep     describe  keep      describe   describe describe
  deprecated              keep     describe  keep      describe   describe describe
  readOnly                drop     drop      drop      drop       drop     drop
  writeOnly               drop     drop      drop      drop       drop     drop
`;

/** The actions on a keyword, one for each of `columns`, and then the types of the values that it constrains. */
const table: ReadonlyMap<string, readonly string[]> = new Map(
  rows
    .trim()
    .split("\n")
    .map((line): [string, readonly string[]] => {
      const [keyword = "", ...cells] = line.trim().split(/ +/);
      return [keyword, cells];
    }),
);

/**
 * The action of a profile on a keyword. A keyword that is not in the table, such as `$schema` or an extension, does not constrain values.
 */
export function actionOn(keyword: string, profile: ProfileName): Action {
  // The cast is safe: `rows` has no other actions.
  return (table.get(keyword)?.[columns.indexOf(profile)] as Action | undefined) ?? "drop";
}

/** Every keyword in the table. */
export const knownKeywords: readonly string[] = [...table.keys()];

/**
 * The types whose values a keyword constrains; empty if the keyword constrains values of all types. `format` constrains strings and
 * numbers.
 */
export function typesConstrainedBy(keyword: string): readonly string[] {
  return table.get(keyword)?.slice(columns.length) ?? [];
}
