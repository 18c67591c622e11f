import type { Compilation } from "../compile.ts";
import { thousands } from "../diagnostic/name-list.ts";
import { printable } from "../diagnostic/printable.ts";
import type { Finding } from "../diagnostic/report.ts";
import type { ToolsetSummary } from "../ir/ir.ts";
import { table } from "./table.ts";

/**
 * A table of how many operations of each source were compiled, excluded, renamed or failed, of about how many tokens a model reads of its
 * tools, and of its findings, if there are any.
 */
export function compilationTable<Toolset extends ToolsetSummary>(
  {
    program,
    definitions,
    refused,
  }: Pick<Compilation, "definitions" | "refused"> & { readonly program: { readonly toolsets: readonly Toolset[] } },
  findings: readonly Finding[],
  tokensOf: (toolset: Toolset) => number,
): string {
  const counts = findings.length === 0 ? [] : (["error", "warning"] as const);
  const rows = program.toolsets.map((toolset) => {
    const { name, displayName, endpoint, resource, account } = toolset;
    const own = findings.filter(({ toolsets, tool }) => toolsets.includes(name) || toolsets.includes(displayName) || tool === name);
    return [
      displayName,
      resource === "tool" ? `${endpoint.kind} tool` : endpoint.kind,
      ...[account.operations, account.tools, account.excluded, account.failed, account.renamed].map(String),
      aboutTokens(tokensOf(toolset)),
      ...counts.map((severity) => String(own.filter((finding) => finding.severity === severity).length)),
    ];
  });
  const head = [
    "toolset",
    "kind",
    "operations",
    "tools",
    "excluded",
    "failed",
    "renamed",
    "tokens",
    ...counts.map((severity) => `${severity}s`),
  ];
  const others = new Map<string, number>();
  for (const { member } of definitions.others) others.set(member, (others.get(member) ?? 0) + 1);
  const webhooks = sum(program.toolsets.map(({ account }) => account.webhooks));
  const callbacks = sum(program.toolsets.map(({ account }) => account.callbacks));
  const inputs = new Set(program.toolsets.flatMap(({ account }) => account.renamedInputs.map(({ name, input }) => `${input} as ${name}`)));
  const notes = [
    ...(inputs.size > 0 ? [`Inputs whose name in the request differs: ${firstOf([...inputs].map(printable))}.`] : []),
    ...(webhooks + callbacks > 0
      ? [`No tools, since the service makes these calls: ${webhooks} of webhooks, ${callbacks} of callbacks.`]
      : []),
    ...(refused.length > 0
      ? [`Not compiled: ${refused.map(({ name }) => printable(name)).join(", ")}. Their former output, if any, is out of date.`]
      : []),
    ...(others.size > 0
      ? [`Checked, but of kinds that are not compiled: ${[...others].map(([member, count]) => `${count} ${member}`).join(", ")}.`]
      : []),
  ];
  return [...(rows.length > 0 ? [table([head, ...rows], [2, 3, 4, 5, 6, 7, 8, 9])] : []), ...notes, ""].join("\n");
}

/** An estimate, with no more digits than it deserves. */
function aboutTokens(tokens: number): string {
  return tokens === 0 ? "0" : `~${thousands(Number(tokens.toPrecision(2)))}`;
}

/** A vendor may use names that need renaming for all parameters. */
const mostInputs = 10;

function firstOf(names: readonly string[]): string {
  const more = names.length - mostInputs;
  return more > 0 ? `${names.slice(0, mostInputs).join(", ")}, and ${more} more` : names.join(", ");
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
