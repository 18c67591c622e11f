import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Block, root } from "./blocks.ts";

/**
 * The errors of each block as a module beside `generated`, found by TypeScript 7, which takes a tenth of the time of 5.9. The folder is in the
 * project, so that the modules find its packages.
 */
export function typeErrors(modules: readonly Block[], generated: ReadonlyMap<string, string>): Map<Block, string[]> {
  mkdirSync(join(root, ".typecheck"), { recursive: true });
  const folder = mkdtempSync(join(root, ".typecheck/pages-"));
  // The example with a copy of the run-time library stands beside a folder that has one.
  const paths = modules.map(({ text }, index) => `${text.includes("/generated/runtime/") ? "copied/" : ""}${index}.ts`);
  const options = { noUnusedLocals: false, noUnusedParameters: false };
  const config = { extends: "../../tsconfig.json", compilerOptions: options, include: [], files: [...paths, "given.d.ts"] };
  const files = new Map([
    ...generated,
    ...modules.map(({ text }, index) => [paths[index] ?? "", `${text}\nexport {};\n`] as const),
    ["given.d.ts", `/// <reference path="../../test/documentation/given.d.ts" />\n`],
    ["tsconfig.json", JSON.stringify(config)],
  ]);
  try {
    for (const [path, text] of files) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    const compiler = join(root, "node_modules/typescript7/bin/tsc");
    const { stdout, status } = spawnSync(process.execPath, [compiler, "-p", ".", "--pretty", "false", "--singleThreaded"], {
      cwd: folder,
      encoding: "utf8",
    });
    const lines = stdout.split("\n").filter((line) => line !== "");
    // Errors in the generated modules are those of other tests, but an error without a file means that nothing was checked.
    if (status !== 0 && !lines.every((line) => /^(?:\S+\(\d+,\d+\): error| )/.test(line))) throw new Error(stdout);
    return new Map(modules.map((block, index) => [block, errorsIn(lines, paths[index] ?? "")]));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The messages about a file. Further lines of a message are indented. */
function errorsIn(lines: readonly string[], path: string): string[] {
  const isOther = (line: string) => !line.startsWith(" ") && !line.startsWith(`${path}(`);
  const own = lines.flatMap((line, index) => (line.startsWith(`${path}(`) ? [index] : []));
  return own.map((start) => {
    const end = lines.findIndex((line, index) => index > start && (isOther(line) || line.startsWith(`${path}(`)));
    return lines.slice(start, end === -1 ? undefined : end).join("\n");
  });
}
