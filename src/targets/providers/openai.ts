import { chatTool, responsesTool } from "../../runtime/projection/declare.ts";
import { deferResponses } from "../../runtime/projection/defer.ts";
import { type DetailOptions, depthOption, detailOption } from "../detail-options.ts";
import { inSteps, type Target } from "../target.ts";
import { providerCodes } from "./codes.ts";
import { providerFile } from "./provider-file.ts";

// A type alias, since an interface has no index signature and is not assignable to `JsonObject`.
export type OpenAiTargetOptions = DetailOptions & {
  readonly api: "responses" | "chat";
  /** Whether tools are declared in strict mode. A tool that strict mode cannot express is declared without strict mode. */
  readonly strict: boolean;
  readonly examples: boolean;
  readonly lazyTools: "offered" | "deferred";
};

/** One file for each toolset: the declarations of its tools for OpenAI's APIs. */
export const openai: Target<OpenAiTargetOptions> = {
  name: "openai",
  description: "The tools of each toolset as declarations for OpenAI's APIs.",
  page: "providers.md",
  codes: providerCodes,
  options: {
    api: {
      kind: "choice",
      description: "The API that the declarations are for: Responses, or Chat Completions.",
      values: ["responses", "chat"],
      default: "responses",
    },
    strict: {
      kind: "choice",
      description: "Whether tools use strict mode. Tools whose schema it cannot express are declared without it.",
      values: [true, false],
      default: false,
    },
    examples: {
      kind: "choice",
      description: "Whether descriptions end with the examples of the input in the document.",
      values: [true, false],
      default: false,
    },
    detail: detailOption,
    depth: depthOption,
    lazyTools: {
      kind: "choice",
      description: "How lazy tools are declared. `deferred`: in namespaces that the API's tool search loads on demand.",
      values: ["offered", "deferred"],
      default: "offered",
      needs: { option: "api", value: "responses" },
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
