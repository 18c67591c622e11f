import { assignNames } from "../../source/assign-names.ts";
import { spellFile, type ToolLayout, windowsDeviceNames } from "../layout.ts";

/** The tools that one module declares. */
export interface ToolModule {
  /** Relative to the toolset's folder, without a file extension. */
  readonly path: string;
  readonly tools: readonly ToolLayout[];
}

/**
 * The maximum number of modules with one tool each. Node takes a quarter of a millisecond to load a module, and a third of that for each tool
 * in it, so a toolset with more tools has modules of several tools.
 */
const mostModules = 100;

/** Groups tools into modules: usually one tool each; in a toolset with hundreds of tools, the tools of a tag. */
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

/** The module from which a tool can be imported, wherever it is declared. */
export function modulePathOf({ file }: ToolLayout): string {
  return `tools/${file}`;
}
