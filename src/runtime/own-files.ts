/**
 * The files of this package by their paths in `compiled`, such as `index.js` and `index.d.ts`: what `runtime: copy` copies. Only a compiler
 * needs this, in Node.
 */
export async function runtimeFiles(): Promise<ReadonlyMap<string, string>> {
  const { readdir, readFile } = await import("node:fs/promises");
  const folder = new URL("./", import.meta.url);
  const paths = (await readdir(folder, { recursive: true })).map((path) => path.replaceAll("\\", "/"));
  const texts = paths
    .filter((path) => /\.(?:js|d\.ts)$/.test(path))
    .map(async (path) => [path, await readFile(new URL(path, folder), "utf8")] as const);
  return new Map(await Promise.all(texts));
}
