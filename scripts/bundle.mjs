// Puts the built command line and the compiler's library into a few files: to load two hundred modules takes a tenth of a second, on
// every run. What a command needs stays apart, so that each loads only its own. Only these files are published, without comments:
// the types of `dist/index.d.ts` have those for users.
import { chmod, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

const dist = fileURLToPath(new URL("../dist/", import.meta.url));
// The library and the validators are large, and published already; the explanations are only here.
const external = [/^[^./]/, /compiled\/(?!explanations)[\w-]+\.js$/];

/** A run that has nothing to do loads this alone, in one file. */
const repeated = await modulesOf(`${dist}cli/repeat-run.js`);
await rm(`${dist}bin`, { recursive: true, force: true });
const bundle = await rolldown({ input: { main: `${dist}cli/main.js`, index: `${dist}index.js` }, platform: "node", external });
await bundle.write({
  // Below the folder of all inputs, which is what paths of external modules are relative to.
  dir: dist,
  entryFileNames: "bin/[name].js",
  chunkFileNames: "bin/[name]-[hash].js",
  format: "esm",
  comments: false,
  codeSplitting: { groups: [{ name: "repeat-run", test: (id) => repeated.has(id) }] },
});
await writeFile(`${dist}index.js`, 'export * from "./bin/index.js";\n');
await chmod(`${dist}bin/main.js`, 0o755);

/** @param {string} input */
async function modulesOf(input) {
  const alone = await rolldown({ input, platform: "node", external });
  const { output } = await alone.generate({ format: "esm" });
  return new Set(output.flatMap((file) => (file.type === "chunk" ? file.moduleIds : [])));
}
