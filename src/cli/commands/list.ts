import { analyze } from "../../compile.ts";
import { thousands } from "../../diagnostic/name-list.ts";
import { nearest } from "../../diagnostic/nearest.ts";
import type { Toolset } from "../../ir/ir.ts";
import { discoveryEntries } from "../../lower/discovery-entries.ts";
import { type ListedTool, listTools } from "../../lower/list-tools.ts";
import { createIndex } from "../../runtime/discovery/create-index.ts";
import { namesInMessage } from "../../runtime/names-in-message.ts";
import { exitCodes } from "../exit-codes.ts";
import { inputText, open } from "../open.ts";
import { type CommonOptions, compileOptions, scopeOf } from "../options.ts";
import { elapsed, print, printJson } from "../print.ts";
import { projectErrors } from "../print-errors.ts";
import { table } from "../table.ts";
import { UsageError } from "../usage-error.ts";

interface ListFlags extends CommonOptions {
  readonly tag?: string;
  readonly search?: string;
}

/** Lists the tools that compile. Errors are printed to stderr and do not end the command. */
export async function runList(path: string, options: ListFlags): Promise<number> {
  const opened = open(path, options);
  const analysis = await analyze(opened.host, { ...compileOptions(options, opened), scope: scopeOf(options, "namesakes") });
  const { tag, search } = options;
  const { toolsets } = analysis.program;
  const all = toolsets.flatMap(listTools);
  const errors = projectErrors(analysis, { path: inputText(path, options), opened });
  if (all.length === 0) {
    const exitCode = errors.print(() => true);
    if (exitCode !== exitCodes.clean) return exitCode;
  } else errors.summarize();
  if (tag !== undefined) checkTag(tag, new Set(all.flatMap(({ tags }) => tags)));
  const matching = search === undefined ? all : ranked(all, toolsets, search);
  const tagged = matching.filter((tool) => tag === undefined || tool.tags.includes(tag));
  const tools = search === undefined ? tagged : tagged.slice(0, maxFound);
  if (options.format === "json") {
    const listed = tools.map(({ toolset, id, name, method, path, tags, title, description, size }) => ({
      toolset,
      id,
      name,
      method,
      path,
      tags,
      title,
      description,
      size,
    }));
    printJson({ formatVersion: "1.0", tools: listed });
    return exitCodes.clean;
  }
  // With only one toolset, its name on each line would be redundant.
  const isOne = new Set(all.map(({ toolset }) => toolset)).size === 1;
  if (tools.length > 0) print(`${tableOf(tools, isOne ? [] : ["toolset"])}\n\n`);
  const count = tools.length === all.length ? "" : `${thousands(tools.length)} of `;
  const bytes = thousands(tools.reduce((sum, { size }) => sum + size, 0));
  print(`${count}${thousands(all.length)} tool${all.length === 1 ? "" : "s"}, ${bytes} bytes of declarations, in ${elapsed()}\n`);
  return exitCodes.clean;
}

/** The most tools that a search shows. */
const maxFound = 20;

/** The tools that match a search, the best first. */
function ranked(all: readonly ListedTool[], toolsets: readonly Toolset[], search: string): ListedTool[] {
  const index = createIndex(toolsets.flatMap(discoveryEntries));
  return index.search(search).flatMap((place) => all[place] ?? []);
}

/** A table of tools. Empty columns are omitted: only operations have a method and a path, and few tools have tags. */
function tableOf(tools: readonly ListedTool[], first: readonly "toolset"[]): string {
  const rows = tools.map((tool) => ({ ...tool, tags: tool.tags.join(","), bytes: String(tool.size), title: short(tool.title) }));
  const columns = [...first, "id", "method", "path", "tags", "bytes", "title"] as const;
  const head = columns.filter((column) => rows.some((row) => row[column] !== ""));
  return table([head, ...rows.map((row) => head.map((column) => row[column]))], [head.indexOf("bytes")]);
}

function checkTag(tag: string, tags: ReadonlySet<string>): void {
  if (tags.has(tag)) return;
  const near = nearest(tag, tags);
  const known = tags.size === 0 ? "There are none." : `There is ${namesInMessage([...tags], tag)}.`;
  throw new UsageError(`There is no tag "${tag}". ${near === undefined ? known : `Did you mean "${near}"?`}`);
}

function short(title: string): string {
  const line = title.replace(/\s+/g, " ");
  return line.length > 60 ? `${line.slice(0, 59)}…` : line;
}
