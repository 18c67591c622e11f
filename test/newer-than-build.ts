import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/** A file of `src` that was changed after the build in `dist` was made; `undefined` if there is none, or no build. */
export function newerThanBuild(root: string): string | undefined {
  const main = join(root, "dist/bin/main.js");
  if (!existsSync(main)) return undefined;
  const built = statSync(main).mtimeMs;
  return readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" })
    .map((path) => `src/${path.replaceAll("\\", "/")}`)
    .find((path) => path.endsWith(".ts") && !path.includes("/compiled/") && statSync(join(root, path)).mtimeMs > built);
}
