import { geminiFunction } from "../runtime/projection/declare.ts";
import { type DetailOptions, depthOption, detailOption } from "./detail-options.ts";
import { providerFile } from "./providers/provider-file.ts";
import { inSteps, type Target } from "./target.ts";

// An alias, so that it is JSON too.
export type GeminiTargetOptions = DetailOptions & {
  /** The member that holds the schema. `parameters` takes an OpenAPI schema, which supports fewer keywords. */
  readonly schema: "parametersJsonSchema" | "parameters";
  readonly examples: boolean;
};

/** The tools of each toolset as function declarations of the Gemini API, one file a toolset. */
export const gemini: Target<GeminiTargetOptions> = {
  name: "gemini",
  description: "The tools of each toolset as function declarations of the Gemini API.",
  options: {
    schema: {
      kind: "choice",
      description: "The member that holds the schema. `parameters` takes an OpenAPI schema, which supports fewer keywords.",
      values: ["parametersJsonSchema", "parameters"],
      standard: "parametersJsonSchema",
    },
    examples: {
      kind: "choice",
      description: "Whether descriptions end with the document's examples of the input.",
      values: [true, false],
      standard: false,
    },
    detail: detailOption,
    depth: depthOption,
  },
  ...inSteps({
    emitToolset: (layout, _program, { schema: member, examples, detail, depth }) =>
      providerFile(layout, {
        name: "Gemini",
        ending: "gemini",
        member: "functionDeclarations",
        api: member === "parameters" ? "gemini-openapi" : "gemini",
        strict: false,
        examples,
        detail,
        depth,
        declare: (tools) => tools.map(({ projected }) => geminiFunction(projected)),
      }),
  }),
};
