/** The maximum characters of an example in a message. */
const maxExample = 200;

/** A valid value as the end of a message, with the name of its member; empty if there is none, or it is long. */
export function exampleText(name: string | number | undefined, value: unknown): string {
  if (value === undefined) return "";
  const json = JSON.stringify(value);
  return json.length > maxExample ? "" : ` For example: ${typeof name === "string" ? `${JSON.stringify(name)}: ` : ""}${json}.`;
}
