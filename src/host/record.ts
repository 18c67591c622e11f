import { join } from "node:path";
import { compareText } from "../source/compare.ts";
import { isArray, isObject, type Json, member } from "../source/json.ts";
import { Failure } from "./failure.ts";
import { readPlainFile } from "./plain-file.ts";

/** The name of the record in an output folder. */
export const recordName = ".written.json";

/** The newest form of the record that this version reads and the one that it writes. */
const formatVersion = 1;

/**
 * Which files of an output folder the compiler wrote, each with the sha256 of its text.
 * While a write is under way a file has two: what it was and what it is to be, so that a run after a crash knows both as its own.
 */
export type Hashes = ReadonlyMap<string, readonly string[]>;

export interface OutputRecord {
  readonly hashes: Hashes;
  /** The folder in which an unfinished write prepared its files. */
  readonly staging: string | undefined;
  /** As it was read; empty where there was none. */
  readonly text: string;
}

export function readRecord(folder: string): OutputRecord {
  const path = join(folder, recordName);
  const content = readPlainFile(path);
  if (content === "absent") return { hashes: new Map(), staging: undefined, text: "" };
  if (typeof content === "string")
    throw new Failure(`"${path}" is no plain file.`, "The compiler keeps there what it wrote. Move what is there out of the way.");
  const text = Buffer.from(content).toString("utf8");
  const record = parseRecord(text, path);
  const files = member(record, "files");
  const staging = member(record, "staging");
  return {
    hashes: new Map(
      isObject(files) ? Object.entries(files).map(([file, hash]) => [file, (isArray(hash) ? hash : [hash]).map(String)]) : [],
    ),
    staging: typeof staging === "string" && isStaging(staging) ? staging : undefined,
    text,
  };
}

function parseRecord(text: string, path: string): Json {
  let record: Json;
  try {
    record = JSON.parse(text);
  } catch {
    const help =
      "It says which files of the folder are the compiler's. Delete the whole folder, if it holds nothing else, and compile again.";
    throw new Failure(`"${path}" cannot be read.`, help);
  }
  const version = member(record, "formatVersion");
  if (typeof version === "number" && version > formatVersion) {
    throw new Failure(
      `"${path}" has format version ${version}, and this toolsetc knows ${formatVersion}.`,
      "A newer toolsetc wrote this folder. Use that one.",
    );
  }
  return record;
}

/** A line a file. Written piece by piece: an object with a key a file would be slower to build than all of this. */
export function recordText({ hashes, staging }: Pick<OutputRecord, "hashes" | "staging">): string {
  const files = [...hashes]
    .sort(([a], [b]) => compareText(a, b))
    .map(
      ([path, [first = "", ...others]]) => `  ${JSON.stringify(path)}: ${JSON.stringify(others.length === 0 ? first : [first, ...others])}`,
    );
  const members = [
    `"formatVersion": ${formatVersion}`,
    ...(staging === undefined ? [] : [`"staging": ${JSON.stringify(staging)}`]),
    files.length === 0 ? '"files": {}' : `"files": {\n${files.join(",\n")}\n }`,
  ];
  return `{\n ${members.join(",\n ")}\n}\n`;
}

/** Only a name that this compiler gives is ever removed with all that is in it. */
export const stagingPrefix = ".writing-";

function isStaging(name: string): boolean {
  return /^\.writing-[A-Za-z0-9]{6}$/.test(name);
}
