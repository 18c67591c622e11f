import fc from "fast-check";

type Pick = <T>(...choices: readonly T[]) => T;

const words = [
  "a",
  "foo bar",
  "12",
  "0o7",
  "0x1F",
  "1_000",
  "~",
  "yes",
  "1.50",
  "9223372036854775807",
  "a:b",
  "a#b",
  "it's",
  "-x",
  "<<",
  "é😀",
];
const keys = ["a", "b", "c d", "200", "1.10", "null", "'e: f'", '"g\\n"', "__proto__", "/h/{i}", "-j", "? k\n", "&l m", "!!str n"];

/** YAML as people write it, in every style, with comments, blank lines, anchors and tags wherever they can stand. Most of it is valid. */
export const styledYaml: fc.Arbitrary<string> = fc.gen().map((generate) => {
  const pick: Pick = <T>(...choices: readonly T[]): T => choices[generate(fc.nat, choices.length - 1)] as T; // It is one of them.
  const rarely = (text: string): string => pick("", "", "", "", "", "", "", text);
  const isOften = (): boolean => pick(true, true, true, false);
  const anchors: string[] = [];
  const newLine = (indentation: number): string => `\n${" ".repeat(indentation)}`;

  function document(): string {
    const start = rarely(pick("---\n", "# top\n", "%YAML 1.2\n---\n", "--- # note\n\n"));
    const column = pick(0, 0, 0, 2);
    const text = `${start}${" ".repeat(column)}${pick(mapping, mapping, sequence)(column, 3)}\n${rarely(pick("...\n", "# end", "\n"))}`;
    return rarely("\ufeff") + (pick(true, false, false, false, false) ? text.replaceAll("\n", "\r\n") : text);
  }

  function mapping(column: number, depth: number): string {
    const entries = Array.from({ length: pick(1, 2, 3) }, (_empty, index) => {
      const key = pick(...keys);
      const name = /^\w+$/.test(key) ? key + index : key;
      return `${name.startsWith("?") ? `${name}${" ".repeat(column)}` : name}:${value(column, depth, "mapping")}`;
    });
    return entries.join(between(column));
  }

  function sequence(column: number, depth: number): string {
    return Array.from({ length: pick(1, 2, 3) }, () => `-${value(column, depth, "sequence")}`).join(between(column));
  }

  function between(column: number): string {
    return rarely(pick("\n", newLine(column + 1))) + rarely(`${newLine(pick(0, column, column + 2))}# between`) + newLine(column);
  }

  /** What stands behind a key or a dash at a column. */
  function value(column: number, depth: number, holder: "mapping" | "sequence"): string {
    const further = column + pick(1, 2, 4);
    const kind = pick("empty", "block", "flow", "scalar", "scalar", ...(depth > 0 ? ["collection", "collection", "collection"] : []));
    if (kind === "empty") return rarely("  # nothing");
    if (kind === "block") return ` ${properties()}${blockScalar(further, column)}`;
    if (kind !== "collection") {
      const written = kind === "flow" ? flow(further, depth) : scalar(further, "block");
      return pick(" ", " ", "  ", newLine(further)) + written + rarely(pick(" # note", "\t# note"));
    }
    if (holder === "sequence" && isOften()) return ` ${pick(mapping, sequence)(column + 2, depth - 1)}`;
    const [write, at] = pick<[typeof mapping, number]>([mapping, further], [sequence, holder === "mapping" ? column : further]);
    return `${rarely(` ${properties().trimEnd()}`)}${rarely(" # note")}${rarely("\n")}${newLine(at)}${write(at, depth - 1)}`;
  }

  function properties(): string {
    const name = `x${anchors.length}`;
    const written = rarely(pick(`&${name} `, "!!str ", "! "));
    if (written.startsWith("&")) anchors.push(name);
    return written;
  }

  function scalar(column: number, where: "block" | "flow"): string {
    if (anchors.length > 0 && !isOften()) return `*${pick(...anchors)}${where === "flow" ? " " : ""}`;
    const fold = (): string => pick(" ", " ", newLine(column), `\n${newLine(column + 1)}`, ` ${newLine(column)}`);
    const double = (): string => pick("x", " \\n", "\\u00e9", '\\"', "# y", ": z", "\\U0001F600", "\\/", `\\${newLine(column)}`, "'", "[");
    return (
      properties() +
      pick(
        () => pick(...words),
        () => `one${fold()}two${fold()}three`,
        () => `'it''s${fold()}${pick("#", ": ", "{", "\\")}'`,
        () => `"${double()}${double()}a${fold()}${double()}b"`,
      )()
    );
  }

  function blockScalar(indentation: number, column: number): string {
    const header = pick("|", ">") + pick("", "", "-", "+") + pick("", "", String(indentation - column)) + rarely(" # note");
    const lines = Array.from({ length: pick(1, 2, 4) }, () => pick("text", "a: b", "# none", "- c", "", "two words ", "it's", "é😀"));
    const [first = "", ...others] = lines.map((line) => (line === "" ? "" : " ".repeat(indentation) + line));
    return [header, first.trim() === "" ? `${" ".repeat(indentation)}x` : first, ...others.map((line) => line.replace("- c", "  c"))].join(
      "\n",
    );
  }

  function flow(column: number, depth: number): string {
    const gap = (): string => pick("", "", " ", newLine(column), ` # ,]}${newLine(column)}`);
    const item = (): string => (depth > 0 && !isOften() ? flow(column, depth - 1) : scalar(column, "flow"));
    const entry = (name: string): string =>
      pick(`${name}: ${item()}`, `"${name}":${item()}`, `${name}`, `? ${name} : ${item()}`, `1.0${name}`);
    const count = pick(0, 1, 2, 3);
    if (pick(true, false)) return `[${Array.from({ length: count }, () => gap() + item() + gap()).join(",")}]`;
    return `{${Array.from({ length: count }, (_empty, index) => `${gap()}${entry(`${pick("a", "1")}${index}`)}${gap()}`).join(",")}}`;
  }

  return document();
});
