import type { Tool, Toolset } from "../ir/ir.ts";
import { estimateTokens } from "../source/text/estimate-tokens.ts";
import { createSizes } from "./schema-sizes.ts";
import { shownInput } from "./shown-input.ts";

/** The maximum number of tokens of a tool. A larger tool takes much of what a model can read. */
export const largestTool = 8_000;

/** About how many tokens the name, the description and the input schema of a tool have, in full detail. */
export function toolTokens(tool: Tool, toolset: Toolset): number {
  const { name, description } = tool;
  return estimateTokens(JSON.stringify({ name, description, parameters: shownInput(tool, toolset, { detail: "full" }) }));
}

/**
 * About how many tokens a model reads for all tools of a toolset. Counting the tokens of every tool would take half of the time of a
 * compilation. So if a toolset has more than `mostCounted` tools, the tokens of a sample are counted, and the total is estimated from the
 * sample and the lengths of all tools.
 */
export function toolsetTokens(toolset: Toolset): number {
  const known = knownTokens.get(toolset) ?? countTokens(toolset);
  knownTokens.set(toolset, known);
  return known;
}

const knownTokens = new WeakMap<Toolset, number>();

function countTokens(toolset: Toolset): number {
  const { tools } = toolset;
  if (tools.length <= mostCounted) return tools.reduce((sum, tool) => sum + toolTokens(tool, toolset), 0);
  const { characters } = createSizes(toolset);
  const sized = tools.map((tool) => ({ tool, size: tool.name.length + tool.description.length + characters(tool.input.json) }));
  sized.sort((a, b) => b.size - a.size);
  const total = sized.reduce((sum, { size }) => sum + size, 0);
  const known = new Map<Tool, number>();
  let [tokens, end, chosen] = [0, 0, 0];
  for (const { tool, size } of sized) {
    end += size;
    // The tools are sampled in proportion to their size, so a large tool may be chosen several times.
    for (; chosen < mostCounted && (chosen + 0.5) / mostCounted <= end / total; chosen++) {
      const own = known.get(tool) ?? toolTokens(tool, toolset);
      known.set(tool, own);
      tokens += (own / size) * (total / mostCounted);
    }
  }
  return Math.round(tokens);
}

/** The size of the sample. A test expects that an estimate differs from the exact count by less than a tenth. */
const mostCounted = 8;
