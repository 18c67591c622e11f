import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { isObject, type Json, type JsonObject, member } from "../../src/source/json/json.ts";
import { parseTree } from "../../src/source/parse-tree.ts";
import { parsePointer } from "../../src/source/tree.ts";
import { type CorpusDocument, openApiDocuments, textOf } from "../corpus/corpus.ts";
import { example, filesIn } from "../example-project.ts";
import { type FuzzedProject, fromEntries } from "./project.ts";
import type { Random } from "./random.ts";
import { randomDocument } from "./random-document.ts";

const golden = join(import.meta.dirname, "../golden");
const cases = readdirSync(golden).filter((name) => name !== "many-tools" && name !== "large-file");

/** Larger ones take seconds to read. */
const maxBytes = 4_000_000;
const documents = openApiDocuments.filter(({ folder, file }) => statSync(join(folder, file)).size < maxBytes);

/** A project that was written by hand, a part of a real document, or a document that holds a bit of everything. */
export function seedProject(random: Random): FuzzedProject {
  const choice = random.below(10);
  if (choice < 1) return handWritten("the example project", example);
  if (choice < 4) {
    const name = random.pick(cases);
    return handWritten(`golden ${name}`, join(golden, name, "input"));
  }
  if (choice < 7) {
    const document = random.pick(documents);
    return withDocument(document.file, cut(documentOf(document), random), random);
  }
  return withDocument("nothing", randomDocument(random), random);
}

const handWrittenProjects = new Map<string, FuzzedProject>();

function handWritten(from: string, folder: string): FuzzedProject {
  const known = handWrittenProjects.get(folder);
  if (known !== undefined) return known;
  const files = fromEntries(
    Object.entries(filesIn(folder)).map(([path, text]) => [path, /\.(?:json|ya?ml)$/.test(path) ? dataOf(path, text) : text]),
  );
  const project: FuzzedProject = { from, files, input: { kind: "project" } };
  handWrittenProjects.set(folder, project);
  return project;
}

/** What cannot be read whole stays a text. */
function dataOf(path: string, text: string): Json {
  const { data, problems } = parseTree({ path, text });
  return data === undefined || problems.length > 0 ? text : data;
}

const parsed = new Map<CorpusDocument, JsonObject>();

function documentOf(document: CorpusDocument): JsonObject {
  const known = parsed.get(document);
  if (known !== undefined) return known;
  const { data } = parseTree({ path: document.file, text: textOf(document) });
  const read = isObject(data) ? data : {};
  parsed.set(document, read);
  return read;
}

/** A few paths of a document, with the components that they reach. */
function cut(document: JsonObject, random: Random): JsonObject {
  const paths = Object.entries(isObject(document.paths) ? document.paths : {});
  const first = random.below(Math.max(1, paths.length));
  const kept = paths.slice(first, first + 1 + random.below(3));
  const reached = new Map<string, Json>();
  const wanted = referencesIn(kept.map(([, item]) => item));
  for (const reference of wanted) {
    if (reached.size === maxReached) break;
    if (reached.has(reference)) continue;
    const value = parsePointer(decoded(reference)).reduce<Json | undefined>((at, step) => member(at, step), document);
    if (value === undefined) continue;
    reached.set(reference, value);
    wanted.push(...referencesIn(value));
  }
  const { paths: _paths, components, definitions, parameters, responses, webhooks, tags, ...rest } = document;
  const schemes = member(components, "securitySchemes");
  const base: JsonObject = {
    ...rest,
    paths: fromEntries(kept),
    ...(schemes === undefined ? {} : { components: { securitySchemes: schemes } }),
  };
  return [...reached].reduce((whole, [reference, value]) => placed(whole, parsePointer(decoded(reference)), value), base);
}

const maxReached = 25;

function decoded(reference: string): string {
  try {
    return decodeURIComponent(reference.slice(1));
  } catch {
    return reference.slice(1);
  }
}

function placed(whole: JsonObject, [step, ...rest]: readonly string[], value: Json): JsonObject {
  if (step === undefined) return whole;
  const old = member(whole, step);
  const next = rest.length === 0 ? value : placed(isObject(old) ? old : {}, rest, value);
  return fromEntries([...Object.entries(whole).filter(([key]) => key !== step), [step, next]]);
}

/** The references of a value to places in its own document. */
function referencesIn(value: Json): string[] {
  const found: string[] = [];
  const visit = (each: Json): void => {
    if (typeof each !== "object" || each === null) return;
    const reference = member(each, "$ref");
    if (typeof reference === "string" && reference.startsWith("#/")) found.push(reference);
    for (const part of Object.values(each)) visit(part);
  };
  visit(value);
  return found;
}

/** A document alone, or the document of a toolset in each of the forms that it may have there. */
function withDocument(name: string, document: JsonObject, random: Random): FuzzedProject {
  const from = `a document from ${name}`;
  const ending = random.pick(["json", "yaml"]);
  const path = `api.${ending}`;
  if (random.chance(0.5)) {
    return { from, files: { [path]: document }, input: { kind: "openapi", path, include: [], exclude: [] } };
  }
  const form = random.pick(["file", "text", "object"]);
  const openApiSchema = form === "file" ? `./${path}` : form === "text" ? JSON.stringify(document, null, 2) : document;
  const definition = { displayName: "api", openApiToolset: { openApiSchema } };
  const files = { [`shop.${random.pick(["json", "yaml"])}`]: definition, ...(form === "file" ? { [path]: document } : {}) };
  return { from, files, input: { kind: "project" } };
}
