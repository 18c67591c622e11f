import { anthropicTool } from "../../runtime/projection/declare.ts";
import { deferAnthropic } from "../../runtime/projection/defer.ts";
import { type DetailOptions, depthOption, detailOption } from "../detail-options.ts";
import { inSteps, type Target } from "../target.ts";
import { providerCodes } from "./codes.ts";
import { providerFile } from "./provider-file.ts";

// A type alias, since an interface has no index signature and is not assignable to `JsonObject`.
export type AnthropicTargetOptions = DetailOptions & {
  /** Whether tools are declared in strict mode. A tool that strict mode cannot express is declared without strict mode. */
  readonly strict: boolean;
  readonly examples: boolean;
  readonly lazyTools: "offered" | "deferred";
};

/** One file for each toolset: the declarations of its tools for Anthropic's Messages API. */
export const anthropic: Target<AnthropicTargetOptions> = {
  name: "anthropic",
  description: "The tools of each toolset as declarations for Anthropic's Messages API.",
  page: "providers.md",
  codes: providerCodes,
  options: {
    strict: {
      kind: "choice",
      description: "Whether tools use strict mode. Tools whose schema it cannot express are declared without it.",
      values: [true, false],
      default: false,
    },
    examples: {
      kind: "choice",
      description: "Whether `input_examples` contains the examples of the input in the document.",
      values: [true, false],
      default: true,
    },
    detail: detailOption,
    depth: depthOption,
    lazyTools: {
      kind: "choice",
      description: "How lazy tools are declared. `deferred`: with `defer_loading`, so that the API's tool search loads them on demand.",
      values: ["offered", "deferred"],
      default: "offered",
    },
  },
  ...inSteps({
    emitToolset: (layout, _program, { strict, examples, lazyTools, detail, depth }) =>
      providerFile(layout, {
        name: "Anthropic",
        ending: "anthropic",
        member: "tools",
        api: "anthropic",
        strict,
        examples,
        detail,
        depth,
        declare: (tools) => (lazyTools === "deferred" ? deferAnthropic(tools) : tools.map(({ projected }) => anthropicTool(projected))),
      }),
  }),
};
