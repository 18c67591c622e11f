/**
 * JavaScript with escapes in place of all characters that are not ASCII, which code without comments has only in strings, templates and
 * patterns. Because of one such character, V8 keeps two bytes for each character of a module.
 * @param {string} code
 */
export function inAscii(code) {
  return code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
