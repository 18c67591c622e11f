import type { Compilation } from "../../compile.ts";
import { thousands } from "../../diagnostic/name-list.ts";
import { printable } from "../../diagnostic/printable.ts";
import type { Finding } from "../../findings/finding.ts";
import { toolsetTokens } from "../../targets/tool-tokens.ts";
import { table } from "../report/table.ts";

/** The columns that are omitted if they are zero for all toolsets. */
const optional = ["excluded", "failed", "renamed"];

/**
 * A table with one row for each toolset: how many of its operations were compiled, excluded, renamed or failed, about how many tokens a
 * model reads of its tools, and how many findings it has. If there are no findings, the columns for findings are omitted. With `changed`, the
 * names of toolsets, the table has only these and those with findings, and counts the others.
 */
export function compilationTable(compilation: Compilation, findings: readonly Finding[], changed?: ReadonlySet<string>): string {
  const { program, summary, restored } = compilation;
  const tokens = new Map([
    ...program.toolsets.map((toolset) => [toolset.name, toolsetTokens(toolset)] as const),
    ...[...restored.values()].map((each) => [each.summary.name, each.tokens] as const),
  ]);
  const counts = findings.length === 0 ? [] : (["error", "warning"] as const);
  const head = ["toolset", "kind", "operations", "tools", ...optional, "tokens", ...counts.map((severity) => `${severity}s`)];
  const rows = summary.toolsets.flatMap((toolset) => {
    const { name, displayName, endpoint, resource, account } = toolset;
    const own = findings.filter(({ toolsets, tool }) => toolsets.includes(name) || toolsets.includes(displayName) || tool === name);
    if (changed !== undefined && !changed.has(name) && own.length === 0) return [];
    const row = [
      displayName,
      resource === "tool" ? `${endpoint.kind} tool` : endpoint.kind,
      ...[account.operations, account.tools, account.excluded, account.failed, account.renamed].map(String),
      aboutTokens(tokens.get(name) ?? 0),
      ...counts.map((severity) => String(own.filter((finding) => finding.severity === severity).length)),
    ];
    return [row];
  });
  const isShown = head.map((name, column) => !optional.includes(name) || rows.some((row) => row[column] !== "0"));
  const shown = [head, ...rows].map((row) => row.filter((_cell, column) => isShown[column]));
  const numbers = (shown[0] ?? []).map((_name, column) => column).slice(2);
  const others = summary.toolsets.length - rows.length;
  const rest = others === 0 ? [] : [`${others} ${others === 1 ? "toolset is" : "toolsets are"} as before, without new findings.`];
  return [...(rows.length > 0 ? [table(shown, numbers)] : []), ...rest, ...notesOf(compilation), ""].join("\n");
}

function notesOf({ summary: { toolsets }, definitions, refused }: Compilation): string[] {
  const others = new Map<string, number>();
  for (const { member } of definitions.others) others.set(member, (others.get(member) ?? 0) + 1);
  const webhooks = sum(toolsets.map(({ account }) => account.webhooks));
  const callbacks = sum(toolsets.map(({ account }) => account.callbacks));
  const inputs = new Set(toolsets.flatMap(({ account }) => account.renamedInputs.map(({ name, input }) => `${input} as ${name}`)));
  return [
    ...(inputs.size > 0 ? [`Inputs with another name in the request: ${firstOf([...inputs].map(printable))}.`] : []),
    ...(webhooks + callbacks > 0
      ? [`Not compiled, since the service itself sends their requests: webhooks (${webhooks}), callbacks (${callbacks}).`]
      : []),
    ...(refused.length > 0
      ? [`Not compiled: ${refused.map(({ name }) => printable(name)).join(", ")}. Their former output, if any, is out of date.`]
      : []),
    ...(others.size > 0
      ? [`Checked, but not compiled because of their kind: ${[...others].map(([member, count]) => `${count} ${member}`).join(", ")}.`]
      : []),
  ];
}

/** Rounds to two digits, since the number is an estimate. */
function aboutTokens(tokens: number): string {
  return tokens === 0 ? "0" : `~${thousands(Number(tokens.toPrecision(2)))}`;
}

/** The maximum number of listed inputs. In some documents, all parameters have other names in the tools. */
const mostInputs = 10;

function firstOf(names: readonly string[]): string {
  const more = names.length - mostInputs;
  return more > 0 ? `${names.slice(0, mostInputs).join(", ")}, and ${more} more` : names.join(", ");
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
