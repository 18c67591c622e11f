import { printable } from "../../diagnostic/printable.ts";

/** Markdown, made by `markdown` and the functions of this file. A text becomes Markdown only by being escaped. */
export interface Markdown {
  readonly markdown: string;
}

/** A template of Markdown. Every interpolated text is escaped; only `Markdown` is interpolated as it is. */
export function markdown(template: TemplateStringsArray, ...values: readonly (string | number | Markdown)[]): Markdown {
  const parts = values.map((value) => (typeof value === "object" ? value.markdown : escaped(String(value))));
  return { markdown: template.map((literal, index) => literal + (parts[index] ?? "")).join("") };
}

export function joinMarkdown(parts: readonly Markdown[], separator: string): Markdown {
  return { markdown: parts.map((part) => part.markdown).join(separator) };
}

/** A name as inline code. Backslashes escape nothing in it, so its fence is longer than any sequence of backticks in the name. */
export function inlineCode(name: string): Markdown {
  const text = oneLine(name);
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([{ length }]) => length));
  const fence = "`".repeat(longest + 1);
  const padding = longest > 0 || text === "" ? " " : "";
  return { markdown: `${fence}${padding}${text}${padding}${fence}` };
}

/** A block of one shell command. As the command is one line that begins with a word, it cannot end the block. */
export function shellBlock(command: string): Markdown {
  const line = printable(command.replace(/[\r\n]/g, " "));
  if (!/^\w/.test(line)) throw new Error(`${JSON.stringify(command)} does not begin with the name of a program.`);
  return { markdown: `\`\`\`sh\n${line}\n\`\`\`\n` };
}

/** The front matter of a page. A string of JSON is a string of YAML. */
export function frontMatter(values: { readonly [key: string]: string }): Markdown {
  const lines = Object.entries(values).map(
    ([key, value]) => `${key}: ${/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(value) ? value : JSON.stringify(oneLine(value))}\n`,
  );
  return { markdown: `---\n${lines.join("")}---\n` };
}

/** A text on one line, without characters that a reader does not see. */
export function oneLine(text: string): string {
  return printable(text.replace(/\s+/g, " ")).trim();
}

/** One line of Markdown that is no heading, list item or code fence, and contains no HTML element. */
function escaped(text: string): string {
  return oneLine(text)
    .replace(/[\\`<>[\]]/g, (found) => `\\${found}`)
    .replace(/^([#\-+*=~]|\d+[.)])/, "\\$1");
}
