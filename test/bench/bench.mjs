// The figures that the compiler is held to, each as a ratio to something measured in the same run. `npm run bench` prints them.
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { dump, load as loadYaml } from "js-yaml";
import { writeChanged } from "./breaking.mjs";
import { callOf, describe, writeFifty } from "./fifty.mjs";
import { inTurn, run } from "./measure.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const work = join(root, ".bench");
const corpus = join(root, "../shared/corpus/openapi");
const cli = join(root, "dist/bin/main.js");
const runtime = join(root, "src/runtime");
// Not the cache of the user.
process.env.XDG_CACHE_HOME = join(work, "cache");
const rounds = Number(process.env.BENCH_ROUNDS ?? 5);

installPeers();
const github = join(work, "node_modules/@octokit/openapi/generated/api.github.com.json");
const openai = writeOpenai();
const stripe = existsSync(join(corpus, "stripe-2022.yaml")) ? writeStripe() : undefined;
const doubled = writeDoubled();
const fifty = writeFifty(work);
// One of these is changed for each run.
const edited = writeFifty(join(work, "edited"));
let edits = 0;
const compileEdited = (project) => () => {
  describe(project, "t37", `Edit ${++edits} of ${process.pid}.`);
  return run([cli, "compile", project, "--out", out(project === edited.all ? "edited" : "edited-alone")]);
};
const changed = writeChanged(work, github);
run([cli, "lock", changed.before]);

// In memory where the system has such a place: a disk may take a tenth of a second for a thousand files, or a whole one.
const outFolder = join(existsSync("/dev/shm") ? "/dev/shm" : work, `toolsetc-bench-${process.pid}`);
const checkFolder = join(work, `check-${process.pid}`);
const out = (name) => join(outFolder, name);
mkdirSync(outFolder, { recursive: true });
// The compiler looks for the nearest of these to know which form of import is wanted.
writeFileSync(out("tsconfig.json"), '{ "compilerOptions": { "module": "nodenext" } }');
process.on("exit", () => {
  for (const folder of [outFolder, checkFolder]) rmSync(folder, { recursive: true, force: true });
});
// Into a new folder each time, since an unchanged one is not written again.
let checks = 0;
const written = new Map();
const compile = (document, folder) => () => {
  written.set(folder, (written.get(folder) ?? 0) + 1);
  return run([cli, "compile", "--openapi", document, "--out", outOf(folder)], { exits: [0, 1] });
};
const outOf = (folder) => out(`${folder}-${written.get(folder)}`);

const times = inTurn(rounds, {
  ours: compile(github, "github"),
  openapiTypescript: () => run([peer("openapi-typescript/bin/cli.js"), github, "-o", out("openapi-typescript.ts")]),
  openapiMcpGenerator: () => run([peer("openapi-mcp-generator/bin/openapi-mcp-generator.js"), "-i", github, "-o", out("omg"), "--force"]),
  inProcess: () => JSON.parse(run([join(root, "test/bench/in-process.mjs"), join(root, "dist/index.js"), github]).stdout),
  doubled: compile(doubled, "doubled"),
  ...(openai && { openaiJson: compile(openai.json, "openai-json"), openaiYaml: compile(openai.yaml, "openai-yaml") }),
  unchanged: () => run([cli, "compile", "--openapi", github, "--out", out("unchanged")], { exits: [0, 1] }),
  readAndHash: () => run([join(root, "test/bench/read-and-hash.mjs"), github]),
  unchangedFifty: () => run([cli, "compile", fifty.all, "--out", out("fifty")]),
  readAndHashFifty: () => run([join(root, "test/bench/read-and-hash.mjs"), fifty.all]),
  editedFifty: compileEdited(edited.all),
  editedAlone: compileEdited(edited.alone),
  callOfFifty: () => run([cli, ...callOf(fifty.all)]),
  callAlone: () => run([cli, ...callOf(fifty.alone)]),
  breaking: () => run([cli, "breaking", changed.after, "--against", join(changed.before, "toolsetc.lock")], { exits: [1] }),
  help: () => run([cli, "--help"]),
});
const watched = JSON.parse(run([join(root, "test/bench/watch.mjs"), cli, fifty.all]).stdout);
const calls = JSON.parse(run([join(root, "test/bench/execute.mjs"), join(runtime, "compiled/index.js")]).stdout);
if (stripe) compile(stripe, "stripe")();
compileToJavaScript();

const tsc = inTurn(Math.min(rounds, 3), {
  ours: () => check(outOf("github"), { skipLibCheck: true }),
  openapiTypescript: () => check(out("openapi-typescript.ts"), { skipLibCheck: true }),
  // What is checked of the one is declarations, which many projects skip.
  ourDeclarations: () => check(out("github-js"), { skipLibCheck: false }),
  openapiTypescriptWhole: () => check(out("openapi-typescript.ts"), { skipLibCheck: false }),
});

