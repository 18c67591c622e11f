const templates = [/\$\{[^}]*\}/, /\{\{[^}]*\}\}/, /<%[^%]*%>/, /<[A-Za-z][\w .-]*>/];

/** What a template engine, or a person, was to fill in and did not: `${name}`, `{{ name }}`, `<NAME>`. */
export function findTemplate(text: string): string | undefined {
  if (!text.includes("{") && !text.includes("<")) return undefined;
  for (const template of templates) {
    const found = template.exec(text);
    if (found !== null) return found[0];
  }
  return undefined;
}
