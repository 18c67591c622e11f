// Bundles the built command line and the compiler's library into a few files: loading two hundred modules takes a tenth of a second on
// every run. Each command has chunks of its own and loads only these. Only the bundles are published, without comments: those for users
// are in the types of `dist/index.d.ts`.
import { chmod, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { importer, withImporter } from "./imports-of.mjs";

const dist = fileURLToPath(new URL("../dist/", import.meta.url));
const external = [/^[^./]/];

/** A run without changes loads only these modules, in one file. */
const repeated = await modulesOf(`${dist}cli/build/repeat-run.js`, `${dist}cli/start.js`);
/** Every command loads these, and `compile` loads the others too. To load fifty files in place of these two would take a tenth of its time. */
const program = await modulesOf(`${dist}cli/run-program.js`);
const compiler = await modulesOf(
  `${dist}cli/project/each-project.js`,
  `${dist}cli/commands/compile/run.js`,
  `${dist}cli/commands/compile/compile-cached.js`,
);
await rm(`${dist}bin`, { recursive: true, force: true });
// CommonJS, since V8 compiles only scripts with a cache of their code: see `src/host/code-cache.ts`.
const bundle = await rolldown({
  input: { start: `${dist}cli/start.js`, index: `${dist}index.js` },
  platform: "node",
  external,
});
const { output } = await bundle.write({
  dir: `${dist}bin`,
  entryFileNames: "[name].cjs",
  chunkFileNames: "[name]-[hash].cjs",
  format: "cjs",
  strict: true,
  comments: false,
  codeSplitting: {
    groups: [
      { name: "repeat-run", test: (id) => repeated.has(id), priority: 3 },
      { name: "program", test: (id) => program.has(id), priority: 2 },
      { name: "compiler", test: (id) => compiler.has(id), priority: 1 },
    ],
  },
});
for (const file of output)
  if (file.type === "chunk") await writeFile(`${dist}bin/${file.fileName}`, withImporter(file.fileName, plainExports(file.code)));
await writeFile(`${dist}bin/${importer}`, "module.exports = (specifier) => import(specifier);\n");
const main = await rolldown({ input: `${dist}cli/main.js`, platform: "node", external });
await main.write({ dir: `${dist}bin`, entryFileNames: "[name].js", chunkFileNames: "[name]-[hash].js", format: "esm", comments: false });
await writeFile(`${dist}index.js`, 'export * from "./bin/index.cjs";\n');
await chmod(`${dist}bin/main.js`, 0o755);

/**
 * Exports values in place of getters: another file of the bundle reads an exported function at each call, and a getter makes a compilation
 * of a large document 3 % slower. No module of ours exports what it assigns later.
 * @param {string} code
 */
function plainExports(code) {
  return code.replace(
    /Object\.defineProperty\(exports, "([\w$]+)", \{\s+enumerable: true,\s+get: function\(\) \{\s+return ([\w$]+);\s+\}\s+\}\);/g,
    "exports.$1 = $2;",
  );
}

/**
 * The modules that are loaded with these ones. Modules that they import later, when they need them, do not count.
 * @param {string[]} entries
 */
async function modulesOf(...entries) {
  const alone = await rolldown({ input: entries, platform: "node", external });
  const { output } = await alone.generate({ format: "esm" });
  const chunks = new Map(output.flatMap((file) => (file.type === "chunk" ? [[file.fileName, file]] : [])));
  const loaded = new Set([...chunks.values()].filter(({ facadeModuleId }) => entries.includes(facadeModuleId ?? "")));
  // A set also iterates over what is added in the meantime.
  for (const { imports } of loaded) {
    for (const name of imports) {
      const chunk = chunks.get(name);
      if (chunk !== undefined) loaded.add(chunk);
    }
  }
  return new Set([...loaded].flatMap(({ moduleIds }) => moduleIds));
}
