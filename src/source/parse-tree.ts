import { parseJson } from "./json/parse-json.ts";
import type { Source } from "./source.ts";
import { isHtmlPage, parseHtmlPage } from "./text/html-page.ts";
import { parseOtherFormat } from "./text/other-format.ts";
import { type Origin, type Tree, valueAt } from "./tree.ts";
import { parseYaml } from "./yaml/parse-yaml.ts";

/** Parses a text as JSON or YAML. Parsing never fails: a tree contains the problems of its text. */
export function parseTree(source: Source): Tree {
  const isJson = source.path.endsWith(".json") && !isHtmlPage(source.text);
  const parsed: Text = isJson ? { format: "json", ...parseJson(source.text) } : parseEither(source.text);
  return { source, ...parsed, within: undefined };
}

/** Parses a text that is a string value of another tree. The `source.text` of the result is the decoded string. */
export function parseNested(text: string, within: Origin): Tree {
  return { source: { path: within.tree.source.path, text }, ...parseEither(text), within };
}

type Text = Pick<Tree, "format" | "data" | "problems">;

/**
 * Parses a text that starts with a bracket as JSON. If the text is not JSON, it is parsed as YAML, which allows comments, for example. A
 * text that starts with another character is parsed as YAML.
 */
function parseEither(text: string): Text {
  if (isHtmlPage(text)) return { format: "yaml", ...parseHtmlPage(text) };
  if (!looksLikeJson(text)) return { format: "yaml", ...(parseOtherFormat(text) ?? parseYaml(text)) };
  const json: Text = { format: "json", ...parseJson(text) };
  if (json.problems[0]?.code !== "syntax-error") return json;
  const yaml: Text = { format: "yaml", ...parseYaml(text) };
  return yaml.data === undefined ? json : yaml;
}

/** Creates a tree for an object inside another tree, so that a document inside a definition is the root of a tree. */
export function embeddedTree(within: Origin): Tree {
  return { source: within.tree.source, format: "value", data: valueAt(within.tree, within.path), problems: [], within };
}

function looksLikeJson(text: string): boolean {
  const first = /[^\s\ufeff]/.exec(text)?.[0];
  return first === "{" || first === "[";
}