// From the start of the program's own work: what Node itself takes to start would hide the difference.
const loadTools = (how) => JSON.parse(run([join(root, "test/bench/load-tools.mjs"), how, join(runtime, "compiled"), javascript]).stdout);
const javascript = out("github-js/toolsets/github");
mkdirSync(out("node_modules/@toolsetc"), { recursive: true });
symlinkSync(runtime, out("node_modules/@toolsetc/runtime"), "junction");
const loads = inTurn(Math.max(rounds, 7), { modules: () => loadTools("modules"), manifest: () => loadTools("manifest") });
if (loads.modules.tools !== loads.manifest.tools) throw new Error("The modules have other tools than the manifest.");
const search = inTurn(rounds, {
  github: () => JSON.parse(run([join(root, "test/bench/search.mjs"), join(root, "dist/runtime"), join(javascript, "toolset.json")]).stdout),
}).github;

const theirs = statSync(out("openapi-typescript.ts")).size;
const sizes = sizesOf(outOf("github"));
const rows = [
  ["compile / openapi-typescript CLI", times.ours.seconds / times.openapiTypescript.seconds, 0.3, 0.17],
  ["compile / openapi-mcp-generator CLI", times.ours.seconds / times.openapiMcpGenerator.seconds, 1.0, 0.77],
  ["compile in the process / JSON.parse", times.inProcess.compiled / times.inProcess.parse, 16, 10],
  ["peak memory / openapi-typescript", times.ours.megabytes / times.openapiTypescript.megabytes, 0.6, 0.45],
  ["bytes of type text / openapi-typescript's", sizes.types / theirs, 0.7, 0.4],
  ["bytes of all TypeScript / openapi-typescript's", sizes.typescript / theirs, 1.0, 0.8],
  ["tsc on the whole output / on openapi-typescript's", tsc.ours.seconds / tsc.openapiTypescript.seconds, 1.2, 0.9],
  [
    "tsc on the declarations of emit: js / on openapi-typescript's, nothing skipped",
    tsc.ourDeclarations.seconds / tsc.openapiTypescriptWhole.seconds,
    1.2,
    0.9,
  ],
  ["importing all tools (emit: js) / reading the manifest", loads.modules.loaded / loads.manifest.loaded, 3, 1.5],
  ...(openai ? [["YAML form / JSON form (OpenAI)", times.openaiYaml.seconds / times.openaiJson.seconds, 2.5, 1.6]] : []),
  ["twice the operations / once", times.doubled.seconds / times.ours.seconds, 2.2, 2.0],
  ...(stripe ? [["Stripe: output / source bytes", sizesOf(outOf("stripe")).typescript / statSync(stripe).size, 1.5, 1.0]] : []),
  ["nothing changed / (read + sha256)", times.unchanged.seconds / times.readAndHash.seconds, 2, 1.5],
  ["nothing changed in 50 toolsets / (read + sha256)", times.unchangedFifty.seconds / times.readAndHashFifty.seconds, 2, 1.5],
  ["one of 50 toolsets changed / its toolset alone", times.editedFifty.seconds / times.editedAlone.seconds, 2.5, 2],
  ["--watch of 50 toolsets, from a change to its output, milliseconds", watched.milliseconds, 200, 100],
  ["call of one tool of 50 toolsets / of its toolset alone", times.callOfFifty.seconds / times.callAlone.seconds, 1.3, 1.1],
  [`indexing ${search.tools} tools, milliseconds`, search.indexed, 100, 60],
  ["a search in them, milliseconds", search.searched, 2, 1],
  ["breaking with 50 changes, against the lock, seconds", times.breaking.seconds, 2, 1.5],
  ["toolsetc --help, milliseconds", times.help.seconds * 1000, 150, 60],
];

console.log(`GitHub REST document, ${rounds} rounds in turn, medians; Node ${process.version}\n`);
console.log("| figure | measured | hold | stretch | |\n|---|---|---|---|---|");
for (const [name, value, hold, stretch] of rows) {
  console.log(
    `| ${name} | ${value < 10 ? value.toFixed(2) : value.toFixed(0)} | ${hold} | ${stretch} | ${value <= stretch ? "stretch" : value <= hold ? "holds" : "FAILS"} |`,
  );
}
console.log(
  `\nours ${seconds(times.ours)}, openapi-typescript ${seconds(times.openapiTypescript)}, openapi-mcp-generator ${seconds(times.openapiMcpGenerator)}`,
);
console.log(
  `tools: as modules ${(loads.modules.loaded * 1000).toFixed(0)} ms, from the manifest ${(loads.manifest.loaded * 1000).toFixed(0)} ms`,
);
console.log(
  `tsc: ours ${tsc.ours.seconds.toFixed(1)} s, openapi-typescript ${tsc.openapiTypescript.seconds.toFixed(1)} s; unchanged ${seconds(times.unchanged)}, read and hash ${seconds(times.readAndHash)}`,
);
// No figure holds it: how long a call takes is the service's affair.
console.log(
  `execute / a bare fetch to a local server: ${(calls.execute / calls.fetch).toFixed(2)} (${calls.execute.toFixed(0)} and ${calls.fetch.toFixed(0)} µs)`,
);
if (!openai || !stripe) console.log("\nSkipped what needs the corpus of real documents beside the project.");
if (rows.some(([, value, hold]) => value > hold)) process.exitCode = 1;

