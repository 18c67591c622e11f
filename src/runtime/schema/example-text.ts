/** The maximum characters of an example in a message. */
const maxExample = 200;

/**
 * The end of a message that gives a valid value as an example, with the name of the value's member; empty if there is no value or its JSON
 * is long.
 */
export function exampleText(name: string | number | undefined, value: unknown): string {
  if (value === undefined) return "";
  const json = JSON.stringify(value);
  return json.length > maxExample ? "" : ` For example: ${typeof name === "string" ? `${JSON.stringify(name)}: ` : ""}${json}.`;
}
