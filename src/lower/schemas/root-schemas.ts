import type { RootSchema } from "../../document/root-schema.ts";
import type { SchemaPlace } from "../../schema/convert/converted.ts";
import type { Dialect } from "../../schema/convert/dialect.ts";
import { createReasoning } from "../../schema/reason/reasoning.ts";
import { createSchemaLibrary, type SchemaLibrary } from "../../schema/schema-library.ts";
import { isObject, member } from "../../source/json/json.ts";
import { percentDecoded } from "../../source/text/percent.ts";
import { type Path, parsePointer, pointerOf, type Tree, valueAt } from "../../source/tree.ts";
import type { RootSchemaSource } from "./schema-source.ts";

/** The keywords that contain the shared schemas of a root: in JSON Schema 2020-12, in older drafts, and in CES. */
const definitions = ["$defs", "definitions", "defs"];

/** Creates the schema libraries of a definition whose schemas are separate documents: one for each dialect. */
export function createRootSchemas(given: readonly RootSchema[]): {
  readonly source: RootSchemaSource;
  readonly libraries: readonly SchemaLibrary[];
} {
  const pointers = new Map<Tree, Set<string>>();
  const roots = given.filter(({ tree, path }) => {
    const known = pointers.get(tree) ?? new Set();
    pointers.set(tree, known);
    const pointer = pointerOf(path);
    return !known.has(pointer) && known.add(pointer);
  });
  const reasoning = createReasoning();
  const ambiguous = keysOfSeveralDialects(roots);
  const libraries = new Map([...new Set(roots.map(({ dialect }) => dialect))].map((dialect) => [dialect, libraryOf(dialect)]));
  const libraryOfName = new Map<string, SchemaLibrary>();

  function libraryOf(dialect: Dialect): SchemaLibrary {
    // A schema in an embedded document has no URI in the file, so it cannot be shared by name.
    const ofDialect = roots.filter((root) => root.dialect === dialect && (root.tree.within === undefined || root.tree.format === "value"));
    const named = ofDialect.flatMap(sharedIn).filter(({ key }) => !ambiguous.has(nameKeyOf(key)));
    return createSchemaLibrary({ dialect, named, invalidPaths: new Map(), reasoning, follow });
  }

  function follow(place: SchemaPlace): SchemaPlace | undefined {
    const value = valueAt(place.tree, place.path);
    const reference = member(value, "$ref") ?? member(value, "ref") ?? member(value, "$dynamicRef");
    if (typeof reference !== "string" || !reference.startsWith("#")) return undefined;
    const path = [...rootAround(place, pointers.get(place.tree)), ...parsePointer(percentDecoded(reference.slice(1)))];
    return valueAt(place.tree, path) === undefined ? undefined : { tree: place.tree, path };
  }

  const source: RootSchemaSource = {
    convert: ({ tree, path, dialect }, direction) => {
      const library = libraries.get(dialect);
      if (library === undefined) throw new Error(`No root has the dialect "${dialect}".`);
      const use = library.convert({ tree, path }, direction);
      for (const name of use.uses) libraryOfName.set(name, library);
      return use;
    },
    shared: (names) => {
      const all = [...names];
      return new Map(
        [...libraries.values()].flatMap((library) => [...library.shared(all.filter((name) => libraryOfName.get(name) === library))]),
      );
    },
    named: (name) => {
      for (const library of libraries.values()) {
        const schema = library.named(name);
        if (schema !== undefined) return schema;
      }
      return undefined;
    },
    diagnostics: () => [...libraries.values()].flatMap((library) => library.diagnostics()),
    reasoning,
  };
  return { source, libraries: [...libraries.values()] };
}

function sharedIn({ tree, path }: RootSchema): { key: string; place: SchemaPlace }[] {
  const schema = valueAt(tree, path);
  return definitions.flatMap((name) => {
    const shared = member(schema, name);
    return isObject(shared) ? Object.keys(shared).map((key) => ({ key, place: { tree, path: [...path, name, key] } })) : [];
  });
}

/**
 * The keys from `nameKeyOf` of shared schemas that occur in several dialects. Such a schema cannot be shared by name, because each dialect
 * has a schema library of its own.
 */
function keysOfSeveralDialects(roots: readonly RootSchema[]): Set<string> {
  const dialects = new Map<string, Dialect>();
  const ambiguous = new Set<string>();
  for (const root of roots) {
    for (const { key } of sharedIn(root)) {
      const nameKey = nameKeyOf(key);
      if ((dialects.get(nameKey) ?? root.dialect) !== root.dialect) ambiguous.add(nameKey);
      dialects.set(nameKey, root.dialect);
    }
  }
  return ambiguous;
}

/**
 * Returns the same text for all keys whose schemas may get equal names. Names have only letters and digits, and the names of schemas for
 * inputs end in `Input`.
 */
function nameKeyOf(key: string): string {
  return key
    .replace(/[^A-Za-z0-9]/g, "")
    .toLowerCase()
    .replace(/^schema(?=\d)|input$/g, "");
}

/** The path of the innermost root that contains a schema. */
function rootAround({ path }: SchemaPlace, roots: ReadonlySet<string> | undefined): Path {
  for (let length = path.length; length > 0; length--) {
    if (roots?.has(pointerOf(path.slice(0, length)))) return path.slice(0, length);
  }
  return [];
}
