import { type Diagnostic, diagnostic } from "../diagnostic/diagnostic.ts";
import { isObject, type JsonObject } from "../source/json/json.ts";
import { compareText } from "../source/text/compare.ts";
import { pushAll } from "../source/text/push-all.ts";
import { type Origin, originOfValue, type Path, pointerOf, type Tree, valueAt } from "../source/tree.ts";
import { closedPart, ignoredNullable } from "./codes.ts";
import type { RefusedMember } from "./convert/closed-parts.ts";
import { type Conversion, type ConversionRequest, type ConverterOptions, createConverter } from "./convert/convert.ts";
import { inputName } from "./convert/convert-reference.ts";
import type { ConvertedSchema, Direction, SchemaPlace } from "./convert/converted.ts";
import { type Dialect, grammars } from "./convert/dialect.ts";
import { createFacts } from "./convert/facts.ts";
import { originsIn } from "./convert/invalid-values.ts";
import type { Report } from "./convert/values.ts";
import { createPatternChecker } from "./patterns/pattern.ts";
import type { Reasoning } from "./reason/reasoning.ts";
import { createSchemaTable, type ReferencedSchema } from "./schema-table.ts";

/** The schemas of one document, converted to 2020-12 on demand. Each schema is converted only once, however many tools use it. */
export interface SchemaLibrary {
  /**
   * Converts one schema, such as that of a parameter. The result does not include shared schemas: `uses` has the names of those to which
   * the schema refers directly.
   */
  readonly convert: (place: SchemaPlace, direction: Direction) => SchemaUse;
  /** Converts the schema of one part of a form. A schema of raw bytes, also one inside an array, becomes `fileSchema`. */
  readonly convertPart: (place: SchemaPlace) => SchemaUse;
  /** The shared schemas with these names and all shared schemas that they refer to, sorted by name. */
  readonly shared: (names: Iterable<string>) => ReadonlyMap<string, ConvertedSchema>;
  /** The shared schema with this name; `undefined` if no converted schema refers to it. */
  readonly named: (name: string) => ConvertedSchema | undefined;
  /** The distinct diagnostics of all schemas that were converted so far. */
  readonly diagnostics: () => readonly Diagnostic[];
  /** The reasoning about the schemas, which also answers further questions about them. */
  readonly reasoning: Reasoning;
}

/** A converted schema with the names of the shared schemas that it refers to directly. */
export interface SchemaUse {
  readonly schema: ConvertedSchema;
  readonly uses: readonly string[];
  /** The origins of invalid values in the schema and in all schemas that it refers to. If there is one, the schema must not be used. */
  readonly broken: readonly Origin[];
}

export interface LibraryOptions {
  readonly dialect: Dialect;
  /**
   * The schemas with names in the document, such as those of `components/schemas`. All of them get their names at once, whether they are
   * used or not.
   */
  readonly named: readonly { readonly key: string; readonly place: SchemaPlace }[];
  /** Resolves the reference of the object at a location; `undefined` if the reference has no target. */
  readonly follow: (place: SchemaPlace) => SchemaPlace | undefined;
  /** The paths of invalid values in the document. A schema that contains an invalid value is broken. */
  readonly invalidPaths: ReadonlyMap<Tree, readonly Path[]>;
  readonly reasoning: Reasoning;
  /** Whether closed objects in output schemas are opened, so that they accept unknown members. The default is "opened". */
  readonly outputs?: "opened" | "as-written";
}

