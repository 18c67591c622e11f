// The length of a template is limited, so that the time for a string with many opening braces is linear.
const templates = [/\$\{[^}]{0,80}\}/, /\{\{[^}]{0,80}\}\}/, /<%[^%]{0,80}%>/, /<[A-Za-z][\w .-]{0,80}>/];

/** The first template in a string that was not replaced by a value, such as `${name}`, `{{ name }}` or `<NAME>`. */
export function findTemplate(text: string): string | undefined {
  if (!text.includes("{") && !text.includes("<")) return undefined;
  for (const template of templates) {
    const found = template.exec(text);
    if (found !== null) return found[0];
  }
  return undefined;
}
