import { type CompletionItem, CompletionItemKind, type Range } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { isObject, type Json, type JsonObject, member } from "../../../../source/json/json.ts";
import type { Path } from "../../../../source/tree.ts";
import { publishedSchemas } from "../../schema/published-schemas.ts";
import { type Cursor, cursorsAt, type Word, wordAt } from "./cursor.ts";
import { type CompletedFile, namedCandidates } from "./named-candidates.ts";
import { describesRoot, type Suggestion, schemaCandidates } from "./schema-candidates.ts";

/** The maximum length of a text that is completed, since it is parsed several times. */
const longestCompleted = 1_000_000;

/** What may be written at an offset of an open document: the fields and values of its schema, and the names of its project. */
export function complete(document: TextDocument, offset: number, file: CompletedFile): CompletionItem[] {
  const text = document.getText();
  if (text.length > longestCompleted) return [];
  const word = wordAt(text, offset);
  if (word === undefined) return [];
  const cursors = cursorsAt(file.path, text, word);
  const range = { start: document.positionAt(word.range.start), end: document.positionAt(word.range.end) };
  const found = cursors.flatMap((cursor) => {
    const form: Form = { word, part: cursor.part, isJson: file.path.endsWith(".json") };
    const all = [...namedCandidates(file, cursor), ...schemasOf(file, cursor).flatMap(([schema, at]) => schemaCandidates(schema, at))];
    return all.map((candidate, index) => itemOf(candidate, { form, range, index }));
  });
  return [...new Map(found.toReversed().map((item) => [item.label, item])).values()].toReversed();
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
  const data = root.reduce<Json | undefined>((value, step) => member(value, String(step)), cursor.data);
  return { ...cursor, path: cursor.path.slice(root.length), data: data ?? null };
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
  return /^[$A-Za-z_](?:[\w$./ *-]|:(?=\S))*(?<! )$/.test(word) && !/^(?:true|false|null)$/i.test(word);
}
