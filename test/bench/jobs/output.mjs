// Jobs over what was compiled: TypeScript, editors, bundles, calls, search, tokens, the installation.

import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import * as documents from "../documents.mjs";
import { run, sampleOf, startServer } from "../measure.mjs";
import { corpus, freshFolder, once, oncePerBuild, peer } from "../place.mjs";
import { githubProject } from "./compile.mjs";

/** @typedef {import("../place.mjs").Build} Build */

const program = (/** @type {string} */ name) => new URL(`../programs/${name}.mjs`, import.meta.url).pathname;

/** @type {{ [name: string]: import("../jobs.mjs").Job }} */
export const outputJobs = {
  tsc: { rounds: 3, run: (build) => check(build, githubTypescript(build), { skipLibCheck: true }) },
  "tsc-peer": { rounds: 3, isPeer: true, run: (build) => check(build, peerTypes(), { skipLibCheck: true }) },
  // Declarations are what this option skips.
  "tsc-declarations": { rounds: 3, run: (build) => check(build, githubJavascript(build), { skipLibCheck: false }) },
  "tsc-peer-whole": { rounds: 3, isPeer: true, run: (build) => check(build, peerTypes(), { skipLibCheck: false }) },
  editor: { rounds: 3, run: (build) => hover(build) },
  instantiations: { rounds: 1, run: (build) => instantiations(build) },
  bundle: { rounds: 1, run: (build) => sizes(bundleOf(shopTool(build), "getOrder", "browser")) },
  "cold-tool": { rounds: 15, run: async (build) => run([coldTool(build), (await service()).address]) },
  "cold-fetch": { rounds: 15, isPeer: true, run: async () => run([program("fetch"), (await service()).address]) },
  execute: {
    rounds: 1,
    run: async ({ runtime }) =>
      sampleOf(["--expose-gc", program("execute"), join(runtime, "compiled/index.js"), (await service()).address, peer("")]),
  },
  index: {
    run: (build) => {
      const library = join(build.root, "dist/runtime");
      // A package has no modules of the library, only its entries.
      if (!existsSync(join(library, "discovery/create-index.js"))) return undefined;
      return sampleOf([program("search"), library, join(githubJavascript(build), "toolsets/github/toolset.json")]);
    },
  },
  "load-modules": { rounds: 7, run: (build) => load(build, "modules") },
  "load-manifest": { rounds: 7, run: (build) => load(build, "manifest") },
  tokens: {
    rounds: 1,
    needs: "corpus",
    run: async (build) => {
      if (!existsSync(corpus)) return undefined;
      // Loaded here, since the tokens of the encoding take a while.
      const { tokensOf } = await import("../../corpus-tests/count-tokens.mjs");
      return tokensOf(build.root, "github-rest.json", ["full", "compact"]);
    },
  },
  recall: { rounds: 1, needs: "corpus", run: (build) => recall(build) },
  install: { rounds: 1, run: (build) => install(build) },
};

/** GitHub's tools as TypeScript, and as a package is published. */
const githubTypescript = oncePerBuild((build) => compiled(build, githubProject("targets: [{ target: typescript, out: generated }]\n")));
const githubJavascript = oncePerBuild((build) =>
  compiled(build, githubProject("targets: [{ target: typescript, out: generated, emit: js }]\n")),
);

/** Compiles a project into a folder in which the modules find the run-time library of the build. */
function compiled(/** @type {Build} */ { cli, runtime }, /** @type {string} */ project) {
  const folder = freshFolder("output");
  mkdirSync(join(folder, "node_modules/@toolsetc"), { recursive: true });
  symlinkSync(runtime, join(folder, "node_modules/@toolsetc/runtime"), "junction");
  run([cli, "compile", project, "--out", join(folder, "generated")], { exits: [0, 1] });
  return join(folder, "generated");
}

