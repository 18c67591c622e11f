// A generated project with every adapter, as its users' compilers see it: TypeScript 5.9 and 7.0, strict, and no `any` in what is public.
// `npm run typecheck:adapters`. The SDKs are those of this repository.
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { join, relative } from "node:path";
import ts from "typescript";
import { createLog, freshFolder, manifest, project, writeFiles } from "./packed.mjs";
import { compilers, strictOptions } from "./type-check.mjs";

const log = createLog();
const subpaths = Object.keys(manifest.exports).filter((path) => path !== "./package.json");
// Two versions of `ai` cannot be one: each older one has a workspace of its own, with the adapters that are for it.
const olderSdks = [
  { workspace: "ai-sdk-4", paths: ["./ai-sdk-4"], examples: ["test/adapters/ai-sdk-4/example.ts"] },
  { workspace: "ai-sdk-5", paths: ["./ai-sdk-5"], examples: ["test/adapters/ai-sdk-5/example.ts"] },
  { workspace: "ai-sdk-6", paths: ["./ai-sdk"], examples: [] },
];
const others = subpaths.filter((path) => path !== "./ai-sdk-4" && path !== "./ai-sdk-5");

const first = createProject("adapter-types", others);
installPackages(first);
for (const path of readdirSync(join(project, "test/adapters/examples"))) copyExample(first, `test/adapters/examples/${path}`);
const older = olderSdks.map(({ workspace, paths, examples }) => {
  const folder = createProject(`adapter-types-${workspace}`, paths);
  installPackages(folder);
  for (const path of examples) copyExample(folder, path);
  symlinkSync(join(project, "test/adapters", workspace, "node_modules/ai"), join(folder, "node_modules/ai"));
  return folder;
});
const folders = [first, ...older];
log(`${folders.length} projects: the examples and all exports of ${subpaths.length} subpaths`);

for (const folder of folders) {
  for (const [version, compiler] of Object.entries(compilers)) {
    const faults = faultsOf(folder, compiler);
    if (faults.length > 0) throw new Error(`TypeScript ${version} finds errors in ${relative(project, folder)}:\n${faults.join("\n")}`);
    log(`${relative(project, folder)}: no type errors with TypeScript ${version}`);
  }
}

const anys = declarationsIn(join(first, "node_modules/@toolsetc/runtime")).flatMap(anysIn);
if (anys.length > 0) throw new Error(`\`any\` is public:\n${anys.join("\n")}`);
log("no `any` in the declarations of the run-time library and its adapters");
for (const folder of folders) rmSync(folder, { recursive: true, force: true });

/** A project with the repository's generated code and a file that names every export of `paths`. */
function createProject(name, paths) {
  const folder = freshFolder(name, { "package.json": { name, private: true, type: "module" } });
  cpSync(join(project, "generated"), join(folder, "generated"), { recursive: true });
  const imports = paths.map((path, index) => `export * as export${index} from "toolsetc${path.slice(1)}";`);
  writeFiles(folder, { "exports.ts": imports.join("\n") });
  return folder;
}

/** Installs what has just been built, without the bundle. */
function installPackages(folder) {
  for (const [name, source, built] of [
    ["toolsetc", project, "dist"],
    ["@toolsetc/runtime", join(project, "src/runtime"), "compiled"],
  ]) {
    const installed = join(folder, "node_modules", name);
    mkdirSync(installed, { recursive: true });
    cpSync(join(source, "package.json"), join(installed, "package.json"));
    cpSync(join(source, built), join(installed, built), { recursive: true, filter: (path) => !/\.js$/.test(path) });
  }
}

function copyExample(folder, path) {
  const text = readFileSync(join(project, path), "utf8").replaceAll("../../../generated/", "../generated/");
  writeFiles(folder, { [`examples/${path.split("/").at(-1)}`]: text });
}

/** The errors in the project and in our declarations; the SDKs' own declarations are their makers' affair. */
function faultsOf(folder, compiler) {
  const compilerOptions = {
    ...strictOptions,
    noEmit: true,
    allowImportingTsExtensions: true,
    types: ["node"],
    lib: ["es2023", "dom", "dom.iterable"],
    module: "nodenext",
  };
  writeFiles(folder, { "tsconfig.json": { compilerOptions, include: ["*.ts", "examples", "generated"] } });
  const { stdout, stderr, status } = spawnSync(process.execPath, [join(project, "node_modules", compiler), "--pretty", "false"], {
    cwd: folder,
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  const lines = `${stdout}${stderr}`.split("\n").filter((line) => line.includes("error TS"));
  if (status !== 0 && lines.length === 0) return [`It ended with ${status}: ${stdout}${stderr}`];
  return lines.filter((line) => !/^(\.\.\/)+.*node_modules\//.test(line));
}

function declarationsIn(folder) {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".d.ts"))
    .map((path) => join(folder, path));
}

/** Where a declaration says `any`. What is inferred is written out in declarations, and what is not found is an error above. */
function anysIn(path) {
  const file = ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.Latest, true);
  const found = [];
  const visit = (each) => {
    if (each.kind === ts.SyntaxKind.AnyKeyword) {
      const { line } = file.getLineAndCharacterOfPosition(each.getStart());
      found.push(`${relative(project, path)}:${line + 1}`);
    }
    ts.forEachChild(each, visit);
  };
  visit(file);
  return found;
}
