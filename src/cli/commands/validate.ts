import { compile } from "../../compile.ts";
import { environmentMatrix, formatMatrix } from "../../environment/matrix.ts";
import { findingsOf, summaryOf } from "../../report.ts";
import { open } from "../open.ts";
import { type CommonOptions, compileOptions } from "../options.ts";
import { accountOf, countOf, elapsed, print, printFindings } from "../print.ts";

/** Compiles without the write. */
export async function validate(path: string, options: CommonOptions): Promise<number> {
  const opened = open(path, options);
  const settings = compileOptions(options, opened);
  const compilation = await compile(opened.host, settings);
  const findings = findingsOf(compilation);
  const exitCode = printFindings(findings, summaryOf(compilation), options.format);
  if (options.format === "text") {
    const matrix = environmentMatrix(compilation.definitions.accepted, compilation.project, settings);
    if (matrix.environments.length > 1) print(`${formatMatrix(matrix)}\n`);
    print(`${accountOf(compilation)}${countOf(findings)} in ${elapsed()}\n`);
  }
  return exitCode;
}
