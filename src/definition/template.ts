// The length is bounded, so that a text with many opening braces is matched in linear time.
const templates = [/\$\{[^}]{0,80}\}/, /\{\{[^}]{0,80}\}\}/, /<%[^%]{0,80}%>/, /<[A-Za-z][\w .-]{0,80}>/];

/** Finds a template that was not filled in: `${name}`, `{{ name }}`, `<NAME>`. */
export function findTemplate(text: string): string | undefined {
  if (!text.includes("{") && !text.includes("<")) return undefined;
  for (const template of templates) {
    const found = template.exec(text);
    if (found !== null) return found[0];
  }
  return undefined;
}
