import { join } from "node:path";
import { isArray, isObject, type Json, member } from "../../source/json/json.ts";
import { compareText } from "../../source/text/compare.ts";
import { Failure } from "../failure.ts";
import { readPlainFile } from "../plain-file.ts";

/** The name of the record in an output folder. */
export const recordName = ".written.json";

/** The version of the format in which records are written. Newer versions cannot be read. */
const formatVersion = 1;

/**
 * The files of an output folder that the compiler wrote, with the SHA-256 of their texts. During a write, a file has the hashes of its old
 * and its new text, so that a run after a crash recognizes either text.
 */
export type Hashes = ReadonlyMap<string, readonly string[]>;

/** The content of `.written.json`. */
export interface OutputRecord {
  readonly hashes: Hashes;
  /** The folder from which an unfinished write moves its files. If it is set, some files of the output folder may be missing. */
  readonly staging: string | undefined;
  /** The version of the compiler that wrote the record; empty if the version is unknown. */
  readonly compiler: string;
  /** The text of the record; empty if the folder has no record. */
  readonly text: string;
}

/** Reads the record of an output folder. Throws a `Failure` if the record cannot be read, or if its format is newer than this compiler. */
export function readRecord(folder: string): OutputRecord {
  const path = join(folder, recordName);
  const content = readPlainFile(path);
  if (content === "absent") return { hashes: new Map(), staging: undefined, compiler: "", text: "" };
  if (typeof content === "string")
    throw new Failure(
      `"${path}" is not a plain file.`,
      "The compiler writes its record of written files to this path. Move or delete the existing file.",
    );
  const text = Buffer.from(content).toString("utf8");
  const record = parseRecord(text, path);
  const files = member(record, "files");
  const staging = member(record, "staging");
  const compiler = member(record, "compiler");
  return {
    hashes: new Map(
      isObject(files) ? Object.entries(files).map(([file, hash]) => [file, (isArray(hash) ? hash : [hash]).map(String)]) : [],
    ),
    staging: typeof staging === "string" && isStaging(staging) ? staging : undefined,
    compiler: typeof compiler === "string" ? compiler : "",
    text,
  };
}

/** Whether a record was written after a complete write of exactly the files with these hashes. */
export function isRecordOf(hashes: Hashes, { hashes: recorded, staging }: Pick<OutputRecord, "hashes" | "staging">): boolean {
  return (
    staging === undefined &&
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
 * The text of a record, with one line for each file. The text is concatenated, since building an object with a key for each file is slower.
 */
export function recordText({ hashes, staging, compiler }: Omit<OutputRecord, "text">): string {
  const files = [...hashes]
    .sort(([a], [b]) => compareText(a, b))
    .map(
      ([path, [first = "", ...others]]) => `  ${JSON.stringify(path)}: ${JSON.stringify(others.length === 0 ? first : [first, ...others])}`,
    );
  const members = [
    `"formatVersion": ${formatVersion}`,
    `"compiler": ${JSON.stringify(compiler)}`,
    ...(staging === undefined ? [] : [`"staging": ${JSON.stringify(staging)}`]),
    files.length === 0 ? '"files": {}' : `"files": {\n${files.join(",\n")}\n }`,
  ];
  return `{\n ${members.join(",\n ")}\n}\n`;
}

/** The prefix of staging folders. */
export const stagingPrefix = ".writing-";

/** Whether a file has the name of a staging folder. */
export function isStaging(name: string): boolean {
  return /^\.writing-[A-Za-z0-9]{6}$/.test(name);
}
