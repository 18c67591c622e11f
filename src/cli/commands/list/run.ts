import { analyze } from "../../../compile.ts";
import { thousands } from "../../../diagnostic/name-list.ts";
import { nearest } from "../../../diagnostic/nearest.ts";
import type { Toolset } from "../../../ir/ir.ts";
import { namesInMessage } from "../../../runtime/names-in-message.ts";
import { toolTokens } from "../../../targets/tool-tokens.ts";
import type { RunRecorder } from "../../build/repeatable-run.ts";
import { exitCodes } from "../../exit-codes.ts";
import { type ListFlags, scopeOf, settingsOf } from "../../options.ts";
import { withDocumentPath } from "../../project/document-path.ts";
import { printFailure } from "../../project/each-project.ts";
import { inputText, open } from "../../project/open.ts";
import { projectRuns } from "../../project/project-runs.ts";
import { print, printJson, printMessage, printTimed, styleOf } from "../../report/print.ts";
import { projectErrors } from "../../report/print-errors.ts";
import { fitted, table } from "../../report/table.ts";
import { terminal } from "../../terminal.ts";
import { UsageError } from "../../usage-error.ts";
import { hasSelectors, howToChoose, ranked, type SearchableTool, searchableTools, toolsetsWithOmitted } from "./searchable-tools.ts";

/** A project whose tools are listed. */
interface ListedProject {
  /** The project's path; empty if it is the only one. */
  readonly project: string;
  readonly toolsets: readonly Toolset[];
  /** The tools of the toolsets, in their order. */
  readonly tools: readonly SearchableTool[];
  readonly exitCode: number;
}

/** Lists the tools that compile. Errors are printed to stderr and do not end the command. */
export async function runList(path: string, flags: ListFlags, recorder: RunRecorder): Promise<number> {
  return printTools([await readTools(path, flags, recorder)], flags);
}

/** Lists the tools of all projects at a path that a search or a tag finds, as one answer: the best tool may be in any of them. */
export async function runListOfAll(path: string, flags: ListFlags, recorder: RunRecorder): Promise<number> {
  const runs = await projectRuns(path, flags, recorder);
  if (runs.length === 0) return runList(path, flags, recorder);
  const projects: ListedProject[] = [];
  for (const { project, flags: own } of runs) {
    const read = readTools(project, own, recorder).then((listed) => ({ ...listed, project }));
    projects.push(await read.catch((error: unknown) => ({ project, toolsets: [], tools: [], exitCode: printFailure(error, project) })));
  }
  return printTools(projects, flags);
}

async function readTools(givenPath: string, flags: ListFlags, recorder: RunRecorder): Promise<ListedProject> {
  const [path, options] = withDocumentPath(givenPath, flags);
  const opened = recorder.opened(open(path, options));
  const settings = { ...settingsOf(options, opened), scope: scopeOf(options, "namesakes") };
  const analysis = await analyze(opened.host, settings);
  // Tokens are counted of what a model gets, so a search for them considers only chosen tools.
  const considersAll = options.search !== undefined && options.tokens === undefined && hasSelectors(analysis.project);
  const toolsets = considersAll
    ? toolsetsWithOmitted(analysis.program, (await analyze(opened.host, { ...settings, operations: "all" })).program)
    : analysis.program.toolsets;
  const errors = projectErrors(analysis, { path: inputText(path, options), opened });
  const hasTools = analysis.program.toolsets.some(({ tools }) => tools.length > 0);
  const exitCode = hasTools ? exitCodes.clean : errors.print(() => true);
  if (hasTools) errors.summarize();
  return { project: "", toolsets, tools: searchableTools(toolsets, { ...analysis, root: opened.root }), exitCode };
}

