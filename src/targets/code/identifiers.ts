// Names that a generated module cannot or should not declare. A module that exports `then` is one of these cases: a dynamic import of the
// module would call `then`.
const reserved = new Set(
  (
    "arguments async await break case catch class const continue debugger default delete do else enum eval export extends " +
    "false finally for function get if implements import in infinity instanceof interface let nan new null of package private " +
    "protected public return set static super switch then this throw true try type typeof undefined var void while with yield"
  ).split(" "),
);

/** The identifier nearest to a name: `get_weather` → `getWeather`, `Delete` → `delete_`, `2fa` → `_2fa`. */
export function spellIdentifier(name: string): string {
  const camel = name
    .replace(/[^A-Za-z0-9]+([A-Za-z0-9])/g, (_all, letter: string) => letter.toUpperCase())
    .replace(/[^A-Za-z0-9]/g, "")
    .replace(/^(?=\d|$)/, "_");
  const plain = camel.charAt(0).toLowerCase() + camel.slice(1);
  return reserved.has(plain.toLowerCase()) ? `${plain}_` : plain;
}
