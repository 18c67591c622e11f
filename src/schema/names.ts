import { assignNames } from "../source/assign-names.ts";
import { sha256 } from "../source/hash.ts";
import { type Json, member } from "../source/json.ts";
import { pointerOf } from "../source/tree.ts";
import type { SchemaPlace } from "./converted.ts";

export interface SchemaNames {
  /** For an output, and for both where they do not differ. */
  readonly output: string;
  readonly input: string;
}

/**
 * The names of a document's own schemas, in the order given. They are minted together, whether the schemas are used or not,
 * so that no name depends on which tools are chosen. A name for inputs never takes one that a schema has by itself.
 */
export function nameSchemas(named: readonly { readonly key: string; readonly place: SchemaPlace }[]): SchemaNames[] {
  const counts = new Map<string, number>();
  for (const { key } of named) counts.set(key, (counts.get(key) ?? 0) + 1);
  // Functions of one toolset may each define a schema of the same name; their places tell them apart.
  const ids = named.map(({ key, place }) => (counts.get(key) === 1 ? key : addressOf(place)));
  const outputs = assignNames(named.map(({ key }, index) => ({ id: ids[index] ?? key, name: pascalCase(key) })));
  const requests = ids.map((id) => ({ id, name: `${outputs.get(id)}Input` }));
  const inputs = assignNames(requests, [...outputs.values()]);
  return ids.map((id) => ({ output: outputs.get(id) ?? id, input: inputs.get(id) ?? id }));
}

/**
 * The name of a schema that is known only by where it stands: its title, else the words of its place. The suffix stays, whatever else the
 * document holds, and keeps apart what the same words are for.
 */
export function nameOfPlace(place: SchemaPlace, node: Json): SchemaNames {
  const title = member(node, "title");
  const words = typeof title === "string" && /[A-Za-z]/.test(title) ? title : wordsOf(place);
  const name = `${pascalCase(words).slice(0, 50)}_${sha256(addressOf(place)).slice(0, 8)}`;
  return { output: name, input: `${name}Input` };
}

/** `Pet`, `owner` and `allOf` for a part of the owner of a pet: the names on the way, from the last schema that the document names itself. */
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

/** Keywords under which names follow. */
const definitions: ReadonlySet<string> = new Set(["schemas", "$defs", "definitions", "defs"]);
const nameKeywords: ReadonlySet<string> = new Set([
  ...definitions,
  ..."properties patternProperties dependentSchemas paths parameters requestBodies responses headers content".split(" "),
]);
const passedOver: ReadonlySet<string> = new Set(["components", "schema", "requestBody"]);

/** A schema that is a whole file is called like the file. */
function stemOf({ tree }: SchemaPlace): string {
  return /([^/]*?)(\.[A-Za-z]+)?$/.exec(tree.source.path)?.[1] || "schema";
}

/** A file may hold several texts that are trees of their own, so theirs begins with the place of the text. */
function addressOf({ tree, path }: SchemaPlace): string {
  const start = tree.within === undefined ? tree.source.path : addressOf(tree.within);
  return `${start}#${pointerOf(path)}`;
}

/** `io.k8s.api.core.v1.Pod` becomes `IoK8sApiCoreV1Pod`: an identifier in every language. */
function pascalCase(key: string): string {
  const words = key.match(/[A-Za-z0-9]+/g) ?? ["Schema"];
  const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
  return /^\d/.test(name) ? `Schema${name}` : name;
}
