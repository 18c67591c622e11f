// Type checks of what users have: both compilers, both ways of resolving modules, nothing skipped.
import { join } from "node:path";
import { node, project, started, writeFiles } from "./packed.mjs";

export const compilers = { 5.9: "typescript/bin/tsc", "7.0": "typescript7/bin/tsc" };
const resolutions = { nodenext: "nodenext", bundler: "preserve" };

export const strictOptions = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  verbatimModuleSyntax: true,
  isolatedModules: true,
  skipLibCheck: false,
  target: "es2023",
};

/** Throws if any of the four, which run at the same time, finds an error. */
export async function typeCheck(folder, include) {
  const checks = [];
  for (const [moduleResolution, module] of Object.entries(resolutions)) {
    const config = `tsconfig.${moduleResolution}.json`;
    const compilerOptions = { ...strictOptions, noEmit: true, types: [], lib: ["es2023", "dom", "dom.iterable"], module, moduleResolution };
    writeFiles(folder, { [config]: { compilerOptions, include } });
    for (const compiler of Object.values(compilers)) checks.push([join(project, "node_modules", compiler), "-p", config]);
  }
  await Promise.all(checks.map((args) => started(process.execPath, args, { cwd: folder })));
}

/** Strips the types, so that plain Node runs what is there. */
export function compileTo(folder, { outDir, include }) {
  const compilerOptions = { ...strictOptions, types: [], module: "nodenext", outDir, rootDir: "." };
  writeFiles(folder, { "tsconfig.emit.json": { compilerOptions, include } });
  node([join(project, "node_modules", compilers["5.9"]), "-p", "tsconfig.emit.json"], { cwd: folder });
}
