import { readdirSync } from "node:fs";
import { join } from "node:path";
import { isArray, isObject, type Json, member } from "../../source/json/json.ts";
import { compareText } from "../../source/text/compare.ts";
import { Failure } from "../failure.ts";
import { statsOf } from "../output-folder.ts";
import { readPlainFile } from "../plain-file.ts";

/** The name of the record in an output folder, and in the folder of each toolset. */
export const recordName = ".written.json";

/**
 * Whether a folder with files of these names contains only output of the compiler. A folder with a configuration is a project, even if output
 * was written to it.
 */
export function isOutput(names: readonly string[]): boolean {
  return names.includes(recordName) && !names.some((name) => /^toolsetc\.ya?ml$/.test(name));
}

/** The version of the format in which records are written. Newer versions cannot be read. Version 1 had no records of toolsets. */
const formatVersion = 2;

/**
 * The files of an output folder that the compiler wrote, with the SHA-256 of their texts. During a write, a file has the hashes of its old
 * and its new text, so that a run after a crash recognizes either text.
 */
export type Hashes = ReadonlyMap<string, readonly string[]>;

/** The content of `.written.json` in an output folder and in the folders of its toolsets. All paths are relative to the output folder. */
export interface OutputRecord {
  readonly hashes: Hashes;
  /** The folder from which an unfinished write moves its files. If it is set, some files of the output folder may be missing. */
  readonly staging: string | undefined;
  /** The files after the unfinished write, with the records of toolsets; empty if there is no unfinished write. */
  readonly next: Hashes;
  /** The records of toolsets before and after the unfinished write. */
  readonly records: Hashes;
  /** The version of the compiler that wrote the record; empty if the version is unknown. */
  readonly compiler: string;
  /** The files that are in the record of a toolset. All others are in the record of the output folder. */
  readonly inToolsetRecord: ReadonlySet<string>;
  /** The texts of the records by their paths, that of the output folder first. */
  readonly texts: ReadonlyMap<string, string>;
  /** All texts; empty if the folder has no record. */
  readonly text: string;
}

/** The folder of the toolset that contains a file, such as `toolsets/github/`; `undefined` if the file is in no such folder. */
export function toolsetFolder(path: string): string | undefined {
  return /^toolsets\/[^/]+\//.exec(path)?.[0];
}

/** Reads the records of an output folder. Throws a `Failure` if one cannot be read, or if its format is newer than this compiler. */
export function readRecord(folder: string): OutputRecord {
  const file = readRecordFile(join(folder, recordName));
  const own = file === undefined || file.isPart ? noRecord : file;
  const parts = toolsetRecords(folder);
  const texts = new Map([
    ...(own === noRecord ? [] : [[recordName, own.text] as const]),
    ...parts.map(({ path, file }) => [path, file.text] as const),
  ]);
  // The record of an unfinished write has all files, since those of toolsets may have been replaced already.
  const isUnfinished = own.staging !== undefined;
  const ofToolsets = parts.flatMap(({ folder, file }) => [...file.files].map(([path, hashes]) => [folder + path, hashes] as const));
  const hashes = isUnfinished ? own.files : new Map([...own.files, ...ofToolsets]);
  const isInPart = (path: string) => own.records.has(`${toolsetFolder(path)}${recordName}`);
  return {
    hashes,
    staging: own.staging,
    next: own.next,
    records: own.records,
    compiler: own.compiler,
    inToolsetRecord: new Set(isUnfinished ? [...hashes.keys()].filter(isInPart) : ofToolsets.map(([path]) => path)),
    texts,
    text: [...texts.values()].join(""),
  };
}

const none: Hashes = new Map();
const noRecord: RecordFile = { files: none, staging: undefined, next: none, records: none, compiler: "", text: "", isPart: false };

/** The staging folder that an unfinished write of an output folder moves its files from; `undefined` if all writes are finished. */
export function stagingOf(folder: string): string | undefined {
  return readRecordFile(join(folder, recordName))?.staging;
}

/** Whether a folder has a record of its own, and so is an output folder. The folder of a toolset only has a part of a record. */
export function isOutputFolder(folder: string): boolean {
  const record = readRecordFile(join(folder, recordName));
  return record !== undefined && !record.isPart;
}

/** A record as it is in its file. Its paths are relative to its folder. */
interface RecordFile extends Pick<OutputRecord, "staging" | "next" | "records" | "compiler" | "text"> {
  readonly files: Hashes;
  /** Whether this is the record of a toolset, not of an output folder. */
  readonly isPart: boolean;
}

interface ToolsetRecord {
  readonly path: string;
  readonly folder: string;
  readonly file: RecordFile;
}

/** The records of the toolsets of an output folder. The folder of a toolset may be the output folder of another target, with its own record. */
function toolsetRecords(folder: string): ToolsetRecord[] {
  const toolsets = join(folder, "toolsets");
  if (statsOf(toolsets)?.isDirectory() !== true) return [];
  const entries = readdirSync(toolsets, { withFileTypes: true }).sort((a, b) => compareText(a.name, b.name));
  return entries.flatMap((entry): ToolsetRecord[] => {
    const within = `toolsets/${entry.name}/`;
    const path = within + recordName;
    const file = entry.isDirectory() ? readRecordFile(join(folder, path)) : undefined;
    return file?.isPart ? [{ path, folder: within, file }] : [];
  });
}

