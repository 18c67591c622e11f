import { formatJsonText, type JsonStyle } from "./json/format-json.ts";
import { parseTree } from "./parse-tree.ts";
import type { Problem, Tree } from "./tree.ts";
import { formatYamlText } from "./yaml/format-yaml.ts";
import { readYaml } from "./yaml/read-yaml.ts";
import { yamlComments } from "./yaml/yaml-comments.ts";

/** A formatted text, or the problems that prevent formatting. */
export type Formatted = { readonly text: string } | { readonly problems: readonly Problem[] };

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
  const isSame =
    JSON.stringify(parseTree({ ...source, text }).data) === JSON.stringify(data) &&
    (format === "json" || commentsOf(text) === commentsOf(source.text));
  if (!isSame) throw new Error(`Formatting ${source.path} would change its data or its comments`);
  return { text };
}

function commentsOf(text: string): string {
  return JSON.stringify(yamlComments(text).map((comment) => comment.text.trimEnd()));
}
