/**
 * Returns a function that matches a pattern in which `*` stands for any characters. Matching takes linear time, unlike with a regular
 * expression.
 */
export function globOf(glob: string): (text: string) => boolean {
  const [first = "", ...others] = glob.split("*");
  const last = others.pop();
  if (last === undefined) return (text) => text === glob;
  return (text) => {
    if (!text.startsWith(first) || text.length < first.length + last.length || !text.endsWith(last)) return false;
    const end = text.length - last.length;
    let at = first.length;
    for (const part of others) {
      const found = text.indexOf(part, at);
      if (found === -1 || found + part.length > end) return false;
      at = found + part.length;
    }
    return at <= end;
  };
}
