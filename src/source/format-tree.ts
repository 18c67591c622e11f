import { formatJsonText, type JsonStyle } from "./json/format-json.ts";
import { parseTree } from "./parse-tree.ts";
import type { Problem, Tree } from "./tree.ts";
import { formatYamlText } from "./yaml/format-yaml.ts";
import { readYaml } from "./yaml/read-yaml.ts";
import { yamlComments } from "./yaml/yaml-comments.ts";

/** A formatted text, the problems that prevent formatting, or that the writer would change `unfaithful`, which is a bug. */
export type Formatted =
  | { readonly text: string }
  | { readonly problems: readonly Problem[] }
  | { readonly unfaithful: "its data" | "its comments" };

/**
 * Formats the text of a file. The data and the comments of the file do not change, and formatting a formatted text changes nothing. In the
 * style `exported`, YAML is returned unchanged, since its line breaks depend on the library that wrote it.
 */
export function formatTree({ source, format, data, problems }: Tree, style: JsonStyle): Formatted {
  // `problems` may come from the fast YAML parser, which accepts some invalid texts. The formatter requires a valid text, so the strict
  // parser reads the text again.
  const strict = format === "yaml" && problems.length === 0 ? readYaml(source.text).problems : problems;
  const errors = strict.filter(({ code }) => code !== "lossy-number");
  if (errors.length > 0 || data === undefined) return { problems: errors };
  if (format !== "json" && style === "exported") return { text: source.text };
  const text = format === "json" ? formatJsonText(source.text.replace(/^\ufeff/, ""), style) : formatYamlText(source.text);
  return checkedText({ source, format, data }, text);
}

/** The text that a writer made of a tree, if it has the same data and the same comments. */
export function checkedText({ source, format, data }: Pick<Tree, "source" | "format" | "data">, text: string): Formatted {
  if (JSON.stringify(parseTree({ ...source, text }).data) !== JSON.stringify(data)) return { unfaithful: "its data" };
  if (format !== "json" && commentsOf(text) !== commentsOf(source.text)) return { unfaithful: "its comments" };
  return { text };
}

function commentsOf(text: string): string {
  return JSON.stringify(yamlComments(text).map((comment) => comment.text.trimEnd()));
}
