import { anthropicTool } from "../../runtime/projection/declare.ts";
import { deferAnthropic } from "../../runtime/projection/defer.ts";
import { type DetailOptions, depthOption, detailOption } from "../detail-options.ts";
import type { Target } from "../target.ts";
import { lazyToolsOption, providerTarget, strictOption } from "./provider-target.ts";

// A type alias, since an interface has no index signature and is not assignable to `JsonObject`.
export type AnthropicTargetOptions = DetailOptions & {
  /** Whether tools are declared in strict mode. A tool that strict mode cannot express is declared without strict mode. */
  readonly strict: boolean;
  readonly examples: boolean;
  readonly lazyTools: "offered" | "deferred";
};

/** One file for each toolset: the declarations of its tools for Anthropic's Messages API. */
export const anthropicTarget: Target<AnthropicTargetOptions> = providerTarget<AnthropicTargetOptions>({
  name: "anthropic",
  description: "The tools of each toolset as declarations for Anthropic's Messages API.",
  provider: "Anthropic",
  member: "tools",
  options: {
    strict: strictOption,
    examples: {
      kind: "choice",
      description: "Whether `input_examples` contains the examples of the input in the document.",
      values: [true, false],
      default: true,
    },
    detail: detailOption,
    depth: depthOption,
    lazyTools: {
      ...lazyToolsOption,
      description: "How lazy tools are declared. `deferred`: with `defer_loading`, so that the API's tool search loads them on demand.",
    },
  },
  api: () => "anthropic",
  declare: (tools, { lazyTools }) =>
    lazyTools === "deferred" ? deferAnthropic(tools) : tools.map(({ projected }) => anthropicTool(projected)),
});
