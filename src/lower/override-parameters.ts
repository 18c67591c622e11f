import { type Diagnostic, diagnostic, type Outcome } from "../diagnostic/diagnostic.ts";
import { nearest } from "../diagnostic/nearest.ts";
import type { ToolOverrides } from "../project/config.ts";
import type { SchemaUse } from "../schema/schema-library.ts";
import { isObject, type Json, member } from "../source/json.ts";
import { unknownParameter, unpinnableParameter } from "./codes.ts";

/** Overrides the descriptions of the members of an input schema. */
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
