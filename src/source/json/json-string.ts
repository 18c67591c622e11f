/** The end offset of the string that starts at `start`, in a text that is known to be JSON. */
export function stringEnd(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end + 1;
}

/** Whether the character at an offset follows an odd number of backslashes. */
function isEscaped(text: string, at: number): boolean {
  let before = at;
  while (text.charCodeAt(before - 1) === 0x5c) before--;
  return (at - before) % 2 === 1;
}
