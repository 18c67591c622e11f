import { chatTool, responsesTool } from "../../runtime/projection/declare.ts";
import { deferResponses } from "../../runtime/projection/defer.ts";
import { type DetailOptions, depthOption, detailOption } from "../detail-options.ts";
import type { Target } from "../target.ts";
import { lazyToolsOption, providerTarget, strictOption } from "./provider-target.ts";

// A type alias, since an interface has no index signature and is not assignable to `JsonObject`.
export type OpenAiTargetOptions = DetailOptions & {
  readonly api: "responses" | "chat";
  /** Whether tools are declared in strict mode. A tool that strict mode cannot express is declared without strict mode. */
  readonly strict: boolean;
  readonly examples: boolean;
  readonly lazyTools: "offered" | "deferred";
};

/** One file for each toolset: the declarations of its tools for OpenAI's APIs. */
export const openaiTarget: Target<OpenAiTargetOptions> = providerTarget<OpenAiTargetOptions>({
  name: "openai",
  description: "The tools of each toolset as declarations for OpenAI's APIs.",
  provider: "OpenAI",
  member: "tools",
  options: {
    api: {
      kind: "choice",
      description: "The API that the declarations are for: Responses, or Chat Completions.",
      values: ["responses", "chat"],
      default: "responses",
    },
    strict: strictOption,
    examples: {
      kind: "choice",
      description: "Whether descriptions end with the examples of the input in the document.",
      values: [true, false],
      default: false,
    },
    detail: detailOption,
    depth: depthOption,
    lazyTools: {
      ...lazyToolsOption,
      description: "How lazy tools are declared. `deferred`: in namespaces that the API's tool search loads on demand.",
      needs: { option: "api", value: "responses" },
    },
  },
  api: ({ api }) => api,
  declare: (tools, { api, lazyTools }) => {
    if (api === "chat") return tools.map(({ projected }) => chatTool(projected));
    return lazyTools === "deferred" ? deferResponses(tools) : tools.map(({ projected }) => responsesTool(projected));
  },
});
