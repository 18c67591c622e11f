import fc from "fast-check";

const firstHalf = 0xd800;
const halves = 0x800;

/**
 * The unit of texts of any characters, without halves of surrogate pairs: the `binary` of fast-check, which lists all million characters
 * once for each text that is made of them, and takes a second for it.
 */
export const anyCharacter: fc.Arbitrary<string> = fc
  .nat(0x10ffff - halves)
  .map((number) => String.fromCodePoint(number < firstHalf ? number : number + halves), numberOf);

function numberOf(text: unknown): number {
  const code = typeof text === "string" ? text.codePointAt(0) : undefined;
  if (code === undefined || String.fromCodePoint(code) !== text) throw new Error("This is no single character.");
  return code < firstHalf ? code : code - halves;
}
