import { assignNames } from "../../source/assign-names.ts";
import { spellFile, type ToolLayout, windowsDeviceNames } from "../layout.ts";

/** The tools that one module declares. */
export interface ToolModule {
  /** From the toolset's folder, without an ending. */
  readonly path: string;
  readonly tools: readonly ToolLayout[];
}

/** To find, read and link a file takes Node a quarter of a millisecond, three times as long as a tool in it. */
const mostModules = 100;

/** Which tools share a module: none in a usual toolset, those of a tag in one that has hundreds of tools. */
export function groupIntoModules(tools: readonly ToolLayout[]): ToolModule[] {
  if (tools.length <= mostModules) return tools.map((layout) => ({ path: modulePathOf(layout), tools: [layout] }));
  const byTag = new Map<string, ToolLayout[]>();
  for (const layout of tools) {
    const tag = layout.tool.tags[0] ?? "";
    const part = byTag.get(tag);
    if (part === undefined) byTag.set(tag, [layout]);
    else part.push(layout);
  }
  const files = assignNames(
    [...byTag.keys()].map((tag) => ({ id: tag, name: tag === "" ? "untagged" : spellFile(tag) })),
    windowsDeviceNames,
  );
  return [...byTag].map(([tag, each]) => ({ path: `tags/${files.get(tag)}`, tools: each }));
}

/** Every tool can be imported from here. */
export function modulePathOf({ file }: ToolLayout): string {
  return `tools/${file}`;
}
