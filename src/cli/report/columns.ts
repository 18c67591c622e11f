/** Shortens a text to at most `width` columns. A shortened text ends with an ellipsis. */
export function cut(text: string, width: number): string {
  return text.length <= width
    ? text
    : `${text
        .slice(0, Math.max(0, width - 1))
        .replace(/[\ud800-\udbff]$/, "")
        .trimEnd()}…`;
}
