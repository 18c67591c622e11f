// Writes the modules of `toolsetc/runtime` and of the adapters, which have nothing of their own: they are those of `@toolsetc/runtime`, so
// that a program that imports both forms has one library.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../", import.meta.url));
const { exports } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

rmSync(join(root, "dist/library"), { recursive: true, force: true });
for (const [subpath, entry] of Object.entries(exports)) {
  if (!entry.default?.startsWith("./dist/library/")) continue;
  const text = `export * from "@toolsetc/runtime${subpath.startsWith("./runtime") ? subpath.slice("./runtime".length) : subpath.replace("./", "/adapters/")}";\n`;
  for (const path of Object.values(entry)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}
