import type { Tool, Toolset } from "../ir/ir.ts";
import { estimateTokens } from "../source/estimate-tokens.ts";
import { shownInput } from "./shown-input.ts";

/** About how many tokens a model reads of a tool: its name, description and input schema, in full detail. */
export function toolTokens(tool: Tool, toolset: Toolset): number {
  const { name, description } = tool;
  return estimateTokens(JSON.stringify({ name, description, parameters: shownInput(tool, toolset, { detail: "full" }) }));
}
