/** The maximum characters of a name or a value in a message, since models may invent long ones. */
const maxLength = 100;

/** The text as messages quote it, without its end if it is long. */
export function cutText(text: string): string {
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
}
