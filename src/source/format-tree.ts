import { formatJsonText, type JsonStyle } from "./format-json.ts";
import { formatYamlText } from "./format-yaml.ts";
import { parseTree } from "./parse-tree.ts";
import { readYaml } from "./read-yaml.ts";
import type { Problem, Tree } from "./tree.ts";
import { yamlComments } from "./yaml-comments.ts";

/** A formatted text, or the problems that prevent formatting. */
export type Formatted = { readonly text: string } | { readonly problems: readonly Problem[] };

/**
 * Formats the text of a file. Its data and comments do not change, and formatting a formatted text changes nothing. YAML in the
 * style of the exporter is returned unchanged, since its line breaks depend on the library that wrote it.
 */
export function formatTree({ source, format, data, problems }: Tree, style: JsonStyle): Formatted {
  // The tree may come from the fast parser of YAML, which accepts some invalid texts. The formatter requires a valid text.
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
