import { type CompletionItem, CompletionItemKind, type Range } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { definitionFolders } from "../../../../project/documents/documents.ts";
import { folderOf } from "../../../../project/files/paths.ts";
import { isObject, type Json, type JsonObject } from "../../../../source/json/json.ts";
import { jsonAt, type Path } from "../../../../source/tree.ts";
import { publishedSchemas } from "../../schema/published-schemas.ts";
import { type Cursor, cursorsAt, type Word, wordAt } from "./cursor.ts";
import { documentCandidates } from "./document-candidates.ts";
import { type CompletedFile, namedCandidates } from "./named-candidates.ts";
import { pathCandidates } from "./path-candidates.ts";
import { describesRoot, pathEndings, type Suggestion, schemaCandidates } from "./schema-candidates.ts";

/** The maximum length of a text that is completed, since it is parsed several times. */
const longestCompleted = 1_000_000;

/** What may be written at an offset of an open document: the fields and values of its schema, and the names of its project. */
export async function complete(document: TextDocument, offset: number, file: CompletedFile): Promise<CompletionItem[]> {
  const text = document.getText();
  if (text.length > longestCompleted) return [];
  const word = wordAt(text, offset);
  if (word === undefined) return [];
  const cursors = cursorsAt(file.path, text, word);
  const range = { start: document.positionAt(word.range.start), end: document.positionAt(word.range.end) };
  const written = text.slice(word.range.start, offset);
  const ofCursors = cursors.map(async (cursor) => {
    const form: Form = { word, part: cursor.part, isJson: file.path.endsWith(".json") };
    const all = await candidatesAt(cursor, written, file);
    return all.map((candidate, index) => itemOf(candidate, { form, range, index }));
  });
  const found = (await Promise.all(ofCursors)).flat();
  return [...new Map(found.toReversed().map((item) => [item.label, item])).values()].toReversed();
}

/** `written` is the word up to the cursor. */
async function candidatesAt(cursor: Cursor, written: string, file: CompletedFile): Promise<readonly Suggestion[]> {
  if (cursor.isNested) return documentCandidates(cursor);
  const schemas = schemasOf(file, cursor);
  const endings = schemas.map(([schema, at]) => pathEndings(schema, at)).find((each) => each !== undefined);
  return [
    ...namedCandidates(file, cursor),
    ...schemas.flatMap(([schema, at]) => schemaCandidates(schema, at)),
    ...documentCandidates(cursor),
    ...(endings === undefined ? [] : pathCandidates(written, { endings, folders: foldersOfPaths(file), files: await filesToName(file) })),
  ];
}

/** The folders that the paths in a file are relative to: its own, and for a definition also that of its app. */
function foldersOfPaths({ path, known }: CompletedFile): string[] {
  const { config, apps } = known.reading.project;
  return config.files.includes(path)
    ? [folderOf(path)]
    : definitionFolders(
        path,
        apps.map(({ root }) => root),
      );
}

/** The files of the project that a path may name: none names a definition, or its own file. */
async function filesToName({ path, files, known }: CompletedFile): Promise<readonly string[]> {
  const others = new Set([path, ...known.reading.project.resources.map(({ tree }) => tree.source.path)]);
  return (await files()).filter((each) => !others.has(each));
}

/** The schemas of a file, and the cursor relative to the value that each describes. */
function schemasOf({ path, known }: CompletedFile, cursor: Cursor): readonly (readonly [JsonObject, Cursor])[] {
  const { config, environments, resources, apps } = known.reading.project;
  if (config.files.includes(path)) return [[schemaNamed("config"), cursor]];
  if (environments.some(({ tree }) => tree.source.path === path)) return [[schemaNamed("environment"), cursor]];
  const own = resources.filter(({ tree }) => tree.source.path === path);
  const inside = own.flatMap((resource) => {
    const relative = within(cursor, resource.path);
    return relative === undefined ? [] : [[schemaNamed(resource.resource), relative] as const];
  });
  if (own.length > 0 || known.reading.project.files.has(path)) return inside;
  if (apps.some(({ tree, agents }) => [tree, ...agents].some(({ source }) => source.path === path))) return [];
  // A file that is not a definition yet may become one.
  return [schemaNamed("toolset"), schemaNamed("tool")]
    .filter((schema) => describesRoot(schema, cursor.data))
    .map((schema) => [schema, cursor] as const);
}

function within(cursor: Cursor, root: Path): Cursor | undefined {
  if (!root.every((step, index) => step === cursor.path[index])) return undefined;
  return { ...cursor, path: cursor.path.slice(root.length), data: jsonAt(cursor.data, root) ?? null };
}

function schemaNamed(name: string): JsonObject {
  const schema = publishedSchemas.get(name);
  // The published schemas are JSON; that of the manifest is the only one that is not parsed from a text.
  return isObject(schema as Json) ? (schema as JsonObject) : {};
}

/** How a completion is written. */
interface Form {
  readonly word: Word;
  readonly part: Cursor["part"];
  readonly isJson: boolean;
}

const kinds = {
  key: CompletionItemKind.Property,
  value: CompletionItemKind.EnumMember,
  flag: CompletionItemKind.EnumMember,
  name: CompletionItemKind.Reference,
  file: CompletionItemKind.File,
  folder: CompletionItemKind.Folder,
};

interface Placed {
  readonly form: Form;
  readonly range: Range;
  readonly index: number;
}

function itemOf(candidate: Suggestion, { form, range, index }: Placed): CompletionItem {
  const { word, kind, detail, documentation } = candidate;
  return {
    label: word,
    kind: kinds[kind],
    ...(detail === "" ? {} : { detail }),
    ...(documentation === "" ? {} : { documentation }),
    // The order of schemas and documents, not of the alphabet.
    sortText: String(index).padStart(5, "0"),
    filterText: word,
    textEdit: { range, newText: written(candidate, form) },
  };
}

function written({ word, kind, isGroup = false }: Suggestion, { word: { quote, isKey }, part, isJson }: Form): string {
  if (kind === "flag") return word;
  const name = quoted(word, quote === "" && (isJson || !isPlain(word)) ? "both" : quote);
  if (part === "value" || isKey || quote !== "") return name;
  return `${name}:${isGroup && !isJson ? "" : " "}`;
}

/** The word as it is written after a quote, or with quotes on both sides. */
function quoted(word: string, quote: string): string {
  switch (quote) {
    case "both":
      return JSON.stringify(word);
    case '"':
      return JSON.stringify(word).slice(1, -1);
    case "'":
      return word.replaceAll("'", "''");
    default:
      return word;
  }
}

/** Whether YAML reads a word without quotes as the same string, also in brackets. */
function isPlain(word: string): boolean {
  return /^(?:\.{1,2}\/)*[$A-Za-z_](?:[\w$./ *-]|:(?=\S))*(?<! )$/.test(word) && !/^(?:true|false|null)$/i.test(word);
}
