import type { ViewOptions } from "../../projection/model-view.ts";
import { withDraft07 } from "../../schema/draft-07.ts";
import { checkInput, invalidArguments } from "../../tool/check-input.ts";
import { showTool } from "../../tool/show-tool.ts";
import type { Tool } from "../../tool/tool.ts";
import { withExample } from "../../tool/with-example.ts";
import { ToolError } from "../../tool-error.ts";

/**
 * A schema object of the AI SDK, as the SDK's function `jsonSchema` creates it. Versions 4 to 7 recognize it by two registered symbols, so
 * nothing needs to be imported. A Standard Schema is not used, since the SDK adds `additionalProperties: false` to Standard Schemas.
 */
export interface AiSchema {
  readonly [marker: symbol]: true;
  readonly _type: undefined;
  readonly jsonSchema: { readonly [keyword: string]: unknown };
  readonly validate: (value: unknown) => AiValidation;
}

export type AiValidation = { readonly success: true; readonly value: unknown } | { readonly success: false; readonly error: ToolError };

/** The SDK's schema for a tool's input. `validate` returns the error that the tool's `execute` would throw for the same input. */
export function inputAiSchema(tool: Tool, view: ViewOptions): AiSchema {
  return aiSchema(
    () => showTool(tool, view).input("draft-07"),
    (value) => {
      const checked = checkInput(tool, value, withExample);
      return checked.issues === undefined
        ? { success: true, value: checked.value }
        : { success: false, error: invalidArguments(tool.name, checked.issues) };
    },
  );
}

/** The SDK's schema for a tool's output. The SDK validates only results that it reads from messages, such as those of a browser. */
export function outputAiSchema(tool: Tool): AiSchema {
  return aiSchema(
    () => withDraft07(tool.outputSchema)["~standard"].jsonSchema.output({ target: "draft-07" }),
    (value) => {
      const { issues } = tool.outputSchema["~standard"].validate(value);
      if (issues === undefined) return { success: true, value };
      const message = `The result does not match the output schema: ${issues.map((issue) => issue.message).join(" ")}`;
      return { success: false, error: new ToolError("invalid-response", message, { tool: tool.name, sent: true, details: { issues } }) };
    },
  );
}

function aiSchema(convert: () => { [keyword: string]: unknown }, validate: AiSchema["validate"]): AiSchema {
  let converted: { [keyword: string]: unknown } | undefined;
  return {
    [Symbol.for("vercel.ai.schema")]: true,
    [Symbol.for("vercel.ai.validator")]: true,
    _type: undefined,
    // The converted schema is cached: the SDK reads it for each request to the model, and does not change it.
    get jsonSchema() {
      converted ??= withoutDialect(convert());
      return converted;
    },
    validate,
  };
}

/** Removes `$schema`: some providers reject it, and no model needs it. */
function withoutDialect({ $schema: _, ...schema }: { [keyword: string]: unknown }): { [keyword: string]: unknown } {
  return schema;
}
