// Bundles the built command line and the compiler's library into a few files: loading two hundred modules takes a tenth of a second on
// every run. Each command has chunks of its own and loads only these. Only the bundles are published, without comments: those for users
// are in the types of `dist/index.d.ts`.
import { chmod, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

const dist = fileURLToPath(new URL("../dist/", import.meta.url));
// The run-time library and the validators are large and already published as modules; only the explanations are bundled.
const external = [/^[^./]/, /compiled\/(?!explanations)[\w-]+\.js$/];

/** A run without changes loads only these modules, in one file. */
const repeated = await modulesOf(`${dist}cli/build/repeat-run.js`);
repeated.add(`${dist}cli/start.js`);
await rm(`${dist}bin`, { recursive: true, force: true });
const bundle = await rolldown({ input: { main: `${dist}cli/main.js`, index: `${dist}index.js` }, platform: "node", external });
await bundle.write({
  // The folder of all inputs, to which the paths of external modules are relative.
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
