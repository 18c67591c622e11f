import type { Tool, Toolset } from "../../ir/ir.ts";
import { wordsOf } from "../../runtime/discovery/words.ts";
import { eachSubschema } from "../../schema/keywords.ts";
import { sharedSchemaName } from "../../schema/references.ts";
import { isObject, type Json, type JsonObject } from "../../source/json.ts";
import { rule } from "../rule.ts";

export const unexplainedParameter = rule<{ tool: string; name: string }>({
  code: "unexplained-parameter",
  severity: "note",
  set: "recommended",
  message: ({ tool, name }) => `"${tool}" requires "${name}", and nothing says what it is.`,
  help: "It has no description, and neither the name nor the description of the tool explains its name, so a model has to guess. Describe it in the source or under `overrides.<toolset>.tools.<id>.parameters.<name>.description` in toolsetc.yaml.",

  *parameter({ tool, toolset, name, schema, isRequired, place }) {
    if (isRequired && !isExplained(name, tool) && !saysAnything(schema, toolset)) yield { params: { tool: tool.id, name }, place };
  },
});

/** What identifies something. It says nothing without the name of the thing. */
const identifiers = wordSet("id ids identifier uid uuid guid gid sid key slug number");

/** Names that say what they are wherever they stand. */
const plainNames = wordSet("name title description email url query text message content password");

function wordSet(words: string): ReadonlySet<string> {
  return new Set(wordsOf(words));
}

/**
 * Whether the name of a parameter says what it is: `pet_id`; `id` in `/pets/{id}` of a tool that is about pets; or words that the name and
 * the description of the tool explain.
 */
function isExplained(name: string, { name: toolName, description, binding }: Tool): boolean {
  const words = wordsOf(name);
  const subject = words.filter((word) => !identifiers.has(word));
  if (subject.length > 0 && subject.length < words.length) return true;
  const path = binding.transport === "http" ? binding.path : "";
  const things = subject.length > 0 ? subject : wordsOf(segmentBefore(path, name));
  const known = new Set(wordsOf(`${toolName} ${description}`));
  return things.length > 0 && things.every((word) => known.has(word) || plainNames.has(word));
}

/** The segment of a path template before the one of a parameter: `pets` for `petId` in `/pets/{petId}`. */
function segmentBefore(path: string, name: string): string {
  const segments = path.split("/");
  return segments[segments.indexOf(`{${name}}`) - 1] ?? "";
}

/** Whether a schema, or one that it consists of, has a description, values to choose from or members. Each is visited once. */
function saysAnything(schema: JsonObject, { schemas }: Toolset): boolean {
  const open: Json[] = [schema];
  const visited = new Set<Json>();
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (!isObject(next) || visited.has(next)) continue;
    visited.add(next);
    if (telling.some((keyword) => isTelling((next as JsonObject)[keyword]))) return true;
    const shared = sharedSchemaName(next.$ref);
    if (shared !== undefined) open.push(schemas.get(shared)?.json ?? true);
    eachSubschema(next, (part) => open.push(part));
  }
  return false;
}

const telling = ["description", "enum", "const", "properties", "examples"];

function isTelling(value: Json | undefined): boolean {
  return value !== undefined && value !== "" && !(isObject(value) && Object.keys(value).length === 0);
}