function readRecordFile(path: string): RecordFile | undefined {
  const content = readPlainFile(path);
  if (content === "absent") return undefined;
  if (typeof content === "string")
    throw new Failure(
      `"${path}" is not a plain file.`,
      "The compiler writes its record of written files to this path. Move or delete the existing file.",
    );
  const text = Buffer.from(content).toString("utf8");
  const record = hasConflict(text) ? recordOfBothSides(text) : parseRecord(text, path);
  const staging = member(record, "staging");
  const compiler = member(record, "compiler");
  return {
    files: hashesIn(member(record, "files")),
    staging: typeof staging === "string" && isStaging(staging) ? staging : undefined,
    next: hashesIn(member(record, "next")),
    records: hashesIn(member(record, "records")),
    compiler: typeof compiler === "string" ? compiler : "",
    text,
    isPart: member(record, "outputFolder") === outputFolder,
  };
}

function hashesIn(files: Json | undefined): Hashes {
  return new Map(isObject(files) ? Object.entries(files).map(([file, hash]) => [file, (isArray(hash) ? hash : [hash]).map(String)]) : []);
}

/** The relative path from the folder of a toolset to its output folder. Only the record of a toolset has it: see `isPart`. */
const outputFolder = "../..";

/** Whether Git has written the lines of two branches into a record, with the marks of a conflict. */
export function hasConflict(record: string): boolean {
  return /^<{7} /m.test(record);
}

/** Whether a record was written after a complete write of exactly the files with these hashes. */
export function isRecordOf(
  hashes: Hashes,
  { hashes: recorded, staging, text }: Pick<OutputRecord, "hashes" | "staging" | "text">,
): boolean {
  return (
    staging === undefined &&
    !hasConflict(text) &&
    recorded.size === hashes.size &&
    [...hashes].every(([path, [hash]]) => recorded.get(path)?.length === 1 && recorded.get(path)?.[0] === hash)
  );
}

function parseRecord(text: string, path: string): Json {
  let record: Json;
  try {
    record = JSON.parse(text);
  } catch {
    const help =
      "This file lists the files that the compiler wrote to the folder. Delete the folder, if it contains nothing else, and compile again.";
    throw new Failure(`"${path}" is damaged: it is not valid JSON.`, help);
  }
  const version = member(record, "formatVersion");
  if (typeof version === "number" && version > formatVersion) {
    throw new Failure(
      `"${path}" has format version ${version}, and this version of toolsetc reads ${formatVersion}.`,
      "A newer version of toolsetc wrote this folder. Use that version.",
    );
  }
  return record;
}

/**
 * The content of a record with marks of a conflict: each file has the hashes of all sides, since the compiler wrote all of them. The record
 * is written anew by the next write.
 */
function recordOfBothSides(text: string): Json {
  const files = new Map<string, string[]>();
  for (const [, path = "", hash = ""] of text.matchAll(/^ {2}("(?:[^"\\]|\\.)+"): "([0-9a-f]{64})",?\r?$/gm)) {
    const name = String(JSON.parse(path));
    files.set(name, [...(files.get(name) ?? []), hash]);
  }
  return { files: Object.fromEntries(files), ...(text.includes(`"outputFolder": "${outputFolder}"`) ? { outputFolder } : {}) };
}

/** The text of the record of an output folder after a write. */
export function recordText(hashes: Hashes, compiler: string): string {
  return printed([`"compiler": ${JSON.stringify(compiler)}`, `"files": ${printedHashes(hashes)}`]);
}

/** The text of the record of an output folder during a write. */
export function unfinishedRecordText({
  hashes,
  staging,
  next,
  records,
  compiler,
}: Pick<OutputRecord, "hashes" | "next" | "records" | "compiler"> & { readonly staging: string }): string {
  return printed([
    `"compiler": ${JSON.stringify(compiler)}`,
    `"staging": ${JSON.stringify(staging)}`,
    `"next": ${printedHashes(next)}`,
    `"records": ${printedHashes(records)}`,
    `"files": ${printedHashes(hashes)}`,
  ]);
}

/** The text of the record of a toolset. The paths are relative to its folder. */
export function toolsetRecordText(hashes: Hashes): string {
  return printed([`"outputFolder": ${JSON.stringify(outputFolder)}`, `"files": ${printedHashes(hashes)}`]);
}

function printed(members: readonly string[]): string {
  return `{\n ${[`"formatVersion": ${formatVersion}`, ...members].join(",\n ")}\n}\n`;
}

/** Sorted, with one line for each file. The text is concatenated, since building an object with a key for each file is slower. */
function printedHashes(hashes: Hashes): string {
  const lines = [...hashes]
    .sort(([a], [b]) => compareText(a, b))
    .map(
      ([path, [first = "", ...others]]) => `  ${JSON.stringify(path)}: ${JSON.stringify(others.length === 0 ? first : [first, ...others])}`,
    );
  return lines.length === 0 ? "{}" : `{\n${lines.join(",\n")}\n }`;
}

/** The prefix of staging folders. */
export const stagingPrefix = ".writing-";

/** Whether a file has the name of a staging folder. */
export function isStaging(name: string): boolean {
  return /^\.writing-[A-Za-z0-9]{6}$/.test(name);
}
