import { plainData } from "../contract/plain-data.ts";
import type { Tool, Toolset } from "../ir/ir.ts";
import { modelSchema, type ViewOptions } from "../runtime/projection/model-view.ts";
import { openForm, reduceSchema } from "../runtime/projection/reduce/reduce-schema.ts";
import { selfContained } from "../schema/closure.ts";
import type { JsonObject } from "../source/json/json.ts";

/** The input schema of a tool as a model sees it, for targets that accept every schema of an object. */
export function shownInput({ input }: Tool, { schemas }: Toolset, view: ViewOptions): JsonObject {
  const { type: _type, ...rest } = reduceSchema(modelSchema(selfContained(input.json, schemas), view), openForm);
  return plainData({ type: "object", ...rest }) as JsonObject; // A projected schema consists of JSON, as the schema that it comes from.
}
