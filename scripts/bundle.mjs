// Bundles the built command line and the compiler's library into a few files: loading two hundred modules takes a tenth of a second on
// every run. Each command has chunks of its own and loads only these. Only the bundles are published, without comments: those for users
// are in the types of `dist/index.d.ts`.
import { chmod, mkdir, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { wrapMark } from "../dist/cli/help-text.js";
import { createProgram } from "../dist/cli/program.js";
import { storedHelps } from "./help.mjs";
import { inAscii } from "./in-ascii.mjs";

const dist = fileURLToPath(new URL("../dist/", import.meta.url));
// The run-time library and the validators are large and already published as modules; only the explanations are bundled.
const external = [/^[^./]/, /compiled\/(?!explanations)[\w-]+\.js$/];

/** The help is printed with only these modules. */
const start = await modulesOf(`${dist}cli/start.js`);
/** A run without changes loads only these modules too, in one file. */
const repeated = await modulesOf(`${dist}cli/build/repeat-run.js`, `${dist}cli/tune-engine.js`);
/** Every command loads these, and `compile` loads the others too. To load fifty files in place of these two would take a tenth of its time. */
const program = await modulesOf(`${dist}cli/run-program.js`);
const compiler = await modulesOf(
  `${dist}cli/project/each-project.js`,
  `${dist}cli/commands/compile/run.js`,
  `${dist}cli/commands/compile/compile-cached.js`,
);
await rm(`${dist}bin`, { recursive: true, force: true });
const bundle = await rolldown({
  input: { main: `${dist}cli/main.js`, index: `${dist}index.js`, "rule-tester": `${dist}rule-tester.js` },
  platform: "node",
  external,
});
const { output } = await bundle.generate({
  // The folder of all inputs, to which the paths of external modules are relative.
  dir: dist,
  entryFileNames: "bin/[name].js",
  chunkFileNames: "bin/[name]-[hash].js",
  format: "esm",
  comments: false,
  codeSplitting: {
    groups: [
      { name: "start", test: (id) => start.has(id), priority: 4 },
      { name: "repeat-run", test: (id) => repeated.has(id), priority: 3 },
      { name: "program", test: (id) => program.has(id), priority: 2 },
      { name: "compiler", test: (id) => compiler.has(id), priority: 1 },
    ],
  },
});
// A small run takes a twentieth less time in ASCII. The bundler prints characters in place of escapes.
await mkdir(`${dist}bin`);
for (const file of output) if (file.type === "chunk") await writeFile(`${dist}${file.fileName}`, inAscii(file.code));
for (const name of ["index", "rule-tester"]) await writeFile(`${dist}${name}.js`, `export * from "./bin/${name}.js";\n`);
await writeFile(`${dist}bin/help.json`, JSON.stringify(storedHelps(createProgram(), wrapMark)));
await chmod(`${dist}bin/main.js`, 0o755);

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
