import { parseTree } from "./parse-tree.ts";
import type { Parsed, Tree } from "./tree.ts";

/** The text of a file. Where it is not UTF-8 throughout, what could be read of it, and the problem. */
export interface Decoded {
  readonly text: string;
  readonly problems: Parsed["problems"];
}

/** The tree of a file. What is not UTF-8 throughout is not read any further. */
export function decodedTree(path: string, { text, problems }: Decoded): Tree {
  const source = { path, text };
  return problems.length === 0 ? parseTree(source) : { source, format: "yaml", data: undefined, problems, within: undefined };
}

/** The tree of a file whose whole text is one value. */
export function proseTree(path: string, { text, problems }: Decoded): Tree {
  const data = problems.length === 0 ? text.replace(/^\ufeff/, "") : undefined;
  return { source: { path, text }, format: "text", data, problems, within: undefined };
}

const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const lenient = new TextDecoder("utf-8", { ignoreBOM: true });

/**
 * Reads bytes as UTF-8. A byte order mark stays in the text, so that an edited file keeps it. NUL is refused: no
 * text holds it, and what follows it is hidden by many tools.
 */
export function decode(bytes: Uint8Array): Decoded {
  const text = decodeStrictly(bytes);
  if (text === undefined) return refuse(bytes, firstInvalid(bytes), "the byte at offset");
  const nul = bytes.indexOf(0);
  return nul === -1 ? { text, problems: [] } : refuse(bytes, nul, "a NUL character stands at byte offset");
}

/** `undefined` where a byte is not UTF-8. */
function decodeStrictly(bytes: Uint8Array): string | undefined {
  try {
    return strict.decode(bytes);
  } catch {
    return undefined;
  }
}

function refuse(bytes: Uint8Array, offset: number, what: string): Decoded {
  const before = lenient.decode(bytes.subarray(0, offset));
  const hex = (bytes[offset] ?? 0).toString(16).toUpperCase().padStart(2, "0");
  const isUtf16 = offset === 0 && (hex === "FF" || hex === "FE");
  const reason = isUtf16
    ? "it is written in UTF-16."
    : bytes[offset] === 0
      ? `${what} ${offset}.`
      : `${what} ${offset} (0x${hex}) is not UTF-8.`;
  const range = { start: before.length, end: before.length + 1 };
  return { text: lenient.decode(bytes), problems: [{ code: "not-utf-8", reason, path: [], range }] };
}

/** The offset of the first byte that no UTF-8 has there. A text is sound up to it and not beyond, so halving finds it. */
function firstInvalid(bytes: Uint8Array): number {
  let [sound, broken] = [0, bytes.length + 1];
  while (broken - sound > 1) {
    const middle = (sound + broken) >> 1;
    if (startsWell(bytes.subarray(0, middle))) sound = middle;
    else broken = middle;
  }
  // What is left of a character that was begun belongs to the fault.
  let at = sound;
  while (at > 0 && decodeStrictly(bytes.subarray(0, at)) === undefined) at--;
  return at;
}

/** Whether the bytes are UTF-8 that may go on. */
function startsWell(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}
