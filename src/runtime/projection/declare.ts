import type { Offer } from "./offer.ts";
import type { Projection } from "./project.ts";
import type { SchemaObject } from "./schema.ts";
import { spellOpenApi } from "./spelling.ts";

/** What the declarations of a tool have in common. */
export interface Declared {
  readonly name: string;
  readonly description: string;
}

// Aliases, so that each is JSON too.

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

/** A description that says nothing is left out. */
function described({ description }: Declared): { readonly description?: string } {
  return description === "" ? {} : { description };
}

/** A function tool of OpenAI's Responses API. */
export function responsesTool(tool: Declared, { projection, strict }: Offer): ResponsesTool {
  return { type: "function", name: tool.name, ...described(tool), parameters: projection.schema, strict };
}

/** A function tool of OpenAI's Chat Completions API. */
export function chatTool(tool: Declared, { projection, strict }: Offer): ChatTool {
  return { type: "function", function: { name: tool.name, ...described(tool), parameters: projection.schema, strict } };
}

/** A tool of Anthropic's Messages API. */
export function anthropicTool(tool: Declared, { projection, strict }: Offer): AnthropicTool {
  const input = { ...projection.schema, type: "object" } as const;
  return { name: tool.name, ...described(tool), input_schema: input, ...(strict ? { strict: true } : {}) };
}

/** A function declaration of Gemini, in the form that the projection was made for. */
export function geminiFunction(tool: Declared, { profile, schema }: Projection): GeminiFunction {
  if (profile !== "gemini-openapi") return { name: tool.name, ...described(tool), parametersJsonSchema: schema };
  // An object without members is refused there; a function without parameters has none.
  return hasMembers(schema)
    ? { name: tool.name, ...described(tool), parameters: spellOpenApi(schema) }
    : { name: tool.name, ...described(tool) };
}

function hasMembers({ properties }: SchemaObject): boolean {
  return typeof properties === "object" && properties !== null && Object.keys(properties).length > 0;
}
