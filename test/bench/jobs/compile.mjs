// Jobs of the command line: compiling, validating, repeated runs, breaking changes.
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { writeChanged, writeTypes } from "../breaking.mjs";
import * as documents from "../documents.mjs";
import { callOf, describe, writeFifty } from "../fifty.mjs";
import { run, sampleOf } from "../measure.mjs";
import { freshFolder, once, oncePerBuild, peer } from "../place.mjs";

/** @typedef {import("../place.mjs").Build} Build */

const program = (/** @type {string} */ name) => new URL(`../programs/${name}.mjs`, import.meta.url).pathname;

/** @type {{ [name: string]: import("../jobs.mjs").Job }} */
export const compileJobs = {
  compile: { run: (build) => compile(build, documents.github) },
  "openapi-mcp-generator": {
    isPeer: true,
    run: () => {
      const folder = freshFolder("mcp-generator");
      const sample = run([peer("openapi-mcp-generator/bin/openapi-mcp-generator.js"), "-i", documents.github, "-o", folder, "--force"]);
      rmSync(folder, { recursive: true });
      return sample;
    },
  },
  "openapi-typescript": {
    isPeer: true,
    run: () => {
      const file = `${freshFolder("openapi-typescript")}.ts`;
      const sample = run([peer("openapi-typescript/bin/cli.js"), documents.github, "-o", file]);
      return { ...sample, bytes: statSync(file).size };
    },
  },
  "in-process": { run: ({ library }) => sampleOf([program("in-process"), library, documents.github]) },
  // With an empty cache, since a run without changes is repeated from there.
  validate: {
    run: ({ cli }) =>
      run([cli, "validate", "--openapi", documents.github], { env: { XDG_CACHE_HOME: freshFolder("cache") }, exits: [0, 1] }),
  },
  "openai-json": { needs: "corpus", run: (build) => compileIfThere(build, documents.openai()?.json) },
  "openai-yaml": { needs: "corpus", run: (build) => compileIfThere(build, documents.openai()?.yaml) },
  "list-item-json": { needs: "corpus", run: (build) => compileIfThere(build, documents.listItem()?.json) },
  "list-item-yaml": { needs: "corpus", run: (build) => compileIfThere(build, documents.listItem()?.yaml) },
  doubled: { run: (build) => compile(build, documents.doubled()) },
  stripe: {
    needs: "corpus",
    rounds: 1,
    run: (build) => {
      const document = documents.stripe();
      return document === undefined ? undefined : { ...compile(build, document), source: statSync(document).size };
    },
  },
  unchanged: { run: (build) => run([build.cli, "compile", "--openapi", documents.github, "--out", unchanged(build)], { exits: [0, 1] }) },
  "read-and-hash": { isPeer: true, run: () => run([program("read-and-hash"), documents.github]) },
  "read-and-hash-fifty": { isPeer: true, run: () => run([program("read-and-hash"), sources().all]) },
  "unchanged-fifty": { run: (build) => run([build.cli, "compile", fifty(build).all]) },
  "list-fifty": { run: (build) => run([build.cli, "list", fifty(build).all]) },
  "validate-fifty": { run: (build) => run([build.cli, "validate", fifty(build).all]) },
  "ci-fifty": { run: (build) => run([build.cli, "ci", fifty(build).all]) },
  "edited-fifty": { run: (build) => compileEdited(build, edited(build).all) },
  "edited-alone": { run: (build) => compileEdited(build, edited(build).alone) },
  "toolset-of-fifty": { run: (build) => compileEdited(build, edited(build).all, ["--toolset", "t37"]) },
  "toolset-alone": { run: (build) => compileEdited(build, edited(build).alone) },
  "call-of-fifty": { run: (build) => run([build.cli, ...callOf(fifty(build).all)]) },
  "call-alone": { run: (build) => run([build.cli, ...callOf(fifty(build).alone)]) },
  breaking: { run: (build) => breaking(build, changed(build)) },
  "breaking-types": { rounds: 3, run: (build) => breaking(build, changedTypes(build)) },
  help: { run: ({ cli }) => run([cli, "--help"]) },
  watch: { rounds: 1, run: ({ cli, ...build }) => sampleOf([program("watch"), cli, fifty({ cli, ...build }).all]) },
};

