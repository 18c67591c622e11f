import type { Context } from "../../context.ts";
import type { Loss } from "../../projection/convert/projection-context.ts";
import type { DeferrableTool } from "../../projection/defer.ts";
import { type RequestLimits, requestLimits } from "../../projection/limits/provider-limits.ts";
import type { ViewOptions } from "../../projection/model-view.ts";
import { type ProjectedTool, projectTools, type RequestForm } from "../../projection/project-tools.ts";
import { bindTool } from "../../tool/bind-tools.ts";
import type { Tool } from "../../tool/tool.ts";
import { toolsByName } from "../../tool/tools-by-name.ts";
import type { Dispatchable } from "./dispatch.ts";
import { createModelIssues } from "./model-issues.ts";
import { createRestoreArguments } from "./restore-arguments.ts";

/** The option of adapters that is called with the effects of a provider's limits. */
export interface FallbackOptions {
  /**
   * Called with the reasons for each tool that is not offered as requested. These tools are offered without strict mode, with a shortened
   * description, with a pattern only in a description since the provider rejects it, or with a name that older endpoints of the provider
   * reject.
   */
  readonly onFallback?: ((tool: Tool, reasons: string) => void) | undefined;
}

/** The options of adapters for providers with a strict mode. */
export interface StrictOptions extends FallbackOptions, ViewOptions {
  /**
   * Uses strict mode for each tool whose schema it supports, up to the provider's limits on a request. Other tools are offered without
   * strict mode.
   */
  readonly strict?: boolean | undefined;
}

/** The options for offering tools to a provider. */
export interface OfferOptions extends RequestForm, FallbackOptions {
  /** The provider's name, for errors. */
  readonly provider: string;
}

/**
 * Projects tools for a provider, and creates the conversion of their arguments. Throws if a tool cannot be offered to the provider; the
 * message has the reasons.
 */
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
    if (name === undefined || tool === undefined) throw new Error("There are more projections than tools.");
    const { projection } = each;
    if (projection.refusals.length > 0)
      throw new Error(`Tool "${name}" cannot be offered to ${provider}: ${reasonsOf(projection.refusals)}. Omit the tool.`);
    const changes = changesOf(each, requestLimits[form.api]);
    if (changes.length > 0) onFallback?.(tool, changes.join("; "));
    byName.set(name, {
      tool: bindTool(tool, context),
      restoreArguments: createRestoreArguments(projection),
      modelIssues: createModelIssues(projection),
    });
  }
  return { projected, byName };
}

/** The projected tools, with the properties that determine whether and in which namespace each tool is deferred. */
export function deferrable(projected: readonly ProjectedTool[], byName: ReadonlyMap<string, Dispatchable>): DeferrableTool[] {
  return projected.flatMap((each) => {
    const found = byName.get(each.name);
    return found === undefined ? [] : [{ projected: each, lazy: found.tool.lazy, tags: found.tool.tags, toolset: found.tool.toolset }];
  });
}

/** The differences between a tool as requested and as offered, each as a clause of a message. */
function changesOf(
  { name, projection, fallback, isDescriptionCut, isNameLong }: ProjectedTool,
  { description, toolNameAnywhere }: RequestLimits,
): string[] {
  const rejected = projection.losses.filter(({ isRejected }) => isRejected === true);
  return [
    ...(fallback?.kind === "schema" ? [reasonsOf(fallback.refusals)] : []),
    ...(fallback?.kind === "limit" ? [fallback.reason] : []),
    ...(isDescriptionCut ? [`the description is shortened, since at most ${description} characters are allowed`] : []),
    ...(isNameLong ? [`the name has ${name.length} characters, and older endpoints reject names of more than ${toolNameAnywhere}`] : []),
    ...(rejected.length > 0 ? [reasonsOf(rejected)] : []),
  ];
}

/** The reasons of losses in one line, each with its keyword and its location in the schema. */
function reasonsOf(losses: readonly Loss[]): string {
  return losses.map(({ at, keyword, reason }) => `\`${keyword}\` at ${JSON.stringify(`/${at.join("/")}`)}: ${reason}`).join("; ");
}
