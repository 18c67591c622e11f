import { parseTree } from "../parse-tree.ts";
import type { Parsed, Tree } from "../tree.ts";

/**
 * The text of a file. If the file is not valid UTF-8 or contains NUL, there is a problem, and U+FFFD replaces each invalid byte sequence.
 */
export interface Decoded {
  readonly text: string;
  readonly problems: Parsed["problems"];
}

/** Parses the text of a file. If there are decoding problems, the tree has no data. */
export function decodedTree(path: string, { text, problems }: Decoded): Tree {
  const source = { path, text };
  return problems.length === 0 ? parseTree(source) : { source, format: "yaml", data: undefined, problems, within: undefined };
}

/** Creates the tree of a file whose whole text is read as one string, such as a Markdown description. */
export function proseTree(path: string, { text, problems }: Decoded): Tree {
  const data = problems.length === 0 ? text.replace(/^\ufeff/, "") : undefined;
  return { source: { path, text }, format: "text", data, problems, within: undefined };
}

const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const lenient = new TextDecoder("utf-8", { ignoreBOM: true });

/**
 * Decodes bytes as UTF-8. A byte order mark stays in the text, so that an edited file keeps it. NUL is rejected: no
 * text file contains it, and many programs hide what follows it.
 */
export function decode(bytes: Uint8Array): Decoded {
  const text = decodeStrictly(bytes);
  if (text === undefined) return refuse(bytes, firstInvalid(bytes), "the byte at offset");
  const nul = bytes.indexOf(0);
  return nul === -1 ? { text, problems: [] } : refuse(bytes, nul, "there is a NUL character at byte offset");
}

/** Decodes bytes; `undefined` if they are not valid UTF-8. */
function decodeStrictly(bytes: Uint8Array): string | undefined {
  try {
    return strict.decode(bytes);
  } catch {
    return undefined;
  }
}

/** The result for invalid bytes: the text with U+FFFD in place of invalid bytes, and a problem at a byte offset. */
function refuse(bytes: Uint8Array, offset: number, what: string): Decoded {
  const before = lenient.decode(bytes.subarray(0, offset));
  const hex = (bytes[offset] ?? 0).toString(16).toUpperCase().padStart(2, "0");
  const isUtf16 = offset === 0 && (hex === "FF" || hex === "FE");
  const reason = isUtf16
    ? "it is encoded in UTF-16."
    : bytes[offset] === 0
      ? `${what} ${offset}.`
      : `${what} ${offset} (0x${hex}) is not UTF-8.`;
  const range = { start: before.length, end: before.length + 1 };
  return { text: lenient.decode(bytes), problems: [{ code: "not-utf-8", reason, path: [], range }] };
}

/**
 * The offset of the first invalid byte, by binary search: a prefix of `bytes` is valid UTF-8 up to some length, and invalid for all greater
 * lengths.
 */
function firstInvalid(bytes: Uint8Array): number {
  let [valid, invalid] = [0, bytes.length + 1];
  while (invalid - valid > 1) {
    const middle = (valid + invalid) >> 1;
    if (isValidPrefix(bytes.subarray(0, middle))) valid = middle;
    else invalid = middle;
  }
  // If the longest valid prefix ends within a multi-byte character, the problem is reported at the first byte of this character.
  let at = valid;
  while (at > 0 && decodeStrictly(bytes.subarray(0, at)) === undefined) at--;
  return at;
}

/** Whether the bytes are a prefix of valid UTF-8. */
function isValidPrefix(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}