/** Compiles a document into a new folder, since an unchanged one is not written again. */
function compile(/** @type {Build} */ { cli }, /** @type {string} */ document) {
  const folder = freshFolder("compiled");
  const sample = run([cli, "compile", "--openapi", document, "--out", folder], { exits: [0, 1] });
  const sizes = sizesOf(folder);
  rmSync(folder, { recursive: true });
  return { ...sample, ...sizes };
}

function compileIfThere(/** @type {Build} */ build, /** @type {string | undefined} */ document) {
  return document === undefined ? undefined : compile(build, document);
}

/** The sizes of an output: of all its files, without manifests, of its TypeScript, and of the types in it. */
function sizesOf(/** @type {string} */ folder) {
  const sizes = { files: 0, bytes: 0, withoutManifest: 0, typescript: 0, types: 0 };
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const { size } = statSync(path);
    sizes.files++;
    sizes.bytes += size;
    if (entry.name !== "toolset.json") sizes.withoutManifest += size;
    if (!entry.name.endsWith(".ts")) continue;
    sizes.typescript += size;
    const text = readFileSync(path, "utf8");
    // In a module of tools all is types but the tool objects and the constants of their schemas.
    if (entry.name === "types.ts") sizes.types += size;
    else if (/tools$/.test(entry.parentPath))
      sizes.types += Buffer.byteLength(text.replace(/^(?:export const .*?^\}\)|const [^\n]*?(?:\}|\{\n.*?^\}));$/gms, ""));
  }
  return sizes;
}

/** A folder into which GitHub's document is already compiled. */
const unchanged = oncePerBuild(({ cli }) => {
  const folder = freshFolder("unchanged");
  run([cli, "compile", "--openapi", documents.github, "--out", folder], { exits: [0, 1] });
  return folder;
});

/** The fifty toolsets before anything is compiled. */
const sources = once(() => writeFifty(freshFolder("sources")));

/** The commands that are measured have run once after the last change, which is the lock. */
const commands = ["compile", "lock", "compile", "list", "validate", "ci"];

/** Fifty compiled toolsets with a lock, and one of them alone. A build of its own never reads what another one has written. */
const fifty = oncePerBuild(({ cli }) => {
  const projects = writeFifty(freshFolder("fifty"));
  for (const project of Object.values(projects)) for (const command of commands) run([cli, command, project]);
  return projects;
});

/** The same, of which one is changed before each run. */
const edited = oncePerBuild(({ cli }) => {
  const projects = writeFifty(freshFolder("edited"));
  for (const project of Object.values(projects)) run([cli, "compile", project]);
  return projects;
});

let edits = 0;

/** @type {(build: Build, project: string, flags?: readonly string[]) => ReturnType<typeof run>} */
function compileEdited({ cli }, project, flags = []) {
  describe(project, "t37", `Edit ${++edits} of ${process.pid}.`);
  return run([cli, "compile", project, ...flags]);
}

const changed = oncePerBuild((build) => locked(build, writeChanged(freshFolder("breaking"), documents.github)));
const changedTypes = oncePerBuild((build) => locked(build, writeTypes(freshFolder("breaking-types"))));

/** @type {(build: Build, projects: { before: string, after: string }) => { before: string, after: string }} */
function locked({ cli }, projects) {
  run([cli, "lock", projects.before]);
  return projects;
}

/** @type {(build: Build, projects: { before: string, after: string }) => ReturnType<typeof run>} */
function breaking({ cli }, { before, after }) {
  return run([cli, "breaking", after, "--against", join(before, "toolsetc.lock")], { exits: [1] });
}

/** A project of GitHub's document with a configuration. @type {(configuration: string) => string} */
export function githubProject(configuration) {
  const folder = freshFolder("project");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "github.json"), readFileSync(documents.github));
  writeFileSync(join(folder, "github.yaml"), "displayName: github\nopenApiToolset: { openApiSchema: ./github.json }\n");
  writeFileSync(join(folder, "toolsetc.yaml"), configuration);
  return folder;
}
