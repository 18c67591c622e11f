import { thousands } from "../diagnostic/name-list.ts";
import { type Finding, pointerTo } from "../findings/finding.ts";
import type { Program, Tool, Toolset } from "../ir/ir.ts";
import { rules } from "../rules/index.ts";
import { originOf } from "../schema/origin-of.ts";
import { isObject, type JsonObject } from "../source/json/json.ts";
import { compareText } from "../source/text/compare.ts";
import { largestTool, toolTokens } from "../targets/tool-tokens.ts";

const prices: ReadonlyMap<string, number> = new Map(rules.map(({ code, price }) => [code, price]));

const largeToolPoints = 20;

/** A reason for losing points: a finding, or the size of the tool. */
export interface Cost {
  readonly code: string;
  readonly points: number;
  readonly message: string;
  /**
   * The value of `overrides.<toolset>.tools.<tool>` that would fix the problem, with instructions to the author in place of descriptions;
   * `undefined` if no override can fix the problem.
   */
  readonly override: JsonObject | undefined;
}

/** The score of a tool: how well a model can use it, from 0 to 100. */
export interface ToolScore {
  readonly toolset: string;
  readonly tool: Tool;
  readonly score: number;
  readonly costs: readonly Cost[];
}

export interface ToolsetScore {
  readonly name: string;
  /** The mean of the scores of the tools, rounded down, so that 100 means that no tool has lost points. */
  readonly score: number;
  readonly tools: number;
}

export interface Scores {
  readonly toolsets: readonly ToolsetScore[];
  /** The scores of the tools, the lowest first. */
  readonly tools: readonly ToolScore[];
}

/** Computes the scores of the tools of all toolsets in `program` from their findings and sizes. */
export function scoresOf(program: Program, findings: readonly Finding[]): Scores {
  const scored = program.toolsets.map((toolset) => ({
    name: toolset.name,
    tools: toolScores(
      toolset,
      findings.filter(({ toolsets }) => toolsets.includes(toolset.name)),
    ),
  }));
  const toolsets = scored.map(({ name, tools }): ToolsetScore => {
    const sum = tools.reduce((total, { score }) => total + score, 0);
    return { name, score: tools.length === 0 ? 100 : Math.floor(sum / tools.length), tools: tools.length };
  });
  return {
    toolsets: toolsets.sort((a, b) => a.score - b.score || compareText(a.name, b.name)),
    tools: scored.flatMap(({ tools }) => tools).sort((a, b) => a.score - b.score || compareText(a.tool.name, b.tool.name)),
  };
}

function toolScores(toolset: Toolset, findings: readonly Finding[]): ToolScore[] {
  const costsOf = new Map(toolset.tools.map(({ id }): [string, Cost[]] => [id, []]));
  const toolOf = new Map(toolset.tools.map((tool) => [tool.id, tool]));
  for (const finding of findings) {
    const tool = toolOf.get(finding.tool ?? "");
    const points = prices.get(finding.code) ?? 0;
    if (tool !== undefined && points > 0) costsOf.get(tool.id)?.push(costOf(finding, points, tool));
  }
  return toolset.tools.map((tool) => {
    const costs = [...(costsOf.get(tool.id) ?? []), ...costOfSize(tool, toolset)].sort((a, b) => b.points - a.points);
    const lost = costs.reduce((sum, { points }) => sum + points, 0);
    return { toolset: toolset.name, tool, score: Math.max(0, 100 - lost), costs };
  });
}

function costOf(finding: Finding, points: number, tool: Tool): Cost {
  const { code, message } = finding;
  const parameters = parametersAt(finding, tool).map((name) => [name, { description: "What it is." }]);
  if (parameters.length > 0) return { code, points, message, override: { parameters: Object.fromEntries(parameters) } };
  const isText = code !== "unmarked-deprecation";
  return { code, points, message, override: isText ? { description: "What it does, and when to call it." } : undefined };
}

/** The parameters of a tool whose schemas are at the position of a finding. */
function parametersAt({ pointer }: Pick<Finding, "pointer">, { input }: Tool): string[] {
  const { properties } = input.json;
  if (!isObject(properties)) return [];
  return Object.keys(properties).filter((name) => pointerTo(originOf(input, ["properties", name])) === pointer);
}

function costOfSize(tool: Tool, toolset: Toolset): Cost[] {
  const tokens = toolTokens(tool, toolset);
  if (tokens <= largestTool) return [];
  const message = `"${tool.id}" has about ${thousands(tokens)} tokens, more than ${thousands(largestTool)}. `;
  const [largest] = membersBySize(tool);
  const override = largest === undefined ? undefined : { parameters: { [largest]: { hide: true } } };
  return [
    { code: "large-tools", points: largeToolPoints, message: `${message}\`hide\` in an override hides a parameter from models.`, override },
  ];
}

/** The optional parameters of a tool, the largest first. */
function membersBySize({ input: { json } }: Tool): string[] {
  const required = Array.isArray(json.required) ? json.required : [];
  const members = isObject(json.properties) ? Object.entries(json.properties) : [];
  const sizes = members
    .filter(([name]) => !required.includes(name))
    .map(([name, schema]) => ({ name, size: JSON.stringify(schema).length }));
  return sizes.sort((a, b) => b.size - a.size || compareText(a.name, b.name)).map(({ name }) => name);
}
