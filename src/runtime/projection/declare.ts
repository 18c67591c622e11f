import type { Offer } from "./offer.ts";
import type { Projection } from "./project.ts";
import type { SchemaObject } from "./schema.ts";
import { spellOpenApi } from "./spelling.ts";

/** What the declarations of a tool have in common. */
export interface Declared {
  readonly name: string;
  readonly description: string;
}

/** A function tool of OpenAI's Responses API. */
export function responsesTool({ name, description }: Declared, { projection, strict }: Offer) {
  return { type: "function", name, description, parameters: projection.schema, strict } as const;
}

/** A function tool of OpenAI's Chat Completions API. */
export function chatTool({ name, description }: Declared, { projection, strict }: Offer) {
  return { type: "function", function: { name, description, parameters: projection.schema, strict } } as const;
}

/** A tool of Anthropic's Messages API. */
export function anthropicTool({ name, description }: Declared, { projection, strict }: Offer) {
  const input = { ...projection.schema, type: "object" } as const;
  return { name, description, input_schema: input, ...(strict ? { strict: true } : {}) } as const;
}

/** A function declaration of Gemini, in the form that the projection was made for. */
export function geminiFunction({ name, description }: Declared, { profile, schema }: Projection) {
  if (profile !== "gemini-openapi") return { name, description, parametersJsonSchema: schema };
  // An object without members is refused there; a function without parameters has none.
  return hasMembers(schema) ? { name, description, parameters: spellOpenApi(schema) } : { name, description };
}

function hasMembers({ properties }: SchemaObject): boolean {
  return typeof properties === "object" && properties !== null && Object.keys(properties).length > 0;
}