export function createSchemaLibrary({
  dialect,
  named,
  follow,
  invalidPaths,
  reasoning,
  outputs = "opened",
}: LibraryOptions): SchemaLibrary {
  const grammar = grammars[dialect];
  const opened = outputs === "opened";
  const table = createSchemaTable({ grammar, named, follow });
  const checkPattern = createPatternChecker();
  const facts = createFacts({ table, grammar, invalidPaths, opened, checkPattern, reportAt });
  const found = new Map<string, Diagnostic>();
  const ignored = new Map<JsonObject, Origin>();
  const refused = new Map<JsonObject, RefusedMember & { readonly at: SchemaPlace }>();
  const uses = new Map<Direction | "part", WeakMap<JsonObject, SchemaUse>>();
  const requested = new Map<string, { readonly entry: ReferencedSchema; readonly direction: Direction }>();
  const converted = new Map<string, { readonly schema: ConvertedSchema; readonly uses: readonly string[] }>();

  const options: ConverterOptions = { grammar, table, facts, reasoning, opened, checkPattern, reportAt, onIgnoredNullable, onClosedPart };

  const convertSchema = createConverter(options);

  function reportAt(place: () => SchemaPlace): Report {
    return (code, params, keyword) => {
      const { tree, path } = place();
      const origin = originOfValue(tree, keyword === undefined ? path : [...path, keyword]);
      const key = JSON.stringify([code.code, tree.source.path, pointerOf(origin.path), tree.within?.path]);
      // A schema may be converted for both directions, but each of its diagnostics is reported only once.
      if (!found.has(key)) found.set(key, diagnostic(code, params, origin));
    };
  }

  function onIgnoredNullable(node: JsonObject, place: () => SchemaPlace): void {
    if (dialect !== "openapi-3.1" || ignored.has(node)) return;
    const { tree, path } = place();
    ignored.set(node, originOfValue(tree, [...path, "nullable"]));
  }

  function onClosedPart(member: RefusedMember): void {
    if (!refused.has(member.node)) refused.set(member.node, { ...member, at: member.place() });
  }

  function use(place: SchemaPlace, direction: Direction, content: ConversionRequest["content"]): SchemaUse {
    const node = valueAt(place.tree, place.path);
    if (node === undefined) throw new Error(`${place.tree.source.path} has no ${JSON.stringify(place.path)}`);
    if (!isObject(node)) return makeUse({ place, node, direction, content });
    const kind = content === "parts" ? "part" : direction;
    const known = uses.get(kind) ?? new WeakMap<JsonObject, SchemaUse>();
    uses.set(kind, known);
    let made = known.get(node);
    // An object may be in two trees, such as the tree of an inline document and the tree around it. The origin of the result must be in the
    // requested tree.
    if (made === undefined || made.schema.origin.tree !== place.tree) {
      made = makeUse({ place, node, direction, content });
      known.set(node, made);
    }
    return made;
  }

  function makeUse(request: ConversionRequest): SchemaUse {
    const conversion = convertSchema(request);
    const reached = [...conversion.targets].map((target) => facts.of(target).broken);
    const broken = originsIn([facts.invalidAt(request.place), conversion.unresolved, ...reached]);
    return { schema: conversion.schema, uses: namesOf(conversion, request.direction), broken };
  }

  /**
   * The names of the shared schemas that a converted schema refers to. The names are recorded, so that `shared` can convert these schemas.
   */
  function namesOf({ targets }: Conversion, direction: Direction): string[] {
    const names = [...targets].map((entry) => {
      const name = direction === "input" ? inputName(entry, facts) : entry.names.output;
      requested.set(name, { entry, direction });
      return name;
    });
    return names.sort(compareText);
  }

  function shared(names: Iterable<string>): ReadonlyMap<string, ConvertedSchema> {
    const reached = new Map<string, ConvertedSchema>();
    const waiting = [...names];
    for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
      if (reached.has(name)) continue;
      const { schema, uses: further } = convertShared(name);
      reached.set(name, schema);
      pushAll(waiting, further);
    }
    return new Map([...reached].sort(([a], [b]) => compareText(a, b)));
  }

  function convertShared(name: string): { readonly schema: ConvertedSchema; readonly uses: readonly string[] } {
    const known = converted.get(name);
    if (known !== undefined) return known;
    const request = requested.get(name);
    if (request === undefined) throw new Error(`No shared schema has the name ${JSON.stringify(name)}`);
    const { entry, direction } = request;
    const conversion = convertSchema({ place: entry.place, node: entry.node, direction, content: "json" });
    const made = { schema: conversion.schema, uses: namesOf(conversion, direction) };
    converted.set(name, made);
    return made;
  }

  function diagnostics(): readonly Diagnostic[] {
    return [...found.values(), ...ignoredNullables(), ...closedParts()];
  }

  function ignoredNullables(): Diagnostic[] {
    const [first] = ignored.values();
    return first === undefined ? [] : [diagnostic(ignoredNullable, { count: ignored.size }, first)];
  }

  function closedParts(): Diagnostic[] {
    const [first] = refused.values();
    if (first === undefined) return [];
    const { name, keyword, at } = first;
    return [diagnostic(closedPart, { name, keyword, count: refused.size }, originOfValue(at.tree, [...at.path, keyword]))];
  }

  return {
    convert: (place, direction) => use(place, direction, "json"),
    convertPart: (place) => use(place, "input", "parts"),
    shared,
    named: (name) => (requested.has(name) ? convertShared(name).schema : undefined),
    diagnostics,
    reasoning,
  };
}
