import type { Context } from "../../context.ts";
import type { DeferrableTool } from "../../projection/defer.ts";
import type { ViewOptions } from "../../projection/model-view.ts";
import { type ProjectedTool, projectTools, type RequestForm } from "../../projection/project-tools.ts";
import type { Loss } from "../../projection/projection-context.ts";
import { type RequestLimits, requestLimits } from "../../projection/provider-limits.ts";
import { bindTool } from "../../tool/bind-tools.ts";
import type { Tool } from "../../tool/tool.ts";
import { toolsByName } from "../../tool/tools-by-name.ts";
import type { Dispatchable } from "./dispatch.ts";
import { createModelIssues } from "./model-issues.ts";
import { createRestore } from "./restore-arguments.ts";

/** The option of adapters that tells what a provider's limits change. */
export interface FallbackOptions {
  /**
   * Called for each tool that the provider does not get as it was asked for, with the reasons: it is offered without strict mode, its
   * description is cut, or a pattern that the provider rejects is only in a description. Also for a name that older endpoints reject.
   */
  readonly onFallback?: ((tool: Tool, reasons: string) => void) | undefined;
}

/** The options of adapters for providers with a strict mode. */
export interface StrictOptions extends FallbackOptions, ViewOptions {
  /** Uses strict mode for each tool whose schema it supports, as long as the provider's limits on a request permit. Other tools are offered without it. */
  readonly strict?: boolean | undefined;
}

/** What an adapter asks of a list of tools. */
export interface OfferOptions extends RequestForm, FallbackOptions {
  /** The provider's name, for errors. */
  readonly provider: string;
}

/** The projections of tools, and the tools with the conversion of their arguments. Throws for a tool that cannot be offered, with the reasons. */
export function offerTools(
  tools: readonly Tool[],
  context: Context,
  { provider, onFallback, ...form }: OfferOptions,
): { readonly projected: ProjectedTool[]; readonly byName: ReadonlyMap<string, Dispatchable> } {
  const byName = new Map<string, Dispatchable>();
  const named = [...toolsByName(tools)];
  const described = named.map(([, tool]) => ({
    name: tool.name,
    description: tool.description,
    examples: tool.examples,
    binding: tool.binding,
    schema: tool.inputSchema["~standard"].jsonSchema.input({ target: "draft-2020-12" }),
  }));
  const projected = projectTools(described, form);
  for (const [index, each] of projected.entries()) {
    const [name, tool] = named[index] ?? [];
    if (name === undefined || tool === undefined) throw new Error("A projection has no tool.");
    const { projection } = each;
    if (projection.refusals.length > 0)
      throw new Error(`Tool "${name}" cannot be offered to ${provider}: ${reasonsOf(projection.refusals)}. Omit it.`);
    const changes = changesOf(each, requestLimits[form.api]);
    if (changes.length > 0) onFallback?.(tool, changes.join("; "));
    byName.set(name, {
      tool: bindTool(tool, context),
      restoreArguments: createRestore(projection),
      modelIssues: createModelIssues(projection),
    });
  }
  return { projected, byName };
}

/** The projections with what decides on the deferral of their tools. */
export function deferrable(projected: readonly ProjectedTool[], byName: ReadonlyMap<string, Dispatchable>): DeferrableTool[] {
  return projected.flatMap((each) => {
    const found = byName.get(each.name);
    return found === undefined ? [] : [{ projected: each, lazy: found.tool.lazy, tags: found.tool.tags, toolset: found.tool.toolset }];
  });
}

/** What the provider does not get as it was asked for, as clauses. */
function changesOf(
  { name, projection, fallback, isDescriptionCut, isNameLong }: ProjectedTool,
  { description, toolNameAnywhere }: RequestLimits,
): string[] {
  const rejected = projection.losses.filter(({ isRejected }) => isRejected === true);
  return [
    ...(fallback?.kind === "schema" ? [reasonsOf(fallback.refusals)] : []),
    ...(fallback?.kind === "limit" ? [fallback.reason] : []),
    ...(isDescriptionCut ? [`the description is cut, since it may have ${description} characters`] : []),
    ...(isNameLong ? [`older endpoints reject names of more than ${toolNameAnywhere} characters, and its has ${name.length}`] : []),
    ...(rejected.length > 0 ? [reasonsOf(rejected)] : []),
  ];
}

/** The reasons in one line, each with its location. */
function reasonsOf(losses: readonly Loss[]): string {
  return losses.map(({ at, keyword, reason }) => `\`${keyword}\` at ${JSON.stringify(`/${at.join("/")}`)}: ${reason}`).join("; ");
}
