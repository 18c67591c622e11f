// Compiles every document of the corpus, to TypeScript and to JavaScript with declarations, and type-checks what came out, with both
// compilers and both ways of resolving modules.
// `npm run typecheck:corpus`. A part of it: `npm run typecheck:corpus -- github stripe`.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const corpus = join(root, "../shared/corpus/openapi");
const work = join(root, ".typecheck/corpus");
const dist = join(root, process.env.DIST ?? "dist");
const wanted = process.argv.slice(2);

if (!existsSync(corpus)) {
  console.log("The corpus of real documents is not beside the project: skipped.");
  process.exit(0);
}

const documents = readdirSync(corpus).filter(
  (file) => /\.(json|ya?ml)$/.test(file) && (wanted.length === 0 || wanted.some((part) => file.includes(part))),
);
rmSync(work, { recursive: true, force: true });
mkdirSync(work, { recursive: true });
writeFileSync(join(work, "package.json"), '{ "type": "module" }');
for (const [resolution, module] of [
  ["nodenext", "nodenext"],
  ["bundler", "preserve"],
]) {
  const compilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    verbatimModuleSyntax: true,
    isolatedModules: true,
    skipLibCheck: false,
    noEmit: true,
    target: "es2023",
    types: [],
    module,
    moduleResolution: resolution,
    paths: { "@toolsetc/runtime": [join(dist, "runtime/index.d.ts")], "@toolsetc/runtime/*": [join(dist, "runtime/*.d.ts")] },
  };
  writeFileSync(join(work, `tsconfig.${resolution}.json`), JSON.stringify({ compilerOptions, include: ["*/**/*.ts"] }));
}

const { compile } = await import(join(dist, "index.js"));
let failures = 0;
for (const file of documents) {
  const out = join(work, file.replace(/\.\w+$/, ""));
  try {
    await compileTo(out, file);
  } catch (error) {
    failures++;
    console.log(`${file}: ${error.stack}`);
  }
}
console.log(`${documents.length} documents compiled`);

for (const [name, compiler] of [
  ["5.9", "typescript/bin/tsc"],
  ["7.0", "typescript7/bin/tsc"],
]) {
  for (const resolution of ["nodenext", "bundler"]) {
    const started = performance.now();
    const args = ["--max-old-space-size=8000", join(root, "node_modules", compiler), "-p", join(work, `tsconfig.${resolution}.json`)];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8", maxBuffer: 1 << 28 });
    const errors = stdout.split("\n").filter((line) => line.includes("error TS"));
    console.log(
      `TypeScript ${name}, ${resolution}: ${errors.length} errors, exit ${status}, ${((performance.now() - started) / 1000).toFixed(1)} s`,
    );
    for (const line of errors.slice(0, 20)) console.log(`  ${line}`);
    if (status !== 0 || errors.length > 0) {
      failures++;
      if (stderr) console.log(stderr.slice(0, 2000));
    }
  }
}
if (failures === 0) rmSync(work, { recursive: true });
process.exitCode = failures === 0 ? 0 : 1;

/** Both forms side by side; `.js` is resolved in both ways. */
async function compileTo(out, file) {
  const targets = ["ts", "js"].map((emit) => ({ target: "typescript", out: emit, emit, importExtension: "js" }));
  const texts = new Map([["toolsetc.yaml", Buffer.from(JSON.stringify({ targets }))]]);
  const read = async (path) => texts.get(path) ?? (existsSync(join(corpus, path)) ? readFileSync(join(corpus, path)) : "absent");
  const host = { read, list: async () => [...texts.keys()] };
  const { outputs } = await compile(host, { input: { kind: "openapi", path: file, include: [], exclude: [] } });
  for (const { out: form, files } of outputs) {
    for (const { path, text } of files) {
      mkdirSync(dirname(join(out, form, path)), { recursive: true });
      // For users, `tsc` skips the modules of data. Here it must not.
      writeFileSync(join(out, form, path), text.replace(/^\/\/ @ts-nocheck.*\n/m, ""));
    }
  }
}
