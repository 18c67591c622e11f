import { anthropicTool } from "../runtime/projection/declare.ts";
import { deferAnthropic } from "../runtime/projection/defer.ts";
import { type DetailOptions, depthOption, detailOption } from "./detail-options.ts";
import { providerFile } from "./providers/provider-file.ts";
import { inSteps, type Target } from "./target.ts";

// An alias, so that it is JSON too.
export type AnthropicTargetOptions = DetailOptions & {
  /** Tools that strict mode cannot say are offered without it. */
  readonly strict: boolean;
  readonly examples: boolean;
  readonly lazyTools: "offered" | "deferred";
};

/** The tools of each toolset as Anthropic's Messages API takes them, one file a toolset. */
export const anthropic: Target<AnthropicTargetOptions> = {
  name: "anthropic",
  description: "The tools of each toolset as Anthropic's Messages API takes them.",
  options: {
    strict: {
      kind: "choice",
      description: "Whether tools use strict mode. Tools whose schema strict mode cannot express do not.",
      values: [true, false],
      standard: false,
    },
    examples: {
      kind: "choice",
      description: "Whether tools have the document's examples of their input, in `input_examples`.",
      values: [true, false],
      standard: true,
    },
    detail: detailOption,
    depth: depthOption,
    lazyTools: {
      kind: "choice",
      description: "How lazy tools are declared. `deferred`: with `defer_loading`, and with the API's tool search before them.",
      values: ["offered", "deferred"],
      standard: "offered",
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
