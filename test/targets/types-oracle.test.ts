import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { compile } from "json-schema-to-typescript";
import ts from "typescript";
import { afterAll, describe, expect, test } from "vitest";
import type { Dialect } from "../../src/schema/convert/dialect.ts";
import { createReasoning } from "../../src/schema/reason/reasoning.ts";
import { createSchemaLibrary } from "../../src/schema/schema-library.ts";
import { isArray, isObject, type Json, type JsonObject, member } from "../../src/source/json/json.ts";
import { parseTree } from "../../src/source/parse-tree.ts";
import { parsePointer, type Tree, valueAt } from "../../src/source/tree.ts";
import { renderModule } from "../../src/targets/code/render-module.ts";
import { alias } from "../../src/targets/types/declare-type.ts";
import { printingOf } from "../../src/targets/types/print-type.ts";
import { typeOfSchema } from "../../src/targets/types/type-of-schema.ts";
import { documentsNamed, openApiDocuments, textOf } from "../corpus/corpus.ts";
import { isLong } from "../long.ts";

// Every document takes minutes, so a few stand for them unless all are asked for. Theirs and TypeScript take ten seconds to be loaded.
const all = process.env.TYPES_ORACLE !== undefined;
const sample = [
  "alternatives.yaml",
  "circular.yaml",
  "json-schema.yaml",
  "swagger-2.yaml",
  "petstore-swagger3.yaml",
  "train-travel-3.1.yaml",
  "hey-3.1.x-full.yaml",
  "resend.json",
  "rm-3.1-schema-types.json",
  "oai-2.0-uber.json",
];
const documents = all ? openApiDocuments : documentsNamed(sample);

describe.runIf(all || isLong)("the generated types and those of json-schema-to-typescript", () => {
  const compared: number[] = [];
  const explanations: string[] = [];
  afterAll(() => {
    console.log(summary(compared, explanations));
  });

  test.each(documents)("accept the same values in $file", { timeout: 300_000 }, async (document) => {
    const schemas = localSchemas(parseTree({ path: document.file, text: textOf(document) }));
    const different = (await differences(schemas)).map(({ schema }) => schema);
    compared.push(schemas.length);
    explanations.push(...different.map((schema) => reasonsFor(schema)[0] ?? "unexplained"));
    // A reason explains only the part where it holds: the rest of the schema must be the same without it.
    expect(await differences(distinct(different.flatMap(withoutExplained)))).toEqual([]);
  });
});

/** One line, in which each difference counts once, under the first of its reasons. */
function summary(compared: readonly number[], explanations: readonly string[]): string {
  const total = compared.reduce((sum, count) => sum + count, 0);
  const counts = [...reasons.map(([reason]) => reason), "unexplained"].flatMap((reason) => {
    const count = explanations.filter((each) => each === reason).length;
    return count === 0 ? [] : [`${count} ${reason}`];
  });
  const head = `${total} schemas of ${compared.length} documents compared, ${explanations.length} differ`;
  return [head, counts.join("; ")].filter((text) => text !== "").join(": ");
}

/**
 * Every named schema of a document, converted. A reference stands for nothing but itself: an object with one member of
 * its name. So one difference is one difference, and not one in every schema that refers to it.
 */
function localSchemas(tree: Tree): JsonObject[] {
  const path = member(tree.data, "definitions") === undefined ? ["components", "schemas"] : ["definitions"];
  const named = Object.keys(valueAt(tree, path) ?? {}).map((key) => ({ key, place: { tree, path: [...path, key] } }));
  const library = createSchemaLibrary({
    dialect: dialectOf(tree),
    named,
    invalidPaths: new Map(),
    reasoning: createReasoning(),
    follow: ({ path: from }) => {
      const reference = member(valueAt(tree, from), "$ref");
      const to =
        typeof reference === "string" && reference.startsWith("#/") ? parsePointer(decodeURIComponent(reference.slice(1))) : undefined;
      return to === undefined || valueAt(tree, to) === undefined ? undefined : { tree, path: to };
    },
  });
  const names = new Set<string>();
  const roots: Json[] = [];
  for (const { place } of named) {
    const { schema, uses } = library.convert(place, "input");
    roots.push(schema.json);
    for (const use of uses) names.add(use);
  }
  for (const { json } of library.shared(names).values()) roots.push(json);
  return distinct(roots.map((root) => withoutReferences(root))).filter((schema) => isObject(schema));
}

function distinct<Value extends Json>(values: readonly Value[]): Value[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}

function dialectOf({ data }: Tree): Dialect {
  if (member(data, "swagger") !== undefined) return "openapi-2.0";
  return String(member(data, "openapi")).startsWith("3.0") ? "openapi-3.0" : "openapi-3.1";
}

/** In positions of schemas only; `properties` may have a member `$ref`. `beside` is the `type` of what the schema is a part of. */
function withoutReferences(value: Json, beside?: Json): Json {
  if (isArray(value)) return value.map((each) => withoutReferences(each, beside));
  if (!isObject(value)) return value;
  if (typeof value.$ref === "string") {
    const { $ref, ...siblings } = value;
    const rest = withoutReferences(siblings);
    const target = standIn($ref, member(rest, "type") ?? beside);
    return isObject(rest) && Object.keys(rest).some((key) => !annotations.includes(key)) ? { allOf: [target, rest] } : target;
  }
  return mapParts(value, (part, key) => withoutReferences(part, partKeywords.includes(key) ? value.type : undefined));
}