/** The types of openapi-typescript in a folder of their own. */
const peerTypes = once(() => {
  const folder = freshFolder("peer");
  mkdirSync(folder, { recursive: true });
  run([peer("openapi-typescript/bin/cli.js"), documents.github, "-o", join(folder, "index.ts")]);
  return folder;
});

/** Checks a folder with TypeScript 5.9. @type {(build: Build, folder: string, options: object) => ReturnType<typeof run>} */
function check({ runtime }, folder, options) {
  const paths = { "@toolsetc/runtime": [join(runtime, "compiled/index.d.ts")], "@toolsetc/runtime/*": [join(runtime, "compiled/*.d.ts")] };
  return run([peer("typescript/bin/tsc"), "-p", writeTsconfig(folder, { paths, ...options }, ["toolsets", "index.ts", "index.d.ts"])]);
}

/** @type {(folder: string, options: object, include: readonly string[]) => string} */
function writeTsconfig(folder, options, include) {
  const common = { strict: true, noEmit: true, module: "nodenext", target: "es2023", lib: ["es2023", "dom", "dom.iterable"], types: [] };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions: { ...common, ...options }, include }));
  if (!existsSync(join(folder, "package.json"))) writeFileSync(join(folder, "package.json"), '{"type":"module"}');
  return folder;
}

/** The first hover over an operation of GitHub, by TypeScript's server for editors. */
function hover(/** @type {Build} */ build) {
  const folder = githubTypescript(build);
  const text =
    'import { issuesGet } from "./toolsets/github/index.js";\nexport const found = issuesGet.execute({ owner: "a", repo: "b", issue_number: 1 });\n';
  writeFileSync(join(folder, "hover.ts"), text);
  const entry = (/** @type {string} */ name) => [join(build.runtime, `compiled/${name}.d.ts`)];
  const paths = { "@toolsetc/runtime": entry("index"), "@toolsetc/runtime/*": entry("*") };
  writeTsconfig(folder, { paths, skipLibCheck: true }, ["hover.ts"]);
  return sampleOf([program("hover"), peer("typescript/lib/tsserver.js"), join(folder, "hover.ts"), "issuesGet.execute"]);
}

/** What a loop over all tools through the AI SDK costs the compiler of types. */
function instantiations(/** @type {Build} */ build) {
  const folder = githubTypescript(build);
  const text = `import { aiSdk } from "toolsetc/ai-sdk";
import { allTools } from "./toolsets/github/index.js";
import { generateText, type LanguageModel } from "ai";
export async function loop(model: LanguageModel, prompt: string) {
  const { tools, toolApproval } = aiSdk(allTools);
  return await generateText({ model, tools, toolApproval, prompt });
}
`;
  writeFileSync(join(folder, "loop.ts"), text);
  const entry = (/** @type {string} */ name) => [join(build.runtime, "compiled", name)];
  const paths = {
    "@toolsetc/runtime": entry("index.d.ts"),
    "@toolsetc/runtime/*": entry("*.d.ts"),
    "toolsetc/ai-sdk": entry("adapters/ai-sdk.d.ts"),
  };
  writeTsconfig(folder, { paths, skipLibCheck: true, exactOptionalPropertyTypes: true }, ["loop.ts"]);
  const { stdout } = run([peer("typescript/bin/tsc"), "-p", folder, "--extendedDiagnostics"]);
  return { count: Number(/^Instantiations:\s+(\d+)$/m.exec(stdout)?.[1]) };
}

/** The module of a tool that gets one resource. */
const shopTool = oncePerBuild((build) => {
  const project = freshFolder("project");
  mkdirSync(project, { recursive: true });
  cpSync(documents.shop(), join(project, "shop.json"));
  writeFileSync(join(project, "shop.yaml"), "displayName: shop\nopenApiToolset: { openApiSchema: ./shop.json }\n");
  writeFileSync(join(project, "toolsetc.yaml"), "targets: [{ target: typescript, out: generated, emit: js }]\n");
  return join(compiled(build, project), "toolsets/shop/index.js");
});

