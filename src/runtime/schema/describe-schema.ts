import { cutText } from "./cut-text.ts";
import type { DescribedSchema, SchemaNodes } from "./evaluation.ts";
import { isCheckedFormat } from "./keyword-parts.ts";

/** The maximum number of values that a description lists. */
const maxListed = 20;

/** The maximum number of required members that a description names. */
const maxNames = 5;

/** The maximum depth of nested schemas that a description visits. */
const maxDepth = 4;

/**
 * The values that a schema accepts, as a noun phrase: `an integer or null`, `one of "a", "b"`. `undefined` if there is no short
 * description.
 */
export function expectationOf(node: unknown, nodes: SchemaNodes): string | undefined {
  const expected = phrasesOf(node, nodes);
  return expected === undefined ? undefined : joined([...new Set(expected)]);
}

/** The keywords that say what a schema accepts. The first of them that a schema has describes it. */
const describing = ["const", "enum", "type", "anyOf", "oneOf", "allOf"];

/** The noun phrases for what a schema accepts, one for each type or alternative; `undefined` if there is no short description. */
export function phrasesOf(node: unknown, nodes: SchemaNodes, depth = 0): readonly string[] | undefined {
  const schema = nodes.resolve(node);
  if (schema === undefined || depth > maxDepth) return undefined;
  const keyword = describing.find((each) => Object.hasOwn(schema, each));
  if (keyword === undefined) return undefined;
  // The contract of `Keyword` says what the limit is.
  return nodes.keyword(keyword).phrases?.(schema[keyword] as never, { schema, nodes, depth: depth + 1 });
}

/** The types of a schema, with short details: `an array of strings`, `an object with "a"`. */
export function typePhrases(type: unknown, { schema, nodes }: Pick<DescribedSchema, "schema" | "nodes">): string[] {
  return (Array.isArray(type) ? type : [type]).map((each) => {
    const { required, format, items } = schema;
    if (each === "object" && Array.isArray(required) && required.length > 0 && required.length <= maxNames)
      return `an object with ${quotedNames(required)}`;
    if (each === "string" && isCheckedFormat(format)) return withArticle(format);
    const itemType = each === "array" ? nodes.resolve(items)?.["type"] : undefined;
    if (typeof itemType === "string" && itemType !== "null") return `an array of ${itemType}s`;
    return each === "null" ? each : withArticle(each);
  });
}

/** The name of a type or a format, of which those with a "u" begin with a consonant. */
function withArticle(name: unknown): string {
  return `${/^[aeio]/.test(String(name)) ? "an" : "a"} ${name}`;
}

function quotedNames(names: readonly unknown[]): string {
  return joined(
    names.map((name) => JSON.stringify(name)),
    "and",
  );
}

/** Joins words as in "a, b or c". */
export function joined(words: readonly string[], last: "or" | "and" = "or"): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} ${last} ${words.at(-1)}`;
}

/** Values as JSON, separated by commas. At most 20 values are listed, and long values are shortened. */
export function valuesText(values: readonly unknown[]): string {
  const shown = values.slice(0, maxListed).map((value) => cutText(JSON.stringify(value) ?? "undefined"));
  return shown.join(", ") + (values.length > shown.length ? ` and ${values.length - shown.length} more` : "");
}

/**
 * A noun phrase for an alternative of a union. It contains a constant member, the required members, or the values that the alternative
 * accepts.
 */
export function alternativeName(node: unknown, nodes: SchemaNodes): string | undefined {
  const schema = nodes.resolve(node);
  if (schema === undefined) return undefined;
  const required = Array.isArray(schema["required"]) ? schema["required"].filter((name) => typeof name === "string") : [];
  for (const [name, member] of nodes.members(schema)) {
    const { const: only, enum: values } = nodes.resolve(member) ?? {};
    const value = Array.isArray(values) && values.length === 1 ? values[0] : only;
    if (typeof value === "string") return `the one with ${JSON.stringify(name)}: ${valuesText([value])}`;
  }
  if (required.length > 0) return `the one with ${quotedNames(required.slice(0, maxNames))}`;
  const expected = expectationOf(schema, nodes);
  return expected === undefined ? undefined : `the one that is ${expected}`;
}
