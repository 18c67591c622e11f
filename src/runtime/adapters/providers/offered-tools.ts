import type { Context } from "../../context.ts";
import type { Loss } from "../../projection/convert/projection-context.ts";
import { type RequestLimits, requestLimits } from "../../projection/limits/provider-limits.ts";
import type { ViewOptions } from "../../projection/model-view.ts";
import { type Offered, type ProjectedTool, projectTools, type RequestForm, type ToolToProject } from "../../projection/project-tools.ts";
import type { Approve } from "../../tool/approval.ts";
import { bindTool } from "../../tool/bind-tools.ts";
import type { OnError } from "../../tool/on-error.ts";
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

/** The API that tools are offered to. */
export interface OfferedTo extends Pick<RequestForm, "api"> {
  /** The provider's name, for errors. */
  readonly provider: string;
}

/** The options of all adapters that offer tools to a provider, and the context of all calls. */
export interface OfferOptions extends StrictOptions, Context {
  readonly examples?: boolean | undefined;
  /** Part of the options of adapters, and not of the context. */
  readonly approve?: Approve | undefined;
  readonly onError?: OnError | undefined;
}

/** A tool in the form of a provider, with `context` as the context of all calls, and with the conversion of the model's arguments. */
export type OfferedTool = Offered<Tool> & Dispatchable;

/**
 * Projects tools for a provider, and creates the conversion of their arguments. Throws if a tool cannot be offered to the provider, or if
 * a request cannot contain all tools; the message has the reasons.
 */
export function offerTools(
  tools: readonly Tool[],
  { strict = false, examples = false, onFallback, detail, depth, approve, onError, ...context }: OfferOptions,
  { provider, api }: OfferedTo,
): ReadonlyMap<string, OfferedTool> {
  const byName = new Map<string, OfferedTool>();
  const { offered, excess } = projectTools([...toolsByName(tools).values()], described, { api, strict, examples, detail, depth });
  if (excess !== undefined)
    throw new Error(
      `${provider} accepts at most ${excess.most} tools in a request, but ${tools.length} were passed. Pass fewer tools, or use \`discover\`.`,
    );
  for (const { tool, projected } of offered) {
    const { name, projection } = projected;
    if (projection.refusals.length > 0)
      throw new Error(`Tool "${name}" cannot be offered to ${provider}: ${reasonsOf(projection.refusals)}. Omit the tool.`);
    const changes = changesOf(projected, requestLimits[api]);
    if (changes.length > 0) onFallback?.(tool, changes.join("; "));
    byName.set(name, {
      tool: bindTool(tool, context),
      projected,
      restoreArguments: createRestoreArguments(projection),
      modelIssues: createModelIssues(projection),
    });
  }
  return byName;
}

function described({ name, description, examples, binding, inputSchema }: Tool): ToolToProject {
  return { name, description, examples, binding, schema: inputSchema["~standard"].jsonSchema.input({ target: "draft-2020-12" }) };
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
