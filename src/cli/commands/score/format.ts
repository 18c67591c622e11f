import type { Cost, Scores } from "../../../describe/score.ts";
import { thousands } from "../../../diagnostic/name-list.ts";
import { codeTag, messageCell } from "../../../findings/formats/format-markdown.ts";
import { isObject, type Json, type JsonObject } from "../../../source/json/json.ts";
import { table } from "../../report/table.ts";

/**
 * The maximum number of tools whose scores are explained. The tools with the lowest scores are shown; `--format json` contains all tools.
 */
const mostTools = 10;

/**
 * Formats the scores as text: a table of the toolsets, then the tools with the lowest scores and the reasons for these scores. `overrides`
 * would improve them; it is empty if none would.
 */
export function formatScores(scores: Scores): { readonly text: string; readonly overrides: string } {
  const { shown, rest, overrides } = partsOf(scores);
  const parts = [
    table([["toolset", "tools", "score"], ...rowsOf(scores)], [1, 2]),
    ...shown.map(({ toolset, id, score, costs }) =>
      [`${score}  ${toolset}.${id}`, ...costs.map(({ code, points, message }) => `  -${points} ${code}: ${message}`)].join("\n"),
    ),
    ...(rest === "" ? [] : [rest]),
  ];
  return { text: `${parts.join("\n\n")}\n`, overrides };
}

/** Formats the scores, reasons and overrides as GitHub Flavored Markdown. */
export function formatScoresMarkdown(scores: Scores): string {
  const { shown, rest, overrides } = partsOf(scores);
  const rows = rowsOf(scores).map(([name = "", tools, score]) => `| ${codeTag(name)} | ${tools} | ${score} |`);
  const worst = shown.map(({ toolset, id, score, costs }) => {
    const reasons = costs.map(({ code, points, message }) => `-${points} ${codeTag(code)}: ${messageCell(message)}`);
    return `| ${score} | ${codeTag(`${toolset}.${id}`)} | ${reasons.join("<br>")} |`;
  });
  const parts = [
    ["| toolset | tools | score |", "|---|---:|---:|", ...rows].join("\n"),
    ...(worst.length === 0 ? [] : [["| score | tool | why |", "|---:|---|---|", ...worst].join("\n")]),
    ...(rest === "" ? [] : [rest]),
    // Texts from definitions and documents cannot close the fence, since all lines that contain such a text are indented.
    ...(overrides === "" ? [] : [`Add this to \`toolsetc.yaml\`, with your own texts:\n\n\`\`\`yaml\n${overrides}\`\`\``]),
  ];
  return `${parts.join("\n\n")}\n`;
}

function rowsOf({ toolsets }: Scores): string[][] {
  return toolsets.map(({ name, tools, score }) => [name, thousands(tools), String(score)]);
}

function partsOf({ tools }: Scores) {
  const low = tools.filter(({ costs }) => costs.length > 0);
  const shown = low.slice(0, mostTools).map(({ toolset, tool: { id }, score, costs }) => ({ toolset, id, score, costs }));
  const more = low.length - shown.length;
  return {
    shown,
    rest: more > 0 ? `${thousands(more)} more with a score below 100: \`--format json\` lists them.` : "",
    overrides: overridesText(shown),
  };
}

interface Overridden {
  readonly toolset: string;
  readonly id: string;
  readonly costs: readonly Cost[];
}

/** The text of a part of toolsetc.yaml that would improve the scores of these tools; empty if overrides cannot improve them. */
export function overridesText(tools: readonly Overridden[]): string {
  const toolsets = new Map<string, { [id: string]: Json }>();
  for (const { toolset, id, costs } of tools) {
    const entry = costs.reduce<JsonObject>((merged, { override = {} }) => merge(merged, override), {});
    if (Object.keys(entry).length > 0) toolsets.set(toolset, Object.assign(toolsets.get(toolset) ?? Object.create(null), { [id]: entry }));
  }
  if (toolsets.size === 0) return "";
  const overrides = Object.fromEntries([...toolsets].map(([name, entries]) => [name, { tools: entries }]));
  return yamlLines({ overrides }, "").join("");
}

/** Merges two overrides of a tool. */
function merge(a: JsonObject, b: JsonObject): JsonObject {
  const entries = Object.entries(b).map(([key, value]): [string, Json] => {
    const own = Object.hasOwn(a, key) ? a[key] : undefined;
    return [key, isObject(own) && isObject(value) ? merge(own, value) : value];
  });
  return Object.fromEntries([...Object.entries(a), ...entries]);
}

function yamlLines(value: JsonObject, indent: string): string[] {
  return Object.entries(value).flatMap(([key, member]) =>
    isObject(member)
      ? [`${indent}${yamlText(key)}:\n`, ...yamlLines(member, `${indent}  `)]
      : [`${indent}${yamlText(key)}: ${typeof member === "string" ? yamlText(member) : JSON.stringify(member)}\n`],
  );
}

/** Converts a string to YAML: to a plain scalar if YAML reads it as a string, else to a JSON string, which is valid YAML. */
function yamlText(text: string): string {
  return /^[A-Za-z][\w ,.-]*$/.test(text) && !/[ ]$|^(?:true|false|null|yes|no|on|off|y|n)$/i.test(text) ? text : JSON.stringify(text);
}
