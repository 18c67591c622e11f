import type { DeferrableTool } from "../../runtime/projection/defer.ts";
import type { ApiName } from "../../runtime/projection/limits/provider-limits.ts";
import type { DetailOptions } from "../detail-options.ts";
import { inSteps, type Target, type TargetOption } from "../target.ts";
import { providerCodes } from "./codes.ts";
import { providerFile } from "./provider-file.ts";

/** The target for a provider: what differs from the targets for other providers. */
export interface Provider<Options> extends Pick<Target<Options>, "description" | "options"> {
  /** The name of the target, and the end of its files' names, before `.json`. */
  readonly name: string;
  /** The provider's name, for messages. */
  readonly provider: string;
  /** The name of the JSON member that contains the declarations, in the emitted files. */
  readonly member: string;
  readonly api: (options: Options) => ApiName;
  /** Declares tools for the provider, in the order of `tools`. */
  readonly declare: (tools: readonly DeferrableTool[], options: Options) => readonly object[];
}

/** The options that all targets for providers have; `strict` only those for providers with a strict mode. */
export type ProviderOptions = DetailOptions & { readonly examples: boolean; readonly strict?: boolean };

/** Makes the target for a provider. It emits one file for each toolset, with the declarations of its tools. */
export function providerTarget<Options extends ProviderOptions>(entry: Provider<Options>): Target<Options> {
  const { name, description, provider, member, options, api, declare } = entry;
  return {
    name,
    description,
    page: "providers.md",
    codes: providerCodes,
    options,
    ...inSteps({
      emitToolset: (layout, _program, given: Options) =>
        providerFile(layout, {
          name: provider,
          ending: name,
          member,
          api: api(given),
          strict: given.strict ?? false,
          examples: given.examples,
          detail: given.detail,
          depth: given.depth,
          declare: (tools) => declare(tools, given),
        }),
    }),
  };
}

/** The option for providers with a strict mode. */
export const strictOption: TargetOption = {
  kind: "choice",
  description: "Whether tools use strict mode. Tools whose schema it cannot express are declared without it.",
  values: [true, false],
  default: false,
};

/** The option for providers with a tool search. How a provider's search finds lazy tools is in its description. */
export const lazyToolsOption = {
  kind: "choice",
  values: ["offered", "deferred"],
  default: "offered",
} as const;
