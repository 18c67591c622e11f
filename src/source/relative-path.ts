/** The path of a file relative to a folder, which is empty or ends with a `/`. Both are relative to the same root. */
export function relativePath(folder: string, path: string): string {
  const from = folder.split("/").slice(0, -1);
  const to = path.split("/");
  let common = 0;
  while (common < from.length && common < to.length - 1 && from[common] === to[common]) common++;
  return "../".repeat(from.length - common) + to.slice(common).join("/");
}