/** An object of its own, unless it stands where none can. */
function standIn(name: string, type: Json | undefined): JsonObject {
  return type === undefined || type === "object" ? opaque(name) : { type };
}

function opaque(name: string): JsonObject {
  return { type: "object", properties: { [name]: { const: true } }, required: [name], additionalProperties: false };
}

/** Changes the values in positions of schemas, and lists of them. */
function mapParts(schema: JsonObject, change: (value: Json, keyword: string) => Json): JsonObject {
  return Object.fromEntries(
    Object.entries(schema).map(([key, each]) => {
      if (tableKeywords.includes(key) && isObject(each)) return [key, mapValues(each, (value) => change(value, key))];
      return [key, dataKeywords.includes(key) ? each : change(each, key)];
    }),
  );
}

const annotations = ["description", "title", "default", "deprecated", "examples", "discriminator"];
const partKeywords = ["allOf", "anyOf", "oneOf"];
const tableKeywords = ["properties", "patternProperties", "dependentSchemas"];

function mapValues(table: JsonObject, change: (value: Json) => Json): JsonObject {
  return Object.fromEntries(Object.entries(table).map(([key, value]) => [key, change(value)]));
}

const dataKeywords = ["enum", "const", "default", "examples", "required"];

/** The schemas whose two types are not assignable to each other both ways. */
async function differences(schemas: readonly JsonObject[]): Promise<{ schema: JsonObject; ours: string; theirs: string }[]> {
  if (schemas.length === 0) return [];
  const folder = mkdtempSync(join(tmpdir(), "toolsetc-types-"));
  try {
    const context = { schemas: new Map(), onWidened: () => undefined };
    const printing = printingOf(new Set<string>());
    const ours = schemas.map((schema, at) => alias(nameOf(at), typeOfSchema(schema, context), { schema: true, printing }));
    writeFileSync(join(folder, "ours.ts"), renderModule({ banner: "", namespaces: [], statements: ours }, "ts"));
    const definitions = Object.fromEntries(schemas.map((schema, at) => [nameOf(at), { ...forThem(schema), title: nameOf(at) }]));
    const theirs = await compile({ type: "object", $defs: definitions } as Parameters<typeof compile>[0], "Root", {
      additionalProperties: false,
      bannerComment: "",
      format: false,
      ignoreMinAndMaxItems: true,
      unreachableDefinitions: true,
      $refOptions: { resolve: { external: false } },
    });
    writeFileSync(join(folder, "theirs.ts"), theirs);
    const checks = schemas.map((_, at) => `export const c${at}: Same<ours.${nameOf(at)}, theirs.${nameOf(at)}> = true;`);
    const same = "type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;";
    writeFileSync(
      join(folder, "check.ts"),
      [`import type * as ours from "./ours.js";`, `import type * as theirs from "./theirs.js";`, same, ...checks].join("\n"),
    );
    const program = ts.createProgram([join(folder, "check.ts")], compilerOptions, host);
    expect(program.getSyntacticDiagnostics().map(({ messageText }) => messageText)).toEqual([]);
    const errors = program.getSemanticDiagnostics().filter(({ file }) => !file?.fileName.endsWith("theirs.ts"));
    expect(errors.filter(({ file }) => file?.fileName.endsWith("ours.ts")).map(({ messageText }) => messageText)).toEqual([]);
    return errors.flatMap(({ file, start }) => {
      const found = /^export const c(\d+)/.exec(file?.text.slice(file.text.lastIndexOf("\n", start) + 1) ?? "");
      if (found === null) return [];
      const at = Number(found[1]);
      return [{ schema: schemas[at] ?? {}, ours: declared(join(folder, "ours.ts"), at), theirs: declared(join(folder, "theirs.ts"), at) }];
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const compilerOptions: ts.CompilerOptions = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noEmit: true,
  module: ts.ModuleKind.NodeNext,
  types: [],
};
const host = ts.createCompilerHost(compilerOptions);
const { getSourceFile } = host;
const declarations = new Map<string, ts.SourceFile | undefined>();
// TypeScript's own declarations, which are larger than all others, are read once.
host.getSourceFile = (path, ...others) => {
  if (!path.includes("/typescript/lib/")) return getSourceFile(path, ...others);
  if (!declarations.has(path)) declarations.set(path, getSourceFile(path, ...others));
  return declarations.get(path);
};

/** It ends in letters, since they tell names apart by a number at the end. */
function nameOf(at: number): string {
  return `T${at}End`;
}

function declared(path: string, at: number): string {
  return (
    new RegExp(`^export (type|interface) ${nameOf(at)}\\b[^]*?(?=\\nexport |$(?![^]))`, "m").exec(readFileSync(path, "utf8"))?.[0] ?? ""
  );
}

/** The schema as they know JSON Schema, without what they print as code or take for a name. */
function forThem(schema: JsonObject): JsonObject {
  const entries = Object.entries(schema).flatMap(([key, value]): [string, Json][] => {
    if (["title", "tsType", "tsEnumNames", "discriminator", "$schema", "$id", "id"].includes(key) && !isObject(value)) return [];
    if (["default", "examples", "example"].includes(key)) return [];
    if (dataKeywords.includes(key)) return [[key, value]];
    if (key === "prefixItems") return [["items", childForThem(value)]];
    if (key === "items" && schema.prefixItems !== undefined) return [["additionalItems", childForThem(value)]];
    if (tableKeywords.includes(key) && isObject(value)) return [[key, mapValues(value, childForThem)]];
    return [[key, childForThem(value)]];
  });
  const own = Object.fromEntries(entries);
  // To them, an object of which nothing is said has no members.
  const saysNothing =
    own.type === "object" && own.properties === undefined && own.additionalProperties === undefined && own.patternProperties === undefined;
  return saysNothing ? { ...own, additionalProperties: true } : own;
}

function childForThem(value: Json): Json {
  return isArray(value) ? value.map(childForThem) : isObject(value) ? forThem(value) : value;
}

/** Why the two differ, where that is known: what is theirs, and what we chose. */
const reasons: readonly (readonly [reason: string, test: (schema: JsonObject) => boolean])[] = [
  [
    "theirs: loses `required` in `allOf`, `anyOf` and `oneOf`",
    (schema) => partsOf(schema).some((part) => member(part, "required") !== undefined && member(part, "properties") === undefined),
  ],
  [
    "theirs: knows no `required` without `properties`",
    ({ required, properties }) =>
      isArray(required) && required.some((name) => !Object.hasOwn(isObject(properties) ? properties : {}, String(name))),
  ],
  [
    "theirs: keep alternatives and values that `type` excludes",
    (schema) =>
      schema.type !== undefined &&
      partsOf(schema).some((part) => member(part, "type") !== undefined && !isDeepStrictEqual(member(part, "type"), schema.type)),
  ],
  [
    "theirs: join what cannot be both",
    (schema) => distinct(partsOf({ allOf: schema.allOf ?? [] }).flatMap((part) => member(part, "type") ?? [])).length > 1,
  ],
  ["theirs: an `enum` beside a list of types is not read", ({ type, enum: values }) => isArray(type) && isArray(values)],
  [
    "theirs: `type` and `enum` that exclude each other are both kept, or one of them is",
    ({ type, enum: values }) =>
      typeof type === "string" && isArray(values) && values.some((value) => typeOf(value) !== type.replace("integer", "number")),
  ],
  [
    "theirs: a schema that says nothing is an object",
    (schema) => Object.keys(schema).every((key) => annotations.includes(key) || refinements.includes(key)),
  ],
  [
    "theirs: `items` makes an array of alternatives that are none",
    (schema) => schema.items !== undefined && schema.type === undefined && partsOf(schema).length > 0,
  ],
  ["theirs: tuples have no optional items", ({ prefixItems }) => prefixItems !== undefined],
  ["ours: several patterns make one index signature", ({ patternProperties }) => patternProperties !== undefined],
  [
    "ours: an object that describes no members is any, and a closed one has none",
    ({ properties, additionalProperties }) =>
      isObject(properties) ? Object.keys(properties).length === 0 : additionalProperties === false,
  ],
];

function typeOf(value: Json): string {
  return value === null ? "null" : isArray(value) ? "array" : typeof value;
}

const refinements = [
  "if",
  "then",
  "else",
  "readOnly",
  "writeOnly",
  "minLength",
  "maxLength",
  "pattern",
  "format",
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "maxProperties",
  "not",
];

function partsOf({ allOf, anyOf, oneOf }: JsonObject): Json[] {
  return [allOf, anyOf, oneOf].flatMap((parts) => (isArray(parts) ? parts : []));
}

function reasonsFor(schema: Json): string[] {
  if (isArray(schema)) return schema.flatMap(reasonsFor);
  if (!isObject(schema)) return [];
  const found = reasonsAt(schema);
  mapParts(schema, (part) => {
    found.push(...reasonsFor(part));
    return part;
  });
  return found;
}

function reasonsAt(schema: JsonObject): string[] {
  return reasons.filter(([, test]) => test(schema)).map(([reason]) => reason);
}

/** The schema with another in place of each part that has a reason to differ, and all that is inside of those parts. */
function withoutExplained(schema: JsonObject): JsonObject[] {
  const pieces: JsonObject[] = [];
  const replace = (value: Json): Json => {
    if (isArray(value)) return value.map(replace);
    if (!isObject(value)) return value;
    const replaced = mapParts(value, replace);
    if (reasonsAt(value).length === 0) return replaced;
    mapParts(replaced, (part) => {
      pieces.push(...(isArray(part) ? part : [part]).filter((each) => isObject(each)));
      return part;
    });
    return opaque("explained");
  };
  const rest = replace(schema);
  return isObject(rest) ? [rest, ...pieces] : pieces;
}
