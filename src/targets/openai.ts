import { chatTool, responsesTool } from "../runtime/projection/declare.ts";
import { deferResponses } from "../runtime/projection/defer.ts";
import { type DetailOptions, depthOption, detailOption } from "./detail-options.ts";
import { providerFile } from "./providers/provider-file.ts";
import { inSteps, type Target } from "./target.ts";

// An alias, so that it is JSON too.
export type OpenAiTargetOptions = DetailOptions & {
  readonly api: "responses" | "chat";
  /** Tools that strict mode cannot say are offered without it. */
  readonly strict: boolean;
  readonly examples: boolean;
  readonly lazyTools: "offered" | "deferred";
};

/** The tools of each toolset as OpenAI's APIs take them, one file a toolset. */
export const openai: Target<OpenAiTargetOptions> = {
  name: "openai",
  description: "The tools of each toolset as OpenAI's APIs take them.",
  options: {
    api: {
      kind: "choice",
      description: "The API that the declarations are for: Responses, or Chat Completions.",
      values: ["responses", "chat"],
      standard: "responses",
    },
    strict: {
      kind: "choice",
      description: "Whether tools use strict mode. Tools whose schema strict mode cannot express do not.",
      values: [true, false],
      standard: false,
    },
    examples: {
      kind: "choice",
      description: "Whether descriptions end with the document's examples of the input.",
      values: [true, false],
      standard: false,
    },
    detail: detailOption,
    depth: depthOption,
    lazyTools: {
      kind: "choice",
      description: "How lazy tools are declared. `deferred`: in namespaces that the API's tool search loads; only with `api: responses`.",
      values: ["offered", "deferred"],
      standard: "offered",
    },
  },
  ...inSteps({
    emitToolset: (layout, _program, { api, strict, examples, lazyTools, detail, depth }) =>
      providerFile(layout, {
        name: "OpenAI",
        ending: "openai",
        member: "tools",
        api,
        strict,
        examples,
        detail,
        depth,
        declare: (tools) => {
          if (api === "chat") return tools.map(({ projected }) => chatTool(projected));
          return lazyTools === "deferred" ? deferResponses(tools) : tools.map(({ projected }) => responsesTool(projected));
        },
      }),
  }),
};
