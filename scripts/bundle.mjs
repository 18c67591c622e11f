// Puts the built command line into a few files: to load two hundred modules takes a tenth of a second, on every run.
// What a command needs stays apart, so that each loads only its own.
import { chmod, rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

const dist = fileURLToPath(new URL("../dist/", import.meta.url));
await rm(`${dist}bin`, { recursive: true, force: true });
const bundle = await rolldown({
  input: `${dist}cli/main.js`,
  platform: "node",
  // The library and the validators are large, and published already; the explanations are only here.
  external: [/^[^./]/, /compiled\/(?!explanations)[\w-]+\.js$/],
});
await bundle.write({ dir: `${dist}bin`, format: "esm" });
await chmod(`${dist}bin/main.js`, 0o755);
