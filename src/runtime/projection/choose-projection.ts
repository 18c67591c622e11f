import { type Projection, project } from "./project.ts";
import type { SchemaObject } from "./schema.ts";

export type Provider = "openai" | "anthropic" | "gemini";

/** The projection of a tool's input, strict if that was requested and is possible. */
export interface ProjectionChoice {
  readonly projection: Projection;
  readonly strict: boolean;
  /** The rejected strict projection, with its refusals; `undefined` if strict was not requested, or was possible. */
  readonly fallback: Projection | undefined;
}

/** The projection for a provider that has a strict form. */
export function chooseProjection(schema: SchemaObject, provider: "openai" | "anthropic", mode: "strict" | "lenient"): ProjectionChoice {
  if (mode === "lenient") return { projection: project(schema, provider), strict: false, fallback: undefined };
  const strict = project(schema, `${provider}-strict`);
  if (strict.refusals.length === 0) return { projection: strict, strict: true, fallback: undefined };
  return { projection: project(schema, provider), strict: false, fallback: strict };
}

/** The most tools that a request may have. */
export const maxTools: { readonly [Name in Provider]: number } = {
  openai: 128,
  anthropic: Number.POSITIVE_INFINITY,
  gemini: Number.POSITIVE_INFINITY,
};
