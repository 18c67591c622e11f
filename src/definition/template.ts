// Their length is bounded, so that a text full of openings costs no more than its own length.
const templates = [/\$\{[^}]{0,80}\}/, /\{\{[^}]{0,80}\}\}/, /<%[^%]{0,80}%>/, /<[A-Za-z][\w .-]{0,80}>/];

/** What a template engine, or a person, was to fill in and did not: `${name}`, `{{ name }}`, `<NAME>`. */
export function findTemplate(text: string): string | undefined {
  if (!text.includes("{") && !text.includes("<")) return undefined;
  for (const template of templates) {
    const found = template.exec(text);
    if (found !== null) return found[0];
  }
  return undefined;
}