function seconds({ seconds, megabytes }) {
  return `${seconds.toFixed(2)} s / ${megabytes.toFixed(0)} MB`;
}

/** The peers stand in a folder of their own, so that the project's own installation stays small. */
function installPeers() {
  mkdirSync(work, { recursive: true });
  const dependencies = {
    "openapi-typescript": "7.13.0",
    "openapi-mcp-generator": "4.0.1",
    "@octokit/openapi": "23.0.2",
    typescript: "5.9.3",
  };
  const manifest = JSON.stringify({ private: true, type: "module", dependencies }, null, 2);
  const path = join(work, "package.json");
  if (existsSync(path) && readFileSync(path, "utf8") === manifest && existsSync(join(work, "node_modules"))) return;
  writeFileSync(path, manifest);
  const { status, stderr } = spawnSync("npm", ["install", "--no-audit", "--no-fund"], { cwd: work, encoding: "utf8" });
  if (status !== 0) throw new Error(`The peers could not be installed: ${stderr}`);
}

function peer(path) {
  return join(work, "node_modules", path);
}

/** The form that a package is published in; only a configuration asks for it. */
function compileToJavaScript() {
  const project = join(work, "javascript");
  mkdirSync(project, { recursive: true });
  cpSync(github, join(project, "github.json"));
  writeFileSync(join(project, "github.yaml"), "displayName: github\nopenApiToolset: { openApiSchema: ./github.json }\n");
  writeFileSync(join(project, "toolsetc.yaml"), "targets: [{ target: typescript, out: generated, emit: js }]\n");
  run([cli, "compile", project, "--out", out("github-js")], { exits: [0, 1] });
}

function check(target, { skipLibCheck }) {
  const folder = join(checkFolder, String(checks++));
  mkdirSync(folder, { recursive: true });
  cpSync(target, join(folder, target.endsWith(".ts") ? "index.ts" : "."), { recursive: true });
  const compilerOptions = {
    strict: true,
    noEmit: true,
    module: "nodenext",
    target: "es2023",
    types: [],
    skipLibCheck,
    paths: { "@toolsetc/runtime": [join(runtime, "compiled/index.d.ts")] },
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["."] }));
  writeFileSync(join(folder, "package.json"), '{"type":"module"}');
  return run([peer("typescript/bin/tsc"), "-p", folder]);
}

function sizesOf(folder) {
  let typescript = 0;
  let types = 0;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !entry.name.endsWith(".ts")) continue;
    const text = readFileSync(join(entry.parentPath, entry.name), "utf8");
    typescript += Buffer.byteLength(text);
    // In a module of tools all is types but the tool objects.
    types +=
      entry.name === "types.ts"
        ? Buffer.byteLength(text)
        : /tools$/.test(entry.parentPath)
          ? Buffer.byteLength(text.replace(/^export const .*?^\}\);$/gms, ""))
          : 0;
  }
  return { typescript, types };
}

function writeOpenai() {
  const name = existsSync(corpus) ? readdirSync(corpus).find((file) => /^openai.*\.(yaml|json)$/.test(file)) : undefined;
  if (name === undefined) return undefined;
  const [json, yaml] = [join(work, "openai.json"), join(work, "openai.yaml")];
  if (existsSync(json)) return { json, yaml };
  const data = parse(join(corpus, name));
  writeFileSync(json, JSON.stringify(data, null, 2));
  writeFileSync(yaml, dump(data, { noRefs: true, lineWidth: 100 }));
  return { json, yaml };
}

function writeStripe() {
  const path = join(work, "stripe.json");
  if (!existsSync(path)) writeFileSync(path, JSON.stringify(parse(join(corpus, "stripe-2022.yaml")), null, 2));
  return path;
}

function parse(path) {
  const text = readFileSync(path, "utf8");
  return path.endsWith(".json") ? JSON.parse(text) : loadYaml(text, { json: true });
}

/** Every path a second time under another name, with other operationIds. */
function writeDoubled() {
  const path = join(work, "github-doubled.json");
  if (existsSync(path)) return path;
  const document = JSON.parse(readFileSync(github, "utf8"));
  const copies = Object.entries(document.paths).map(([name, item]) => {
    const copy = structuredClone(item);
    for (const operation of Object.values(copy)) if (operation?.operationId) operation.operationId += "-again";
    return [`/again${name}`, copy];
  });
  document.paths = { ...document.paths, ...Object.fromEntries(copies) };
  writeFileSync(path, JSON.stringify(document, null, 2));
  return path;
}
