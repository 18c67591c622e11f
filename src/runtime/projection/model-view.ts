import { compactSchema } from "./compact-schema.ts";
import { cutAtSentence } from "./cut-at-sentence.ts";
import { leadingSentence } from "./leading-sentence.ts";
import type { SchemaObject } from "./schema.ts";

/** How much a model is shown of each tool. */
export interface ViewOptions {
  /**
   * `full`, the default: everything. `compact`: first sentences, no examples, no lengths and patterns, and objects below `depth` are only
   * described. `index`: the name and the first line of the description. Calls are checked with the whole schema in any case.
   */
  readonly detail?: Detail | undefined;
  /** With `compact`: the levels of objects that are shown, 3 by default. Strict mode shows all. */
  readonly depth?: number | undefined;
}

export type Detail = "full" | "compact" | "index";

export const details: readonly Detail[] = ["full", "compact", "index"];

/** The default of `depth`: for large APIs, more levels would cost most of what `compact` saves. */
export const defaultDepth = 3;

/** What a model is shown of a tool's description. */
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

/** What a model is shown of a tool's input schema, to be projected to a provider's form or reduced. Parts keep their places. */
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

/** The view for a strict mode, in which nothing can be left to be described: all levels are shown. */
export function strictView(view: ViewOptions): ViewOptions {
  return { ...view, depth: Number.POSITIVE_INFINITY };
}

/** The view for Gemini's `parameters`, which have no object without members: of an index, the first level is shown. */
export function openApiView(view: ViewOptions): ViewOptions {
  return view.detail === "index" ? { detail: "compact", depth: 1 } : view;
}

/** The most characters of a line in an index. */
const maxLine = 160;

function firstLine(description: string): string {
  const [line = ""] = description.trim().split("\n", 1);
  return cutAtSentence(line, maxLine);
}
