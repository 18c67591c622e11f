import { relative, resolve } from "node:path";
import { type Compilation, compile as compileProject } from "../../compile.ts";
import { checkFolder, type Drift } from "../../host/check.ts";
import { byFolder } from "../../host/plan.ts";
import { importExtension } from "../../host/tsconfig.ts";
import { writeFolder } from "../../host/write.ts";
import { findingsOf, summaryOf } from "../../report.ts";
import { exitCodes } from "../exit-codes.ts";
import { type Opened, open } from "../open.ts";
import { type CommonOptions, compileOptions } from "../options.ts";
import { accountOf, countOf, elapsed, print, printFindings } from "../print.ts";

interface CompileFlags extends CommonOptions {
  readonly out?: string;
  readonly check?: boolean;
}

export async function compile(path: string, options: CompileFlags): Promise<number> {
  const opened = open(path, options);
  const settings = {
    ...compileOptions(options, opened),
    targetDefaults: { importExtension: importExtension(resolve(opened.base, options.out ?? ".")) },
  };
  const compilation = await compileProject(opened.host, settings);
  const findings = findingsOf(compilation);
  const outputs = foldersOf(compilation, opened, options);
  const drift = options.check ? outputs.flatMap(checkFolder) : [];
  const written = options.check ? [] : outputs.map(writeFolder);

  const exitCode = printFindings(findings, summaryOf(compilation), options.format);
  if (options.format === "text") {
    print(accountOf(compilation));
    for (const { folder, added, changed, removed, unchanged } of written) {
      const counts = [`${added.length} new`, `${changed.length} changed`, `${removed.length} removed`, `${unchanged} unchanged`].join(", ");
      print(`${relative(process.cwd(), folder) || "."}: ${counts}\n`);
    }
    if (drift.length > 0) print(driftText(drift, path));
    print(`${countOf(findings)} in ${elapsed()}\n`);
  }
  return drift.length > 0 ? Math.max(exitCode, exitCodes.findings) : exitCode;
}

function foldersOf(compilation: Compilation, { root, base }: Opened, { out }: CompileFlags) {
  const keep = compilation.refused.flatMap(({ name }) => [`toolsets/${name}/`, `tools/${name}.`]);
  return byFolder(compilation.outputs.map((output) => ({ root, out: resolve(base, out ?? output.out), files: output.files, keep })));
}

function driftText(drift: readonly Drift[], path: string): string {
  const lines = drift.map(({ path: file, change, diff }) => `${change}: ${file}\n${diff}`);
  return `${lines.join("")}The output is out of date. Run \`toolsetc compile${path === "." ? "" : ` ${path}`}\` and commit what it writes.\n`;
}
