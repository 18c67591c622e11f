import { openForm, reduceSchema } from "../projection/reduce-schema.ts";
import type { SchemaObject } from "../projection/schema.ts";
import { toDraft07 } from "../schema/draft-07.ts";
import type { StandardSchema } from "../schema/standard-schema.ts";
import type { Tool } from "./tool.ts";

/** The dialect that an SDK takes. */
export type SdkDialect = "draft-2020-12" | "draft-07";

const reduced = new WeakMap<object, SchemaObject>();

/**
 * The input schema of a tool as a model is shown it, for an SDK that passes any schema on to its provider. Calls are checked with the
 * tool's own schema. Each call returns a copy that the caller may change.
 */
export function modelInput({ inputSchema }: Tool, dialect: SdkDialect): { [keyword: string]: unknown } {
  const schema = reduced.get(inputSchema) ?? reduceSchema(fullSchema(inputSchema), openForm);
  // A program may make its tools again for each request.
  reduced.set(inputSchema, schema);
  return structuredClone(dialect === "draft-07" ? toDraft07(schema) : schema);
}

/** The same as a Standard Schema, which validates with the tool's own schema. */
export function modelInputSchema<Input>(tool: Tool<Input>): StandardSchema<Input> {
  const { "~standard": standard } = tool.inputSchema;
  const convert = ({ target }: { readonly target: string }) =>
    target === "draft-07" || target === "draft-2020-12" ? modelInput(tool as Tool, target) : standard.jsonSchema.input({ target });
  return { "~standard": { ...standard, jsonSchema: { input: convert, output: convert } } };
}

/** No model needs the name of the dialect, and some providers reject it. */
function fullSchema({ "~standard": standard }: StandardSchema<unknown>): SchemaObject {
  const { $schema: _dialect, ...schema } = standard.jsonSchema.input({ target: "draft-2020-12" });
  return schema;
}