/** A program that imports one tool and calls it once, bundled for Node. */
const coldTool = oncePerBuild((build) => {
  const call = "await getOrder.execute({ id: 7 }, { baseUrl: process.argv[2], auth: { token: 'x' } });";
  const path = `${freshFolder("cold")}.mjs`;
  writeFileSync(path, bundled(`import { getOrder } from ${JSON.stringify(shopTool(build))};\n${call}\n`, shopTool(build), "node"));
  return path;
});

/** @type {(module: string, name: string, platform: string) => string} */
function bundleOf(module, name, platform) {
  return bundled(`export { ${name} } from ${JSON.stringify(module)};\n`, module, platform);
}

/** A program as esbuild bundles it, minified. */
function bundled(/** @type {string} */ text, /** @type {string} */ beside, /** @type {string} */ platform) {
  const entry = join(beside, "..", "program.js");
  writeFileSync(entry, text);
  const args = [entry, "--bundle", "--minify", "--format=esm", `--platform=${platform}`, "--external:node:*", "--log-level=error"];
  const { status, stdout, stderr } = spawnSync(peer("esbuild/bin/esbuild"), args, { encoding: "utf8", maxBuffer: 1 << 26 });
  if (status !== 0) throw new Error(`esbuild ended with ${status}: ${stderr}`);
  return stdout;
}

function sizes(/** @type {string} */ text) {
  return { minified: Buffer.byteLength(text), gzip: gzipSync(text, { level: 9 }).byteLength };
}

/** A server on loopback, in a process of its own, so that its work is not counted. */
const service = once(async () => {
  const server = await startServer([program("serve")]);
  process.on("exit", server.stop);
  return server;
});

/** @type {(build: Build, how: string) => import("../measure.mjs").Sample} */
function load(build, how) {
  return sampleOf([program("load-tools"), how, join(build.runtime, "compiled"), join(githubJavascript(build), "toolsets/github")]);
}

/** How many of the operations that answer a question about TMDB are among the first that a search finds. */
function recall(/** @type {Build} */ build) {
  const library = join(build.root, "dist/runtime");
  const found = documents.tmdb();
  if (found === undefined || !existsSync(join(library, "discovery/create-index.js"))) return undefined;
  const folder = freshFolder("tmdb");
  run([build.cli, "compile", "--openapi", found.document, "--out", folder], { exits: [0, 1] });
  const [toolset = ""] = readdirSync(join(folder, "toolsets"));
  return sampleOf([program("recall"), library, join(folder, "toolsets", toolset, "toolset.json"), found.questions]);
}

/** The packages and bytes that production installs for generated modules: `npm install` of the packed run-time library, without the compiler. */
function install(/** @type {Build} */ build) {
  const packed = freshFolder("packed");
  mkdirSync(packed, { recursive: true });
  const [{ filename }] = JSON.parse(npm(["pack", "--json", "--silent", "--ignore-scripts", "--pack-destination", packed], build.runtime));
  const project = freshFolder("installed");
  mkdirSync(project, { recursive: true });
  writeFileSync(join(project, "package.json"), '{ "private": true }');
  npm(["install", "--no-audit", "--no-fund", "--omit=dev", join(packed, filename)], project);
  let [packages, bytes] = [0, 0];
  for (const entry of readdirSync(join(project, "node_modules"), { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile()) bytes += statSync(path).size;
    // A package is a folder directly in a folder `node_modules`, or in one of its scopes.
    if (entry.isDirectory() && /node_modules\/(?:@[^/]+\/)?[^/.@][^/]*$/.test(path.replaceAll("\\", "/"))) packages++;
  }
  return { packages, bytes };
}

/** @type {(args: readonly string[], cwd: string) => string} */
function npm(args, cwd) {
  const { status, stdout, stderr } = spawnSync("npm", args, { cwd, encoding: "utf8" });
  if (status !== 0) throw new Error(`npm ${args[0]} ended with ${status}: ${stderr}`);
  return stdout;
}
