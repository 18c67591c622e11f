import type { SchemaPlace } from "../../src/schema/convert/converted.ts";
import type { Dialect } from "../../src/schema/convert/dialect.ts";
import { createReasoning } from "../../src/schema/reason/reasoning.ts";
import { createSchemaLibrary, type LibraryOptions, type SchemaLibrary } from "../../src/schema/schema-library.ts";
import { isArray, isObject, type Json, member } from "../../src/source/json/json.ts";
import { parseTree } from "../../src/source/parse-tree.ts";
import { type Path, parsePointer, type Tree, valueAt } from "../../src/source/tree.ts";
import { type CorpusDocument, textOf } from "../corpus/corpus.ts";

export interface Collected {
  readonly tree: Tree;
  readonly dialect: Dialect;
  readonly named: readonly { readonly key: string; readonly place: SchemaPlace }[];
  readonly follow: (place: SchemaPlace) => SchemaPlace | undefined;
}

export function load(document: CorpusDocument): Tree {
  return parseTree({ path: document.file, text: textOf(document) });
}

/** The named schemas of an OpenAPI document, with references followed inside it only. */
export function collect(tree: Tree): Collected {
  const version = String(member(tree.data, "swagger") ?? member(tree.data, "openapi"));
  const dialect: Dialect = version.startsWith("2") ? "openapi-2.0" : version.startsWith("3.0") ? "openapi-3.0" : "openapi-3.1";
  const holder: Path = dialect === "openapi-2.0" ? ["definitions"] : ["components", "schemas"];
  const schemas = valueAt(tree, holder);
  const named = isObject(schemas) ? Object.keys(schemas).map((key) => ({ key, place: { tree, path: [...holder, key] } })) : [];
  return { tree, dialect, named, follow: followLocally };
}

export function libraryOf(collected: Collected, options: Partial<LibraryOptions> = {}): SchemaLibrary {
  return createSchemaLibrary({ ...collected, invalidPaths: new Map(), reasoning: createReasoning(), ...options });
}

/** A library of schemas that are written down in a test, under `components/schemas`. */
export function libraryOfSchemas(dialect: Dialect, schemas: Json, options: Partial<LibraryOptions> = {}) {
  const holder: Path = dialect === "openapi-2.0" ? ["definitions"] : ["components", "schemas"];
  const data = dialect === "openapi-2.0" ? { definitions: schemas } : { components: { schemas } };
  const tree = parseTree({ path: "test.json", text: JSON.stringify(data) });
  const named = isObject(schemas) ? Object.keys(schemas).map((key) => ({ key, place: { tree, path: [...holder, key] } })) : [];
  const library = createSchemaLibrary({
    dialect,
    named,
    follow: followLocally,
    invalidPaths: new Map(),
    reasoning: createReasoning(),
    ...options,
  });
  return { library, tree, at: (...path: Path): SchemaPlace => ({ tree, path: [...holder, ...path] }) };
}

export function followLocally({ tree, path }: SchemaPlace): SchemaPlace | undefined {
  const holder = valueAt(tree, path);
  const reference = member(holder, "$ref") ?? member(holder, "ref") ?? member(holder, "$dynamicRef");
  if (typeof reference !== "string" || !reference.startsWith("#")) return undefined;
  const target = parsePointer(safelyDecoded(reference.slice(1)));
  return valueAt(tree, target) === undefined ? undefined : { tree, path: target };
}

function safelyDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The places of the schemas that the operations of a document hold themselves. */
export function inlineSchemas(tree: Tree): SchemaPlace[] {
  const places: SchemaPlace[] = [];
  const walk = (node: Json, path: Path): void => {
    if (isArray(node)) {
      for (const [index, item] of node.entries()) walk(item, [...path, index]);
    } else if (isObject(node)) {
      for (const key of Object.keys(node)) {
        if (key === "schema") places.push({ tree, path: [...path, key] });
        else if (key !== "example" && key !== "examples") walk(node[key] ?? null, [...path, key]);
      }
    }
  };
  walk(member(tree.data, "paths") ?? null, ["paths"]);
  return places;
}
