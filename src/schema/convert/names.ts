import { type Json, member } from "../../source/json/json.ts";
import { assignNames } from "../../source/text/assign-names.ts";
import { sha256 } from "../../source/text/hash.ts";
import { pointerOf } from "../../source/tree.ts";
import type { SchemaPlace } from "./converted.ts";

export interface SchemaNames {
  /** The name of the output schema. The input schema has the same name if it is equal to the output schema. */
  readonly output: string;
  /** The name of the input schema if it differs from the output schema. */
  readonly input: string;
}

/**
 * The names of the schemas that a document names itself, in the order of `named`. All names are assigned together, whether the schemas are
 * used or not, so that no name depends on which tools are selected. The name of an input schema never equals the name of an output schema.
 */
export function nameSchemas(named: readonly { readonly key: string; readonly place: SchemaPlace }[]): SchemaNames[] {
  const counts = new Map<string, number>();
  for (const { key } of named) counts.set(key, (counts.get(key) ?? 0) + 1);
  // Several functions of a toolset may define different schemas with the same name, so their locations identify them.
  const ids = named.map(({ key, place }) => (counts.get(key) === 1 ? key : addressOf(place)));
  const outputs = assignNames(named.map(({ key }, index) => ({ id: ids[index] ?? key, name: pascalCase(key) })));
  const requests = ids.map((id) => ({ id, name: `${outputs.get(id)}Input` }));
  const inputs = assignNames(requests, [...outputs.values()]);
  return ids.map((id) => ({ output: outputs.get(id) ?? id, input: inputs.get(id) ?? id }));
}

/**
 * The name of a schema that the document does not name: its title, or else the words of its path. A hash of the schema's location
 * distinguishes schemas with the same words. So the name does not depend on other parts of the document.
 */
export function nameOfPlace(place: SchemaPlace, node: Json): SchemaNames {
  const title = member(node, "title");
  const words = typeof title === "string" && /[A-Za-z]/.test(title) ? title : wordsOf(place);
  const name = `${pascalCase(words).slice(0, 50)}_${sha256(addressOf(place)).slice(0, 8)}`;
  return { output: name, input: `${name}Input` };
}

/**
 * The words of a schema's path, starting at the last schema on it that has a name in the document: `Pet`, `owner` and `allOf` for
 * `…/Pet/properties/owner/allOf/0`.
 */
function wordsOf(place: SchemaPlace): string {
  let words: string[] = [];
  let keyword: string | undefined;
  let isNamed = false;
  for (const step of place.path) {
    if (typeof step === "number" || /^\d+$/.test(step)) keyword = undefined;
    else if (keyword !== undefined) {
      if (keyword !== "content") words.push(step);
      isNamed = true;
      keyword = undefined;
    } else if (nameKeywords.has(step)) {
      if (definitions.has(step)) words = [];
      keyword = step;
    } else if (!passedOver.has(step)) words.push(step);
  }
  return (isNamed ? words : [stemOf(place), ...words]).join(" ");
}

/** Keywords whose members have names of the author's choice. */
const definitions: ReadonlySet<string> = new Set(["schemas", "$defs", "definitions", "defs"]);
const nameKeywords: ReadonlySet<string> = new Set([
  ...definitions,
  ..."properties patternProperties dependentSchemas paths parameters requestBodies responses headers content".split(" "),
]);
const passedOver: ReadonlySet<string> = new Set(["components", "schema", "requestBody"]);

/** The name of a file without its extension. It is the first word for a schema whose path contains no names. */
function stemOf({ tree }: SchemaPlace): string {
  return /([^/]*?)(\.[A-Za-z]+)?$/.exec(tree.source.path)?.[1] || "schema";
}

/**
 * A unique text for a location. A file may contain several trees, so the text for a location in a nested tree begins with the location of
 * the tree in its file.
 */
function addressOf({ tree, path }: SchemaPlace): string {
  const start = tree.within === undefined ? tree.source.path : addressOf(tree.within);
  return `${start}#${pointerOf(path)}`;
}

/** Makes an identifier that is valid in every language: `io.k8s.api.core.v1.Pod` becomes `IoK8sApiCoreV1Pod`. */
function pascalCase(key: string): string {
  const words = key.match(/[A-Za-z0-9]+/g) ?? ["Schema"];
  const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
  return /^\d/.test(name) ? `Schema${name}` : name;
}
