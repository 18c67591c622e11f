import { modelDescription, modelSchema, type ViewOptions } from "../projection/model-view.ts";
import { openForm, reduceSchema } from "../projection/reduce/reduce-schema.ts";
import type { SchemaObject } from "../projection/schema.ts";
import { toDraft07 } from "../schema/draft-07.ts";
import type { StandardSchema } from "../schema/standard-schema.ts";
import type { Tool } from "./tool.ts";

/**
 * A tool as it is presented to a model, for SDKs that pass any schema on to the provider. Calls are validated with the tool's own schema.
 */
export interface ShownTool<Input = unknown> {
  readonly description: string;
  /**
   * Returns the input schema that the model receives, without `$schema`, which some providers reject. Each call returns a copy that the
   * caller may change.
   */
  readonly input: (dialect: SdkDialect) => { [keyword: string]: unknown };
  /** The input schema that the model receives, as a Standard Schema. It validates with the tool's own schema. */
  readonly inputSchema: StandardSchema<Input>;
}

/** The dialects of JSON Schema that SDKs accept. */
export type SdkDialect = "draft-2020-12" | "draft-07";

/** What `view` shows of a tool. The schema is reduced only when an SDK asks for it, in the dialect that it asks for. */
export function showTool<Input>({ description, inputSchema }: ToolParts<Input>, view: ViewOptions): ShownTool<Input> {
  const { "~standard": standard } = inputSchema;
  const input: ShownTool["input"] = (dialect) => {
    const schema = shownInput(inputSchema, view);
    return structuredClone(dialect === "draft-07" ? toDraft07(schema) : schema);
  };
  const convert = ({ target }: { readonly target: string }) =>
    target === "draft-07" || target === "draft-2020-12" ? input(target) : standard.jsonSchema.input({ target });
  return {
    description: modelDescription(description, view),
    input,
    inputSchema: { "~standard": { ...standard, jsonSchema: { input: convert, output: convert } } },
  };
}

type ToolParts<Input> = Pick<Tool<Input>, "description" | "inputSchema">;

/** The shortened schemas by schema and options. They are cached, since a program may create its tools again for each request. */
const shown = new WeakMap<object, Map<string, SchemaObject>>();

function shownInput(schema: StandardSchema<unknown>, view: ViewOptions): SchemaObject {
  const views = shown.get(schema) ?? new Map<string, SchemaObject>();
  shown.set(schema, views);
  const key = `${view.detail} ${view.depth}`;
  const found = views.get(key) ?? reduceSchema(modelSchema(fullSchema(schema), view), openForm);
  views.set(key, found);
  return found;
}

function fullSchema({ "~standard": standard }: StandardSchema<unknown>): SchemaObject {
  const { $schema: _dialect, ...schema } = standard.jsonSchema.input({ target: "draft-2020-12" });
  return schema;
}
