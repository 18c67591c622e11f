import { analyze } from "../../compile.ts";
import { isFound, listTools } from "../../lower/list-tools.ts";
import { findingsOf } from "../../report.ts";
import { exitCodes } from "../exit-codes.ts";
import { open } from "../open.ts";
import { type CommonOptions, compileOptions } from "../options.ts";
import { elapsed, print, printFindingsAside } from "../print.ts";
import { table } from "../table.ts";

interface ListFlags extends CommonOptions {
  readonly tag?: string;
  readonly search?: string;
}

/** The tools that there would be. Errors of a project do not stand in the way; they go to stderr. */
export async function list(path: string, options: ListFlags): Promise<number> {
  const opened = open(path, options);
  const analysis = await analyze(opened.host, compileOptions(options, opened));
  const { tag, search = "" } = options;
  const tools = analysis.program.toolsets
    .flatMap(listTools)
    .filter((tool) => (tag === undefined || tool.tags.includes(tag)) && isFound(tool, search));
  if (analysis.program.toolsets.length === 0) {
    const errors = findingsOf(analysis).filter(({ severity }) => severity === "error");
    if (errors.length > 0) return printFindingsAside(errors);
  }
  if (options.format === "json") {
    const listed = tools.map(({ id, name, method, path, tags, title, description, size }) => ({
      id,
      name,
      method,
      path,
      tags,
      title,
      description,
      size,
    }));
    print(`${JSON.stringify({ formatVersion: "1.0", tools: listed }, null, 2)}\n`);
    return exitCodes.clean;
  }
  const rows = tools.map(({ id, method, path: template, tags, size, title }) => [
    id,
    method,
    template,
    tags.join(","),
    String(size),
    short(title),
  ]);
  if (rows.length > 0) print(`${table([["id", "method", "path", "tags", "bytes", "title"], ...rows], [4])}\n\n`);
  print(`${tools.length} tools, ${tools.reduce((sum, { size }) => sum + size, 0)} bytes of declarations, in ${elapsed()}\n`);
  return exitCodes.clean;
}

function short(title: string): string {
  const line = title.replace(/\s+/g, " ");
  return line.length > 60 ? `${line.slice(0, 59)}…` : line;
}
