import { analyze } from "../../../compile.ts";
import { thousands } from "../../../diagnostic/name-list.ts";
import { nearest } from "../../../diagnostic/nearest.ts";
import { discoveryEntries } from "../../../ir/discovery-entries.ts";
import type { Toolset } from "../../../ir/ir.ts";
import { type ListedTool, listTools } from "../../../lower/list-tools.ts";
import { createIndex } from "../../../runtime/discovery/create-index.ts";
import { namesInMessage } from "../../../runtime/names-in-message.ts";
import { toolTokens } from "../../../targets/tool-tokens.ts";
import type { RunRecorder } from "../../build/repeatable-run.ts";
import { exitCodes } from "../../exit-codes.ts";
import { compileOptions, type ListFlags, scopeOf } from "../../options.ts";
import { withDocumentPath } from "../../project/document-path.ts";
import { inputText, open } from "../../project/open.ts";
import { print, printJson, printMessage, printTimed, styleOf } from "../../report/print.ts";
import { projectErrors } from "../../report/print-errors.ts";
import { fitted, table } from "../../report/table.ts";
import { terminal } from "../../terminal.ts";
import { UsageError } from "../../usage-error.ts";

/** Lists the tools that compile. Errors are printed to stderr and do not end the command. */
export async function runList(givenPath: string, flags: ListFlags, recorder: RunRecorder): Promise<number> {
  const [path, options] = withDocumentPath(givenPath, flags);
  const opened = recorder.opened(open(path, options));
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
  const tokens = options.tokens === true ? countTokens(toolsets) : undefined;
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
      ...(tokens === undefined ? {} : { tokens: tokens.get(name) ?? 0 }),
    }));
    printJson({ formatVersion: "1.0", tools: listed });
    return exitCodes.clean;
  }
  if (tokens !== undefined) {
    printTokens(tools, tokens);
    return exitCodes.clean;
  }
  // With only one toolset, its name on each line would be redundant.
  const isOne = new Set(all.map(({ toolset }) => toolset)).size === 1;
  if (tools.length > 0) print(`${tableOf(tools, isOne ? [] : ["toolset"])}\n\n`);
  else if (search !== undefined) printMessage("No tool has these words. `toolsetc list` without --search shows all.\n");
  const count = tools.length === all.length ? "" : `${thousands(tools.length)} of `;
  const bytes = thousands(tools.reduce((sum, { size }) => sum + size, 0));
  printTimed(`${count}${thousands(all.length)} tool${all.length === 1 ? "" : "s"}, ${bytes} bytes of declarations, in `);
  return exitCodes.clean;
}

/** About how many tokens a model reads for each tool, by name of the tool. */
function countTokens(toolsets: readonly Toolset[]): ReadonlyMap<string, number> {
  return new Map(toolsets.flatMap((toolset) => toolset.tools.map((tool) => [tool.name, toolTokens(tool, toolset)])));
}

/** The maximum number of tools in the table of the largest tools. */
const maxLargest = 10;

/** Prints the tokens of each toolset and of the largest tools. They are estimates, since only one model provider publishes a tokenizer. */
function printTokens(tools: readonly ListedTool[], tokens: ReadonlyMap<string, number>): void {
  const counted = tools.map((tool) => ({ ...tool, tokens: tokens.get(tool.name) ?? 0 }));
  const sum = (some: typeof counted) => some.reduce((total, each) => total + each.tokens, 0);
  const largest = counted.toSorted((a, b) => b.tokens - a.tokens).slice(0, maxLargest);
  const names = [...new Set(counted.map(({ toolset }) => toolset))];
  const rows = names.map((name) => {
    const own = counted.filter(({ toolset }) => toolset === name);
    return [name, thousands(own.length), thousands(sum(own))];
  });
  if (names.length > 1) print(`${table([["toolset", "tools", "tokens"], ...rows], [1, 2])}\n\n`);
  if (largest.length > 0) print(`${table([["id", "tokens"], ...largest.map((each) => [each.id, thousands(each.tokens)])], [1])}\n\n`);
  printTimed(`${thousands(tools.length)} tool${tools.length === 1 ? "" : "s"}, about ${thousands(sum(counted))} tokens, in `);
}

/** The maximum number of tools that a search prints. */
const maxFound = 20;

/** The tools that match a search, the best match first. `all` must have the order of the tools in `toolsets`. */
function ranked(all: readonly ListedTool[], toolsets: readonly Toolset[], search: string): ListedTool[] {
  const index = createIndex(toolsets.flatMap(discoveryEntries));
  return index.search(search).flatMap((place) => all[place] ?? []);
}

/** A table of tools, without columns that are empty in all rows. On a terminal, the table is shortened to the width of the terminal. */
function tableOf(tools: readonly ListedTool[], first: readonly "toolset"[]): string {
  const rows = tools.map((tool) => ({
    ...tool,
    tags: tool.tags.join(","),
    bytes: String(tool.size),
    title: (tool.title || tool.description).trim().split("\n", 1)[0]?.replace(/\s+/g, " ") ?? "",
  }));
  const columns = [...first, "id", "method", "path", "tags", "bytes", "title"] as const;
  const head = columns.filter((column) => rows.some((row) => row[column] !== ""));
  const cells = [head, ...rows.map((row) => head.map((column) => row[column]))];
  const { stdout } = terminal();
  return table(stdout.isTTY === true ? fitted(cells, styleOf(stdout).width) : cells, [head.indexOf("bytes")]);
}

function checkTag(tag: string, tags: ReadonlySet<string>): void {
  if (tags.has(tag)) return;
  const near = nearest(tag, tags);
  const known = tags.size === 0 ? "There are no tags." : `Available: ${namesInMessage([...tags], tag)}.`;
  throw new UsageError(`There is no tag "${tag}". ${near === undefined ? known : `Did you mean "${near}"?`}`);
}
