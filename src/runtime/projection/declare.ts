import type { Projection } from "./convert/project.ts";
import { toOpenApiSchema } from "./convert/to-openapi-schema.ts";
import { profiles } from "./limits/profile.ts";
import type { InputExample } from "./project-examples.ts";
import type { ProjectedTool } from "./project-tools.ts";
import { reduceSchema } from "./reduce/reduce-schema.ts";
import { hasMembers, type SchemaObject } from "./schema.ts";

// The types below are aliases rather than interfaces, since an interface is not assignable to a JSON type with an index signature.

/** A tool of OpenAI's Responses API. */
export type ResponsesTool = {
  readonly type: "function";
  readonly name: string;
  readonly description?: string;
  readonly parameters: SchemaObject;
  readonly strict: boolean;
};

export type ChatTool = { readonly type: "function"; readonly function: Omit<ResponsesTool, "type"> };

export type AnthropicTool = {
  readonly name: string;
  readonly description?: string;
  readonly input_schema: SchemaObject & { readonly type: "object" };
  readonly input_examples?: InputExample[];
  readonly strict?: boolean;
};

export type GeminiFunction = {
  readonly name: string;
  readonly description?: string;
  readonly parameters?: SchemaObject;
  readonly parametersJsonSchema?: SchemaObject;
};

/** The member `description` of a declaration, which is omitted if the description is empty. */
function descriptionOf({ description }: ProjectedTool): { readonly description?: string } {
  return description === "" ? {} : { description };
}

/** The projected schema, shortened for a model. */
export function shownSchema({ profile, schema }: Projection): SchemaObject {
  return reduceSchema(schema, profiles[profile]);
}

/** A function tool of OpenAI's Responses API. */
export function responsesTool(tool: ProjectedTool): ResponsesTool {
  return { type: "function", name: tool.name, ...descriptionOf(tool), parameters: shownSchema(tool.projection), strict: tool.strict };
}

/** A function tool of OpenAI's Chat Completions API. */
export function chatTool(tool: ProjectedTool): ChatTool {
  const { type, ...rest } = responsesTool(tool);
  return { type, function: rest };
}

/** A tool of Anthropic's Messages API. */
export function anthropicTool(tool: ProjectedTool): AnthropicTool {
  const input = { ...shownSchema(tool.projection), type: "object" } as const;
  return {
    name: tool.name,
    ...descriptionOf(tool),
    input_schema: input,
    ...(tool.examples.length === 0 ? {} : { input_examples: tool.examples }),
    ...(tool.strict ? { strict: true } : {}),
  };
}

/** A function declaration of Gemini, with `parameters` for the profile `gemini-openapi` and `parametersJsonSchema` for others. */
export function geminiFunction(tool: ProjectedTool): GeminiFunction {
  const { profile } = tool.projection;
  const schema = shownSchema(tool.projection);
  const named = { name: tool.name, ...descriptionOf(tool) };
  if (profile !== "gemini-openapi") return { ...named, parametersJsonSchema: schema };
  // Gemini rejects `parameters` without members, so a function without parameters has no `parameters`.
  return hasMembers(schema) ? { ...named, parameters: toOpenApiSchema(schema) } : named;
}
