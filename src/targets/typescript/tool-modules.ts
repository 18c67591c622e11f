import { assignNames } from "../../source/text/assign-names.ts";
import { spellFile, type ToolLayout, windowsDeviceNames } from "../layout.ts";

/** The tools that one module declares. */
export interface ToolModule {
  /** The path relative to the toolset's folder, without a file extension. */
  readonly path: string;
  readonly tools: readonly ToolLayout[];
}

/**
 * The maximum number of modules with one tool each. A toolset with more tools has modules of several tools, since Node takes a quarter of a
 * millisecond to load a module, and only a third of that for each tool in the module.
 */
const mostModules = 100;

/**
 * Groups tools into modules. Usually, each module has one tool. In a toolset with more than `mostModules` tools, each module has the tools
 * of one tag.
 */
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

/** The path of the module from which a tool can be imported, whichever module declares the tool. */
export function modulePathOf({ file }: ToolLayout): string {
  return `tools/${file}`;
}