function printTools(projects: readonly ListedProject[], { tag, search, tokens: isOfTokens, format }: ListFlags): number {
  const exitCode = Math.max(...projects.map((each) => each.exitCode));
  if (projects.every((each) => each.exitCode !== exitCodes.clean)) return exitCode;
  const toolsets = projects.flatMap((each) => each.toolsets);
  const all = projects.flatMap(({ project, tools }) => tools.map((tool) => ({ ...tool, project })));
  if (tag !== undefined) checkTag(tag, new Set(all.flatMap(({ tags }) => tags)));
  const matching = search === undefined ? all : ranked(all, toolsets, search);
  const tagged = matching.filter((tool) => tag === undefined || tool.tags.includes(tag));
  const tools = search === undefined ? tagged : tagged.slice(0, maxFound);
  const tokens = isOfTokens === true ? countTokens(all, toolsets) : undefined;
  if (format === "json") {
    const listed = tools.map((tool) => {
      const { project, entry: _entry, choose, ...listed } = tool;
      return {
        ...(project === "" ? {} : { project }),
        ...listed,
        ...(tokens === undefined ? {} : { tokens: tokens.get(tool) ?? 0 }),
        ...(search === undefined ? {} : { chosen: choose.length === 0, choose }),
      };
    });
    printJson({ formatVersion: "1.0", tools: listed });
    return exitCode;
  }
  if (tokens !== undefined) {
    printTokens(tools, tokens);
    return exitCode;
  }
  // With only one toolset, its name on each line would be redundant.
  const isOne = new Set(all.map(({ toolset }) => toolset)).size === 1;
  if (tools.length > 0)
    print(`${tableOf(tools, [...(projects.length > 1 ? (["project"] as const) : []), ...(isOne ? [] : (["toolset"] as const))])}\n\n`);
  else if (search !== undefined) printMessage("No tool has these words. `toolsetc list` without --search shows all.\n");
  print(howToChoose(tools));
  const count = tools.length === all.length ? "" : `${thousands(tools.length)} of `;
  const bytes = thousands(tools.reduce((sum, { size }) => sum + size, 0));
  const omitted = tools.filter(({ choose }) => choose.length > 0).length;
  const chosen = omitted === 0 ? "" : `${thousands(tools.length - omitted)} chosen, `;
  const of = projects.length > 1 ? ` of ${projects.length} projects` : "";
  printTimed(`${count}${thousands(all.length)} tool${all.length === 1 ? "" : "s"}${of}, ${chosen}${bytes} bytes of declarations, in `);
  if (search === undefined) printOmitted(toolsets);
  return exitCode;
}

/** A tool with its project; the project is empty if only one is listed. */
type FoundTool = SearchableTool & { readonly project: string };

/** About how many tokens a model reads for each tool. `all` are the tools of the toolsets, in their order. */
function countTokens(all: readonly FoundTool[], toolsets: readonly Toolset[]): ReadonlyMap<FoundTool, number> {
  const counts = toolsets.flatMap((toolset) => toolset.tools.map((tool) => toolTokens(tool, toolset)));
  return new Map(all.map((tool, index) => [tool, counts[index] ?? 0]));
}

/** The maximum number of tools in the table of the largest tools. */
const maxLargest = 10;

/** Prints the tokens of each toolset and of the largest tools. They are estimates, since only one model provider publishes a tokenizer. */
function printTokens(tools: readonly FoundTool[], tokens: ReadonlyMap<FoundTool, number>): void {
  const counted = tools.map((tool) => ({ ...tool, tokens: tokens.get(tool) ?? 0 }));
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

/** Says how many operations the configuration leaves out, since otherwise nothing shows that they exist. */
function printOmitted(toolsets: readonly Toolset[]): void {
  const omitted = toolsets.reduce((sum, { account }) => sum + account.excluded, 0);
  if (omitted === 0) return;
  const are = omitted === 1 ? "operation is" : "operations are";
  printMessage(`${thousands(omitted)} more ${are} not chosen. \`toolsetc list --search <words>\` also finds these.\n`);
}

/** A table of tools, without columns that are empty in all rows. It is fitted to the width of the terminal. */
function tableOf(tools: readonly FoundTool[], first: readonly ("project" | "toolset")[]): string {
  const areChosen = tools.every(({ choose }) => choose.length === 0);
  const rows = tools.map((tool) => ({
    ...tool,
    tags: tool.tags.join(","),
    chosen: areChosen ? "" : tool.choose.length === 0 ? "yes" : "no",
    bytes: String(tool.size),
    title: (tool.title || tool.description).trim().split("\n", 1)[0]?.replace(/\s+/g, " ") ?? "",
  }));
  const columns = [...first, "id", "chosen", "method", "path", "tags", "bytes", "title"] as const;
  const head = columns.filter((column) => rows.some((row) => row[column] !== ""));
  const cells = [head, ...rows.map((row) => head.map((column) => row[column]))];
  // A shortened id or path cannot be used in another command.
  const shown = fitted(cells, styleOf(terminal().stdout).width, {
    kept: ["id", "project"],
    optional: ["tags", "bytes", "path", "method", "toolset"],
  });
  return table(shown, [shown[0]?.indexOf("bytes") ?? -1]);
}

function checkTag(tag: string, tags: ReadonlySet<string>): void {
  if (tags.has(tag)) return;
  const near = nearest(tag, tags);
  const known = tags.size === 0 ? "There are no tags." : `Available: ${namesInMessage([...tags], tag)}.`;
  throw new UsageError(`There is no tag "${tag}". ${near === undefined ? known : `Did you mean "${near}"?`}`);
}
