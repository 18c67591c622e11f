import { escapeUnit } from "../text/escape-unit.ts";
import { stringEnd } from "./json-string.ts";

/**
 * The style of formatted JSON.
 * `free`: two spaces of indentation, a line for each member, and arrays of scalars on one line of up to 80 columns, as Prettier and Biome
 * format JSON.
 * `exported`: the style of exports from CES, which is that of JsonFormat in Protocol Buffers for Java.
 */
export type JsonStyle = "free" | "exported";

const maxWidth = 80;

/** Formats a valid JSON text. Members keep their order, and numbers their digits. */
export function formatJsonText(text: string, style: JsonStyle): string {
  const tokens = tokensOf(text);
  let at = 0;
  const next = () => tokens[at++] ?? "";

  /** Formats the next value. `used` is the width of the text before the value on its line. */
  function value(indentation: string, used: number): string {
    const first = next();
    if (first === "{") return object(indentation);
    if (first === "[") return style === "free" ? freeArray(indentation, used) : exportedArray(indentation);
    return first.startsWith('"') ? string(first) : first;
  }

  function object(indentation: string): string {
    const inner = `${indentation}  `;
    const members: string[] = [];
    for (let name = next(); name !== "}"; name = next()) {
      if (name === ",") continue;
      next(); // Skips the colon.
      const start = `${inner}${string(name)}: `;
      members.push(start + value(inner, start.length));
    }
    if (members.length === 0) return style === "free" ? "{}" : `{\n${indentation}}`;
    return `{\n${members.join(",\n")}\n${indentation}}`;
  }

  function freeArray(indentation: string, used: number): string {
    const inner = `${indentation}  `;
    const isNested = hasCollection();
    const listed = items(inner, inner.length);
    const line = `[${listed.join(", ")}]`;
    if (!isNested && used + line.length < maxWidth) return line;
    return `[\n${listed.map((item) => inner + item).join(",\n")}\n${indentation}]`;
  }

  /** Whether the array that starts here contains an array or an object. */
  function hasCollection(): boolean {
    let end = at;
    while (tokens[end] !== "]" && tokens[end] !== "[" && tokens[end] !== "{") end++;
    return tokens[end] !== "]";
  }

  function exportedArray(indentation: string): string {
    return `[${items(indentation, 0).join(", ")}]`;
  }

  function items(indentation: string, used: number): string[] {
    const listed: string[] = [];
    while (tokens[at] !== "]") {
      if (tokens[at] === ",") at++;
      else listed.push(value(indentation, used));
    }
    at++;
    return listed;
  }

  function string(written: string): string {
    const plain = JSON.stringify(JSON.parse(written));
    return style === "free" ? plain : plain.replace(/[<>&='\u2028\u2029]/g, escapeUnit);
  }

  const formatted = value("", 0);
  return style === "free" ? `${formatted}\n` : formatted;
}

function tokensOf(text: string): string[] {
  const start = /["{}[\],:]|[^\s{}[\],:"]+/g;
  const tokens: string[] = [];
  for (let found = start.exec(text); found !== null; found = start.exec(text)) {
    if (found[0] === '"') start.lastIndex = stringEnd(text, found.index);
    tokens.push(text.slice(found.index, start.lastIndex));
  }
  return tokens;
}
