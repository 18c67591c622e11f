import { geminiFunction } from "../../runtime/projection/declare.ts";
import { type DetailOptions, depthOption, detailOption } from "../detail-options.ts";
import type { Target } from "../target.ts";
import { providerTarget } from "./provider-target.ts";

// A type alias, since an interface has no index signature and is not assignable to `JsonObject`.
export type GeminiTargetOptions = DetailOptions & {
  /** The member of a declaration that contains the input schema. `parameters` takes an OpenAPI schema, which supports fewer keywords. */
  readonly schema: "parametersJsonSchema" | "parameters";
  readonly examples: boolean;
};

/** One file for each toolset: its tools as function declarations of the Gemini API. */
export const geminiTarget: Target<GeminiTargetOptions> = providerTarget<GeminiTargetOptions>({
  name: "gemini",
  description: "The tools of each toolset as function declarations of the Gemini API.",
  provider: "Gemini",
  member: "functionDeclarations",
  options: {
    schema: {
      kind: "choice",
      description: "The member for the input schema. `parameters` takes an OpenAPI schema, which supports fewer keywords.",
      values: ["parametersJsonSchema", "parameters"],
      default: "parametersJsonSchema",
    },
    examples: {
      kind: "choice",
      description: "Whether descriptions end with the examples of the input in the document.",
      values: [true, false],
      default: false,
    },
    detail: detailOption,
    depth: depthOption,
  },
  api: ({ schema }) => (schema === "parameters" ? "gemini-openapi" : "gemini"),
  declare: (tools) => tools.map(({ projected }) => geminiFunction(projected)),
});
