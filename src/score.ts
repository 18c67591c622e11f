import { thousands } from "./diagnostic/name-list.ts";
import { type Finding, pointerTo } from "./diagnostic/report.ts";
import type { Program, Tool, Toolset } from "./ir/ir.ts";
import { originOf } from "./schema/origin-of.ts";
import { compareText } from "./source/compare.ts";
import { isObject, type JsonObject } from "./source/json.ts";
import { largestTool, toolTokens } from "./targets/tool-tokens.ts";

/**
 * The points, of 100, that a tool loses by a finding. Findings that make a model guess which tool to call cost most, and those that only
 * distract it cost least. Length earns no points, so a short description costs nothing.
 */
const prices: ReadonlyMap<string, number> = new Map([
  ["missing-description", 50],
  ["equal-descriptions", 30],
  ["unsaid-deprecation", 30],
  ["instruction-to-model", 30],
  ["unfindable", 20],
  ["confusable", 20],
  ["unexplained-parameter", 10],
  ["lost-title", 10],
  ["left-markup", 10],
  ["description-too-long", 10],
  ["unmarked-deprecation", 5],
]);

const largeToolPoints = 20;

/** A reason for which a tool loses points. */
export interface Cost {
  readonly code: string;
  readonly points: number;
  readonly message: string;
  /** The entry of the tool under `overrides.<toolset>.tools` that would fix it, with instructions as texts; `undefined` if no entry can. */
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
  /** The mean of the scores of its tools, rounded down, so that 100 means that nothing was found. */
  readonly score: number;
  readonly tools: number;
}

export interface Scores {
  readonly toolsets: readonly ToolsetScore[];
  /** The worst first. */
  readonly tools: readonly ToolScore[];
}

/** The scores of the tools of a program, by its findings and the size of the tools. */
export function scoresOf(program: Program, findings: readonly Finding[]): Scores {
  const priced = findings.flatMap((finding) => {
    const points = prices.get(finding.code);
    return points === undefined ? [] : [{ finding, points }];
  });
  const tools = program.toolsets.flatMap((toolset) => {
    const own = priced.filter(({ finding }) => finding.toolsets.includes(toolset.name));
    const costsByTool = new Map<string, Cost[]>();
    for (const { finding, points } of own) {
      const tool = finding.tool ?? "";
      costsByTool.set(tool, [...(costsByTool.get(tool) ?? []), costOf(finding, points, toolset)]);
    }
    return toolset.tools.map((tool): ToolScore => {
      const costs = [...(costsByTool.get(tool.id) ?? []), ...costOfSize(tool, toolset)].sort((a, b) => b.points - a.points);
      return {
        toolset: toolset.name,
        tool,
        score: Math.max(
          0,
          costs.reduce((left, { points }) => left - points, 100),
        ),
        costs,
      };
    });
  });
  const toolsets = program.toolsets.map(({ name }): ToolsetScore => {
    const scores = tools.filter(({ toolset }) => toolset === name).map(({ score }) => score);
    const sum = scores.reduce((total, score) => total + score, 0);
    return { name, score: scores.length === 0 ? 100 : Math.floor(sum / scores.length), tools: scores.length };
  });
  return {
    toolsets: toolsets.sort((a, b) => a.score - b.score || compareText(a.name, b.name)),
    tools: tools.sort((a, b) => a.score - b.score || compareText(a.tool.name, b.tool.name)),
  };
}

function costOf(finding: Finding, points: number, toolset: Toolset): Cost {
  const { code, message } = finding;
  const parameters = parametersAt(finding, toolset).map((name) => [name, { description: "What it is." }]);
  if (parameters.length > 0) return { code, points, message, override: { parameters: Object.fromEntries(parameters) } };
  const isText = code !== "unmarked-deprecation";
  return { code, points, message, override: isText ? { description: "What it does, and when to call it." } : undefined };
}

/** The parameters of a finding's tool whose schema is at the position of the finding. */
function parametersAt({ tool: id, pointer }: Pick<Finding, "tool" | "pointer">, { tools }: Toolset): string[] {
  const input = tools.find((tool) => tool.id === id)?.input;
  const properties = input?.json.properties;
  if (input === undefined || !isObject(properties)) return [];
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
