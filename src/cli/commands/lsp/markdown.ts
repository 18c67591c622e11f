/** Formats a text of the project as code in Markdown. */
export function codeSpan(text: string): string {
  const fence = "`".repeat(Math.max(0, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length)) + 1);
  return `${fence} ${text.replaceAll(/\s+/g, " ")} ${fence}`;
}

/** Escapes a text of the project for Markdown, so that it contains no link, image or markup. */
export function escaped(text: string): string {
  return text.replaceAll(/\s+/g, " ").replaceAll(/[\\`*_{}[\]()<>#+!|~&:-]/g, "\\$&");
}
