import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { isLong } from "../long.ts";

// Documents to test with: those of the project, and real ones beside it, whose licences differ, so that they are not part of it.
const own = import.meta.dirname;
const real = join(import.meta.dirname, "../../../shared/corpus");

/** Whether the corpus of real documents is to be read, as `npm run test:corpus` does, and lies beside the project. */
export const hasCorpus = existsSync(real) && (process.env["CORPUS"] === "1" || isLong);

/** The path of a file or folder of the corpus of real documents. */
export function corpus(path: string): string {
  return join(real, path);
}

const roots = hasCorpus ? [own, real] : [own];

/** A row of an `INDEX.tsv`, by the names of its columns. */
export type Row = { readonly [column: string]: string | undefined };

export interface CorpusDocument {
  /** The folder in which its references are looked up. */
  readonly folder: string;
  readonly file: string;
  /** Those that stand in the file itself. */
  readonly operations: number;
  /** Whether it refers to no other file. */
  readonly isWhole: boolean;
}

/** The project's own OpenAPI documents, each of which says in its description what it shows. */
export const ownDocuments: readonly CorpusDocument[] = documentsIn(own);

/** OpenAPI documents: always those of the project, and those of the corpus where it is there. */
export const openApiDocuments: readonly CorpusDocument[] = roots.flatMap(documentsIn);

function documentsIn(root: string): CorpusDocument[] {
  const folder = join(root, "openapi");
  return rowsOf(join(folder, "INDEX.tsv")).map(({ file = "", operations, external_refs }) => ({
    folder,
    file,
    operations: Number(operations),
    isWhole: external_refs === "0",
  }));
}

/** The text of a document of the project or of the corpus. */
export function textOf({ folder, file }: Pick<CorpusDocument, "folder" | "file">): string {
  return readFileSync(join(folder, file), "utf8");
}

/** Those of these names that are there. */
export function documentsNamed(names: readonly string[]): CorpusDocument[] {
  return openApiDocuments.filter(({ file }) => names.includes(file));
}

export interface CorpusApp {
  readonly name: string;
  readonly folder: string;
  /** What the index says of its files, with paths from the app's folder. */
  readonly files: readonly { readonly path: string; readonly kind: string }[];
}

/** What an app's folder holds at its top, one of which every path of an index goes through. */
const top = /\/(?:app\.(?:json|yaml)|environment\.json(?:\.tftpl)?|(?:agents|toolsets|tools|guardrails|evaluation\w*|pythonEnvFiles)\/.*)$/;

/** Exported and hand-written apps of CX Agent Studio, of the project and of the corpus. */
export const apps: readonly CorpusApp[] = roots.flatMap((root) => {
  const rows = rowsOf(join(root, "ces/INDEX.tsv")).map(({ path = "", kind = "" }) => ({ path, kind }));
  const names = [...new Set(rows.map(({ path }) => path.replace(top, "")))];
  return names.map((name) => ({
    name,
    folder: join(root, "ces", name),
    files: rows.filter(({ path }) => path.startsWith(`${name}/`)).map(({ path, kind }) => ({ path: path.slice(name.length + 1), kind })),
  }));
});

/** Those of these names that are there; the name of an app is that of its folder. */
export function appsNamed(names: readonly string[]): CorpusApp[] {
  return apps.filter(({ folder }) => names.includes(basename(folder)));
}

/** The files of a folder with one of these endings, of the project's documents and of the corpus. */
export function corpusFiles(folders: readonly string[], endings: RegExp): string[] {
  return roots
    .flatMap((root) => folders.map((folder) => join(root, folder)))
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && endings.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}

function rowsOf(path: string): Row[] {
  const [head = "", ...lines] = readFileSync(path, "utf8").trim().split("\n");
  const columns = head.split("\t");
  return lines.map((line) => Object.fromEntries(line.split("\t").map((cell, index) => [columns[index] ?? "", cell])));
}
