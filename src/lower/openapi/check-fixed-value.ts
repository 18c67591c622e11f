import { type Diagnostic, diagnostic } from "../../diagnostic/diagnostic.ts";
import type { ConfigValue } from "../../project/config/config.ts";
import { isOfType } from "../../schema/is-of-type.ts";
import type { SchemaUse } from "../../schema/schema-library.ts";
import { isArray, type Json } from "../../source/json/json.ts";
import type { NamedSchemas } from "../schemas/schema-source.ts";
import { wrongFixedValue } from "./codes.ts";
import { followReferences } from "./object-members.ts";

export interface FixedInput {
  readonly tool: string;
  readonly name: string;
  readonly use: SchemaUse;
}

/**
 * Checks a fixed value against the type and the allowed values of its schema. Calls do not validate fixed values, because these are not
 * part of the input.
 */
export function checkFixedValue(entry: ConfigValue<Json>, { tool, name, use }: FixedInput, schemas: NamedSchemas): Diagnostic[] {
  const { type, enum: listed, const: only } = followReferences(use, schemas).schema.json;
  const types = isArray(type) ? type.map(String) : typeof type === "string" ? [type] : undefined;
  const isTyped = types === undefined || types.some((each) => isOfType(entry.value, each));
  const choices = only !== undefined ? [only] : isArray(listed) ? listed : undefined;
  const isChosen = choices === undefined || choices.some((choice) => JSON.stringify(choice) === JSON.stringify(entry.value));
  if (entry.origin === undefined || (isTyped && isChosen)) return [];
  const allowed = isTyped ? "a value that its schema allows" : `of the type ${types?.map((each) => `"${each}"`).join(" or ")}`;
  return [diagnostic(wrongFixedValue, { tool, name, allowed }, entry.origin, { tool })];
}
