import { type Projection, project } from "./project.ts";
import type { SchemaObject } from "./schema.ts";

export type Provider = "openai" | "anthropic" | "gemini";

/** How a tool is offered: strictly where that was asked for and can be done. */
export interface Offer {
  readonly projection: Projection;
  readonly strict: boolean;
  /** What the strict form was refused for; `undefined` where it was not asked for, or holds. */
  readonly fallback: Projection | undefined;
}

/** What a provider that has a strict form is offered. */
export function offer(schema: SchemaObject, provider: "openai" | "anthropic", mode: "strict" | "lenient"): Offer {
  if (mode === "lenient") return { projection: project(schema, provider), strict: false, fallback: undefined };
  const strict = project(schema, `${provider}-strict`);
  if (strict.refusals.length === 0) return { projection: strict, strict: true, fallback: undefined };
  return { projection: project(schema, provider), strict: false, fallback: strict };
}

/** How many tools a request may have. */
export const maxTools: { readonly [Name in Provider]: number } = {
  openai: 128,
  anthropic: Number.POSITIVE_INFINITY,
  gemini: Number.POSITIVE_INFINITY,
};
