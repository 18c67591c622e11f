import { type Diagnostic, diagnostic } from "../../diagnostic/diagnostic.ts";
import { thousands } from "../../diagnostic/name-list.ts";
import type { Tool, Toolset } from "../../ir/ir.ts";
import { shownSchema } from "../../runtime/projection/declare.ts";
import { type Offered, type ProjectedTool, projectTools, type RequestForm } from "../../runtime/projection/project-tools.ts";
import { selfContained } from "../../schema/closure.ts";
import { isObject } from "../../source/json/json.ts";
import { estimateTokens } from "../../source/text/estimate-tokens.ts";
import { createSizes } from "../schema-sizes.ts";
import { largestTool } from "../tool-tokens.ts";
import { largeTools } from "./codes.ts";
import { examplesOf } from "./examples-of.ts";

/**
 * The assumed minimum of characters per token, on average over a schema. The tokens of a tool with too few characters to exceed
 * `largestTool` are not counted.
 */
const leastCharacters = 2;

/** One warning for those tools of a toolset that have too many tokens. It names the largest parameters of a few tools. */
export function reportLargeTools(
  offered: readonly Offered<Tool>[],
  toolset: Toolset,
  form: RequestForm & { readonly name: string },
): Diagnostic[] {
  const sizes = createSizes(toolset);
  const large = offered
    .filter(
      ({ tool, projected }) =>
        projected.projection.refusals.length === 0 && sizes.characters(tool.input.json) > largestTool * leastCharacters,
    )
    .map(({ tool, projected }) => ({ tool, tokens: tokensOf(projected) }))
    .filter(({ tokens }) => tokens > largestTool)
    .sort((a, b) => b.tokens - a.tokens);
  const [first] = large;
  if (first === undefined) return [];
  const places = large.slice(0, mostExplained).map(({ tool, tokens }) => ({ message: explain(tool, tokens), place: tool.origin }));
  const params = { toolset: toolset.name, provider: form.name, count: large.length, most: largestTool };
  return [diagnostic(largeTools, params, first.tool.origin, { toolset: toolset.name, ...examplesOf(places) })];

  function explain(tool: Tool, tokens: number): string {
    const members = isObject(tool.input.json.properties) ? Object.entries(tool.input.json.properties) : [];
    const largest = members
      .map(([name, schema]) => ({ name, tokens: Math.min(tokens, sizes.tokens(isObject(schema) ? schema : {})) }))
      .sort((a, b) => b.tokens - a.tokens)
      .slice(0, mostMembers)
      .map((each) => `"${each.name}" (${thousands(each.tokens)})`);
    const saved = (form.detail ?? "full") === "full" ? tokens - compactTokens(tool) : 0;
    const compact = saved > 0 ? ` \`detail: compact\` saves ${thousands(saved)} tokens.` : "";
    const parameters = largest.length === 0 ? "" : ` Its largest parameters are ${largest.join(" and ")}.`;
    return `The tool "${tool.name}" has about ${thousands(tokens)} tokens.${parameters}${compact}`;
  }

  function compactTokens({ name, description, input, binding }: Tool): number {
    const tool = { name, description, schema: selfContained(input.json, toolset.schemas), binding, examples: undefined };
    const compact = { ...form, strict: false, examples: false, detail: "compact" } as const;
    return projectTools([tool], (each) => each, compact).offered.reduce((tokens, { projected }) => tokens + tokensOf(projected), 0);
  }
}

/** How many tools the warning explains. To count its tokens with `detail: compact`, an explained tool is projected a second time. */
const mostExplained = 3;
/** How many of the largest parameters of a tool the warning names. */
const mostMembers = 2;

function tokensOf({ name, description, projection }: ProjectedTool): number {
  return estimateTokens(JSON.stringify({ name, description, parameters: shownSchema(projection) }));
}
