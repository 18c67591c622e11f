import { type Code, type Diagnostic, diagnostic, type Outcome } from "../diagnostic/diagnostic.ts";
import { nearest } from "../diagnostic/nearest.ts";
import type { ToolOverrides } from "../project/config.ts";
import type { SchemaUse } from "../schema/schema-library.ts";
import { isObject, type Json, member } from "../source/json.ts";

export const unknownParameter: Code<{ tool: string; name: string; near: string | undefined }> = {
  code: "unknown-parameter-override",
  severity: "error",
  message: ({ tool, name, near }) => `"${tool}" takes no "${name}".${near === undefined ? "" : ` Did you mean "${near}"?`}`,
  help: "An entry under `parameters` must name a property of the tool's input. Correct or remove it.",
  replacement: ({ near }) => near,
};

export const unpinnableParameter: Code<{ tool: string; name: string; reason: string }> = {
  code: "unpinnable-parameter",
  severity: "error",
  message: ({ tool, name, reason }) => `"${name}" of "${tool}" cannot have a fixed value: ${reason}.`,
  help: "A fixed value takes the place of what the model would give, so it must stand for one parameter or one member of the body.",
};

export const parameterCodes: readonly Code<never>[] = [unknownParameter, unpinnableParameter];

/** Descriptions for the top-level members of an input that came whole from its source. */
export function describeMembers(input: SchemaUse, tool: string, overrides: ToolOverrides | undefined): Outcome<SchemaUse> {
  const diagnostics: Diagnostic[] = [];
  const properties = member(input.schema.json, "properties");
  if (overrides === undefined || overrides.parameters.size === 0) return { value: input, diagnostics };
  const described = new Map<string, Json>(isObject(properties) ? Object.entries(properties) : []);
  for (const [name, { origin, value, description }] of overrides.parameters) {
    const property = described.get(name);
    if (property === undefined)
      diagnostics.push(diagnostic(unknownParameter, { tool, name, near: nearest(name, described.keys()) }, origin));
    else if (value !== undefined) {
      const reason = "only the parameters of OpenAPI operations can";
      diagnostics.push(diagnostic(unpinnableParameter, { tool, name, reason }, value.origin ?? origin));
    } else if (isObject(property) && description !== undefined) described.set(name, { ...property, description: description.value });
  }
  const json = { ...input.schema.json, properties: Object.fromEntries(described) };
  return { value: { ...input, schema: { ...input.schema, json } }, diagnostics };
}
