import type { Tool, Toolset } from "../ir/ir.ts";
import { estimateTokens } from "../source/estimate-tokens.ts";
import { createSizes } from "./schema-sizes.ts";
import { shownInput } from "./shown-input.ts";

/** A tool with more tokens is too large: it takes much of what a model can read. */
export const largestTool = 8_000;

/** About how many tokens the name, the description and the input schema of a tool have, in full detail. */
export function toolTokens(tool: Tool, toolset: Toolset): number {
  const { name, description } = tool;
  return estimateTokens(JSON.stringify({ name, description, parameters: shownInput(tool, toolset, { detail: "full" }) }));
}

/**
 * About how many tokens a model reads of all tools of a toolset. To count each takes a tenth of the time of a compilation: of a toolset with
 * more than `mostCounted` tools, some of each size are counted, and the tokens of the others are in proportion to their characters.
 */
export function toolsetTokens(toolset: Toolset): number {
  const known = knownTokens.get(toolset) ?? countTokens(toolset);
  knownTokens.set(toolset, known);
  return known;
}

const knownTokens = new WeakMap<Toolset, number>();

function countTokens(toolset: Toolset): number {
  const { characters } = createSizes(toolset);
  const sized = toolset.tools.map((tool) => ({ tool, size: tool.name.length + tool.description.length + characters(tool.input.json) }));
  sized.sort((a, b) => b.size - a.size);
  const step = Math.max(1, sized.length / mostCounted);
  const counted = sized.filter((_each, index) => Math.floor((index + 1) / step) > Math.floor(index / step));
  const sizeOf = (tools: typeof sized) => tools.reduce((sum, { size }) => sum + size, 0);
  const tokens = counted.reduce((sum, { tool }) => sum + toolTokens(tool, toolset), 0);
  return counted.length === 0 ? 0 : Math.round((tokens * sizeOf(sized)) / sizeOf(counted));
}

/** With 40, the estimates for real documents are within a tenth of the count. */
const mostCounted = 40;
