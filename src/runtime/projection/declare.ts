import type { ProjectionChoice } from "./choose-projection.ts";
import { profiles } from "./profile.ts";
import type { Projection } from "./project.ts";
import { reduceSchema } from "./reduce-schema.ts";
import type { SchemaObject } from "./schema.ts";
import { toOpenApiSchema } from "./to-openapi-schema.ts";

/** The parts of a tool that every declaration has. */
export interface ToolSummary {
  readonly name: string;
  readonly description: string;
}

// Type aliases rather than interfaces, so that each is assignable to a JSON type.

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
  readonly strict?: boolean;
};

export type GeminiFunction = {
  readonly name: string;
  readonly description?: string;
  readonly parameters?: SchemaObject;
  readonly parametersJsonSchema?: SchemaObject;
};

/** An empty description is omitted. */
function descriptionOf({ description }: ToolSummary): { readonly description?: string } {
  return description === "" ? {} : { description };
}

/** The projected schema as a model is shown it. Arguments for it are converted back by the projection. */
export function shownSchema({ profile, schema }: Projection): SchemaObject {
  return reduceSchema(schema, profiles[profile]);
}

/** A function tool of OpenAI's Responses API. */
export function responsesTool(tool: ToolSummary, { projection, strict }: ProjectionChoice): ResponsesTool {
  return { type: "function", name: tool.name, ...descriptionOf(tool), parameters: shownSchema(projection), strict };
}

/** A function tool of OpenAI's Chat Completions API. */
export function chatTool(tool: ToolSummary, { projection, strict }: ProjectionChoice): ChatTool {
  return { type: "function", function: { name: tool.name, ...descriptionOf(tool), parameters: shownSchema(projection), strict } };
}

/** A tool of Anthropic's Messages API. */
export function anthropicTool(tool: ToolSummary, { projection, strict }: ProjectionChoice): AnthropicTool {
  const input = { ...shownSchema(projection), type: "object" } as const;
  return { name: tool.name, ...descriptionOf(tool), input_schema: input, ...(strict ? { strict: true } : {}) };
}

/** A function declaration of Gemini, in the form that the projection was made for. */
export function geminiFunction(tool: ToolSummary, projection: Projection): GeminiFunction {
  const { profile } = projection;
  const schema = shownSchema(projection);
  if (profile !== "gemini-openapi") return { name: tool.name, ...descriptionOf(tool), parametersJsonSchema: schema };
  // Gemini rejects an object without members. A function without parameters has no `parameters`.
  return hasMembers(schema)
    ? { name: tool.name, ...descriptionOf(tool), parameters: toOpenApiSchema(schema) }
    : { name: tool.name, ...descriptionOf(tool) };
}

function hasMembers({ properties }: SchemaObject): boolean {
  return typeof properties === "object" && properties !== null && Object.keys(properties).length > 0;
}
