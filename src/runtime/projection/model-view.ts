import { compactSchema } from "./reduce/compact-schema.ts";
import type { SchemaObject } from "./schema.ts";
import { cutAtSentence } from "./text/cut-at-sentence.ts";
import { leadingSentence } from "./text/leading-sentence.ts";

/** How much of each tool is presented to a model. */
export interface ViewOptions {
  /**
   * `full`, the default: everything. `compact`: only the first sentences of descriptions, no examples, lengths and patterns, and only
   * descriptions of objects below `depth`. `index`: only the name of the tool and the first line of its description. Calls are always
   * validated with the complete schema.
   */
  readonly detail?: Detail | undefined;
  /** With `compact`: the number of levels of objects that are included, 3 by default. In strict mode, all levels are included. */
  readonly depth?: number | undefined;
}

/** How much of a tool is presented to a model. `ViewOptions` explains the values. */
export type Detail = "full" | "compact" | "index";

export const details: readonly Detail[] = ["full", "compact", "index"];

/** The default of `depth`. For large APIs, showing more nested levels would bring back most of the tokens that `compact` saves. */
export const defaultDepth = 3;

/** The part of a tool's description that is presented to a model. */
export function modelDescription(description: string, { detail = "full" }: ViewOptions): string {
  switch (detail) {
    case "full":
      return description;
    case "compact":
      return leadingSentence(description);
    case "index":
      return firstLine(description);
  }
}

/** The part of a tool's input schema that is presented to a model, before it is projected or reduced. What is included keeps its path. */
export function modelSchema(schema: SchemaObject, { detail = "full", depth = defaultDepth }: ViewOptions): SchemaObject {
  switch (detail) {
    case "full":
      return schema;
    case "compact":
      return compactSchema(schema, depth);
    case "index":
      return { type: "object" };
  }
}

/**
 * The options for strict mode, in which all levels of objects are included: strict mode does not support objects without a schema of their
 * members.
 */
export function strictView(view: ViewOptions): ViewOptions {
  return { ...view, depth: Number.POSITIVE_INFINITY };
}

/** The options for Gemini's `parameters`. Gemini rejects `parameters` without members, so `index` includes the first level of objects. */
export function openApiView(view: ViewOptions): ViewOptions {
  return view.detail === "index" ? { detail: "compact", depth: 1 } : view;
}

/** The maximum characters of a line in an index. */
const maxLine = 160;

function firstLine(description: string): string {
  const [line = ""] = description.trim().split("\n", 1);
  return cutAtSentence(line, maxLine);
}
