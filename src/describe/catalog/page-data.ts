import type { Entry } from "../../runtime/discovery/entry.ts";
import type { Catalog, CatalogTool } from "./catalog.ts";
import type { ShownFinding } from "./finding-list.ts";
import type { CatalogValue } from "./groups.ts";
import { createPacker, createUnpacker, type Packed } from "./packed.ts";

/** What the page's script reads: the details of the tools and the entries of the search index. The page has them as packed JSON. */
export interface PageData {
  readonly values: readonly Packed[];
  /** The positions of the entries in `values`, in the order of the tools on the page. */
  readonly entries: readonly number[];
  /** The positions of the details, in the same order. */
  readonly details: readonly number[];
  readonly toolsets: readonly ToolsetData[];
}

interface ToolsetData {
  readonly title: string;
  /** The number of its tools. */
  readonly tools: number;
  /** The positions of the groups of values, by number. */
  readonly groups: readonly number[];
}

/** What the page shows of a tool once it is opened. */
export interface ToolDetails
  extends Pick<
    CatalogTool,
    | "description"
    | "needsApproval"
    | "request"
    | "hosts"
    | "auth"
    | "tokens"
    | "score"
    | "agents"
    | "arguments"
    | "result"
    | "example"
    | "file"
  > {
  readonly findings: readonly ShownFinding[];
}

export function pageData({ toolsets }: Catalog): PageData {
  const { add, values } = createPacker();
  const tools = toolsets.flatMap((toolset) => toolset.tools);
  return {
    entries: tools.map(({ entry }) => add(entry)),
    details: tools.map((tool) => add(detailsOf(tool))),
    toolsets: toolsets.map((toolset) => ({ title: toolset.title, tools: toolset.tools.length, groups: toolset.groups.map(add) })),
    values,
  };
}

function detailsOf(tool: CatalogTool): ToolDetails {
  const { description, needsApproval, request, hosts, auth, tokens, score, agents, arguments: args, result, example, file } = tool;
  const findings = tool.findings.map(({ severity, message, help, code, mark }) => {
    return { severity, message, help, code, mark: { file: mark.file, start: { line: mark.start.line } } };
  });
  return { description, needsApproval, request, hosts, auth, tokens, score, agents, arguments: args, result, example, file, findings };
}

/** A tool on the page, by its place among all tools. */
export interface OpenedTool {
  readonly details: ToolDetails;
  readonly toolset: { readonly title: string; readonly number: number };
}

interface PageReader {
  readonly entries: () => Entry[];
  readonly toolAt: (place: number) => OpenedTool;
  readonly groupAt: (toolset: number, group: number) => readonly CatalogValue[];
}

/** Reads what `pageData` returned, each value when it is asked for. */
export function readPageData({ values, entries, details, toolsets }: PageData): PageReader {
  const read = createUnpacker(values);
  return {
    // The positions are those that `pageData` wrote for values of these types.
    entries: () => entries.map((position) => read(position) as Entry),
    toolAt: (place) => ({ details: read(details[place] ?? 0) as ToolDetails, toolset: toolsetAt(place, toolsets) }),
    groupAt: (toolset, group) => read(toolsets[toolset]?.groups[group] ?? 0) as readonly CatalogValue[],
  };
}

function toolsetAt(place: number, toolsets: readonly ToolsetData[]): OpenedTool["toolset"] {
  let before = 0;
  for (const [number, { title, tools }] of toolsets.entries()) {
    before += tools;
    if (place < before) return { number, title };
  }
  throw new Error(`There is no tool ${place}.`);
}
