import type { Tool, Toolset } from "../../ir/ir.ts";
import { wordsOf } from "../../runtime/discovery/words.ts";
import { eachSubschema } from "../../schema/keywords.ts";
import { sharedSchemaName } from "../../schema/references.ts";
import { isObject, type Json, type JsonObject, member } from "../../source/json/json.ts";
import type { Place } from "../../source/tree.ts";
import { rule } from "../rule.ts";

export const unexplainedParameter = rule<{ tool: string; name: string }>({
  code: "unexplained-parameter",
  severity: "note",
  set: "recommended",
  summary: "a required parameter that neither its schema, nor its name, nor the texts of its tool explain",
  price: 10,
  message: ({ tool, name }) => `No description explains the required parameter "${name}" of the tool "${tool}".`,
  cause: ({ name }) => name,
  help: "The parameter has no description, and the tool's name and description do not contain the words of the parameter's name, so a model has to guess the meaning. Describe the parameter in the source or under `overrides.<toolset>.tools.<id>.parameters.<name>.description` in toolsetc.yaml.",

  *parameter({ tool, toolset, name, schema, isRequired, place }) {
    if (!isRequired || describesValues(schema, toolset) || isExplained(name, schema, tool)) return;
    const found = place();
    // A variable of a path that no parameter describes has the place of the path, and is reported there.
    if (isPath(found)) return;
    yield { params: { tool: tool.id, name }, place: found };
  },
});

function isPath(place: Place): boolean {
  return "path" in place && place.path.length === 2 && place.path[0] === "paths";
}

/** Words for identifiers, which have no meaning without the name of what they identify. */
const identifiers = wordSet("id ids identifier uid uuid guid gid sid key slug number code");

/** Names that need no explanation. */
const plainNames = wordSet(
  "name friendly display first last full title description email phone url query text message content password username send address city country language currency",
);

function wordSet(words: string): ReadonlySet<string> {
  return new Set(wordsOf(words));
}

/**
 * Whether the meaning of a parameter is clear from its name. Examples are `pet_id`, `id` in `/pets/{id}` if the name or description of the
 * tool mentions pets, and words that are in the name or description of the tool.
 */
function isExplained(name: string, schema: JsonObject, { name: toolName, description, binding }: Tool): boolean {
  // A body that is one argument has this name from the compiler, and what the tool says of itself is about it, but not about its members.
  if (name === "body" && schema.type !== "object") return description !== "";
  const words = wordsOf(name);
  const subject = words.filter((word) => !identifiers.has(word));
  if (subject.length > 0 && subject.length < words.length) return true;
  const path = binding.transport === "http" ? binding.path : "";
  const things = subject.length > 0 ? subject : wordsOf(segmentBefore(path, name));
  const known = new Set(wordsOf(`${toolName} ${description}`));
  return things.length > 0 && things.every((word) => known.has(word) || plainNames.has(word));
}

/** The segment before a parameter in a path template: `pets` for `petId` in `/pets/{petId}`. */
function segmentBefore(path: string, name: string): string {
  const segments = path.split("/");
  return segments[segments.findIndex((segment) => segment.startsWith(`{${name}}`)) - 1] ?? "";
}

/**
 * Whether a schema or any of its subschemas describes its values: by a `description`, an `enum`, a `const`, properties or examples. Each
 * subschema is visited once.
 */
function describesValues(schema: JsonObject, { schemas }: Toolset): boolean {
  const open: Json[] = [schema];
  const visited = new Set<Json>();
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (!isObject(next) || visited.has(next)) continue;
    visited.add(next);
    if (describing.some((keyword) => isFilled(member(next, keyword)))) return true;
    const shared = sharedSchemaName(next.$ref);
    if (shared !== undefined) open.push(schemas.get(shared)?.json ?? true);
    eachSubschema(next, (part) => open.push(part));
  }
  return false;
}

const describing = ["description", "enum", "const", "properties", "examples"];

function isFilled(value: Json | undefined): boolean {
  return value !== undefined && value !== "" && !(isObject(value) && Object.keys(value).length === 0);
}
