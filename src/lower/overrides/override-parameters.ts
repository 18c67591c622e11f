import { type Diagnostic, diagnostic, type Outcome } from "../../diagnostic/diagnostic.ts";
import type { ToolOverrides } from "../../project/config/config.ts";
import type { SchemaUse } from "../../schema/schema-library.ts";
import { isArray, isObject, type Json, member } from "../../source/json/json.ts";
import { globOf } from "../../source/text/glob.ts";
import { originOfKey } from "../../source/tree.ts";
import { unusableFixedValue, unusedOverride } from "./codes.ts";
import { overridesOfParameter } from "./tool-overrides.ts";

/** The names of the members of an input schema. */
export function memberNames({ schema }: SchemaUse): string[] {
  const properties = member(schema.json, "properties");
  return isObject(properties) ? Object.keys(properties) : [];
}

/** Removes the hidden members from an input schema, and overrides the descriptions of others. */
export function overrideMembers(input: SchemaUse, tool: string, overrides: ToolOverrides | undefined): Outcome<SchemaUse> {
  const diagnostics: Diagnostic[] = [];
  const properties = member(input.schema.json, "properties");
  const required = member(input.schema.json, "required");
  if (overrides === undefined || overrides.parameters.size === 0 || !isObject(properties)) return { value: input, diagnostics };
  const overridden = Object.entries(properties).flatMap(([name, property]): [string, Json][] => {
    const entry = overridesOfParameter(overrides, (pattern) => globOf(pattern)(name));
    if (entry === undefined) return [[name, property]];
    if (entry.value !== undefined) {
      const reason = "only parameters of OpenAPI operations can have a fixed value";
      diagnostics.push(diagnostic(unusableFixedValue, { tool, name, reason }, entry.value.origin ?? entry.origin));
    } else if (entry.hide?.value === true) {
      if (!isArray(required) || !required.includes(name)) return [];
      const { tree, path } = entry.hide.origin ?? entry.origin;
      diagnostics.push(
        diagnostic(unusedOverride, { name: "hide", why: `the tool "${tool}" requires the parameter "${name}"` }, originOfKey(tree, path)),
      );
    }
    const { description } = entry;
    return [[name, isObject(property) && description !== undefined ? { ...property, description: description.value } : property]];
  });
  const json = { ...input.schema.json, properties: Object.fromEntries(overridden) };
  return { value: { ...input, schema: { ...input.schema, json } }, diagnostics };
}
