/** The white space of JSON: RFC 8259 §2. */
export function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

/** The offset of the first character at or after `at` that is not white space. */
export function afterSpace(text: string, at: number): number {
  let first = at;
  while (isSpace(text.charCodeAt(first))) first++;
  return first;
}
