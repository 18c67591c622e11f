import type { Toolset } from "../../ir/ir.ts";
import { assignNames } from "../../source/text/assign-names.ts";
import { compareText } from "../../source/text/compare.ts";
import { spellFile, type ToolLayout, windowsDeviceNames } from "../layout.ts";

/** The tools that one module declares. */
export interface ToolModule {
  /** The path relative to the toolset's folder, without a file extension. */
  readonly path: string;
  /** What the tools have in common, such as their tag. */
  readonly group: string;
  readonly tools: readonly ToolLayout[];
}

/**
 * Groups the tools of a toolset into modules: one for each tag, in which a tool is under its first tag. Operations without a tag are grouped
 * by a segment of their paths. The tools of all other kinds are one group. The number of tools has no influence, so the module of a tool
 * changes only if its tag does.
 */
export function groupIntoModules({ name, endpoint }: Toolset, tools: readonly ToolLayout[]): ToolModule[] {
  const pathGroupOf = endpoint.kind === "openapi" ? pathGroups(tools) : undefined;
  const byGroup = new Map<string, ToolLayout[]>();
  for (const layout of tools) {
    const group = pathGroupOf === undefined ? name : layout.tool.tags[0] || pathGroupOf(layout) || name;
    const part = byGroup.get(group);
    if (part === undefined) byGroup.set(group, [layout]);
    else part.push(layout);
  }
  const files = fileNames([...byGroup.keys()]);
  return [...byGroup].map(([group, each]) => ({ path: `tools/${files.get(group)}`, group, tools: each }));
}

/**
 * Assigns a file name to each group. Of the groups whose names clash, one keeps its name, whatever the order of the operations. So a new tag
 * rarely changes the modules of other tags.
 */
function fileNames(groups: readonly string[]): ReadonlyMap<string, string> {
  const unsuffixed = new Map<string, string>();
  for (const group of [...groups].sort(compareText).reverse()) unsuffixed.set(spellFile(group).toLowerCase(), group);
  const requests = groups.map((group) => ({
    id: group,
    name: spellFile(group),
    isFirst: unsuffixed.get(spellFile(group).toLowerCase()) === group,
  }));
  const names = assignNames(
    requests.filter(({ isFirst }) => isFirst),
    windowsDeviceNames,
  );
  const others = requests.filter(({ isFirst }) => !isFirst);
  return new Map([...names, ...assignNames(others, [...windowsDeviceNames, ...names.values()])]);
}

/**
 * Returns a function that names the group of an operation by its path: the first segment that differs between the operations. Parameters and
 * versions do not count as segments. A path that consists of the common segments belongs to the last of them, as do the paths that continue
 * it.
 */
function pathGroups(tools: readonly ToolLayout[]): (layout: ToolLayout) => string | undefined {
  const [first = [], ...others] = tools.map(segmentsOf);
  const isCommon = (segment: string, index: number) =>
    others.every((segments) => segments.length > index + 1 && segments[index] === segment);
  const differing = first.slice(0, -1).findIndex((segment, index) => !isCommon(segment, index));
  const common = differing === -1 ? Math.max(first.length - 1, 0) : differing;
  return (layout) => segmentsOf(layout)[common];
}

/** The segments of the path of an operation that contain no parameter and are no version. */
function segmentsOf({ tool: { binding } }: ToolLayout): string[] {
  if (binding.transport !== "http") return [];
  return binding.path.split("/").filter((segment) => segment !== "" && !segment.includes("{") && !version.test(segment));
}

/** A version in a path: `v1`, `2.0`, `2024-01-15`, `v1p1beta1`. If it counted, the first operation of `/v2` would move those of `/v1`. */
const version = /^v?\d+(?:[.p_-]\d+)*(?:[._-]?(?:alpha|beta|rc|preview)\d*)?$/i;
