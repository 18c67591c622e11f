import { dirname, join, resolve } from "node:path";
import { compareText } from "../source/compare.ts";
import { sha256 } from "../source/hash.ts";
import type { File } from "../targets/target.ts";
import { Failure } from "./failure.ts";
import { outputFolder, statsOf } from "./output-folder.ts";
import { plainText } from "./plain-file.ts";
import { type Hashes, type OutputRecord, readRecord, recordName } from "./record.ts";

/** What is to be in an output folder. */
export interface FolderOutput {
  /** The project's root; nothing that holds it is written to. */
  readonly root: string;
  /** From the root, or absolute. */
  readonly out: string;
  readonly files: readonly File[];
  /** `part`: something did not compile, so former files stay, but for those in the folder of a toolset that did. */
  readonly extent: "whole" | "part";
  /** Whether a text is in a form that only the compiler writes. The record alone does not tell: it is a file that anyone can change. */
  readonly isGenerated: (text: string) => boolean;
  /** Whether to write into a folder that has files and no record, which is hardly the folder that was meant. */
  readonly beside: "nothing" | "files";
}

/** What a write would do, settled before anything is touched. */
export interface Plan {
  readonly folder: string;
  readonly added: readonly File[];
  readonly changed: readonly (File & { readonly former: string })[];
  readonly removed: readonly { readonly path: string; readonly former: string }[];
  readonly unchanged: readonly string[];
  /** Former files that stay, by path. */
  readonly kept: readonly string[];
  /** The record as it is to be. */
  readonly hashes: Hashes;
  /** The record as it is. */
  readonly record: OutputRecord;
  readonly isRecordCurrent: boolean;
  /** Files that are not the compiler's and stand where it is to write or remove. */
  readonly obstacles: readonly string[];
}

/** Outputs that go to one folder as one: written apart, each would remove what the other wrote. */
export function byFolder(outputs: readonly FolderOutput[]): FolderOutput[] {
  const folders = new Map<string, FolderOutput>();
  for (const output of outputs) {
    const folder = resolve(output.root, output.out);
    const known = folders.get(folder);
    folders.set(
      folder,
      known === undefined
        ? output
        : { ...known, files: mergeFiles(known.files, output), extent: known.extent === "part" ? "part" : output.extent },
    );
  }
  return [...folders.values()];
}

/**
 * Two targets may write the same file, as each has the manifests, but not two files of one name. What the configuration sends to
 * one folder was found before; `--out` sends everything to one, and two ways may lead to one.
 */
function mergeFiles(known: readonly File[], { files, out }: FolderOutput): File[] {
  const texts = new Map(known.map(({ path, text }) => [path, text]));
  const differing = files.find(({ path, text }) => texts.has(path) && texts.get(path) !== text);
  if (differing !== undefined) {
    throw new Failure(
      `Two targets write a file "${differing.path}" to "${out}", each its own.`,
      "Give each target an output folder of its own in toolsetc.yaml, and compile without --out.",
    );
  }
  return [...known, ...files.filter(({ path }) => !texts.has(path))];
}

/** Compares a folder with what is to be in it. Throws, naming each, where a file that is not the compiler's stands in the way. */
export function planWrite(output: FolderOutput): Plan {
  const plan = compareFolder(output);
  if (plan.obstacles.length > 0) failOnObstacles(plan.obstacles, plan.record.hashes, output.out);
  return plan;
}

/** The same for who does not write yet: while another run writes, its files look like somebody's. */
export function compareFolder({ root, out, files, extent, isGenerated }: FolderOutput): Plan {
  const folder = outputFolder(root, out);
  const record = readRecord(folder);
  const readFormer = formerReader(folder);
  const added: File[] = [];
  const changed: (File & { readonly former: string })[] = [];
  const removed: { readonly path: string; readonly former: string }[] = [];
  const unchanged: string[] = [];
  const kept: string[] = [];
  const obstacles: string[] = [];
  const hashes = new Map<string, readonly string[]>();
  const compiled = new Set(files.map(({ path }) => toolsetFolder(path)));

  for (const file of files) {
    checkPath(file.path);
    if (hashes.has(file.path)) throw new Error(`${file.path} is written twice`);
    hashes.set(file.path, [sha256(file.text)]);
    const former = readFormer(file.path);
    if (former === undefined) added.push(file);
    else if (former === file.text || normalizeLineEndings(former) === file.text) unchanged.push(file.path);
    else if (isOwn(former, record.hashes.get(file.path)) && isGenerated(normalizeLineEndings(former))) changed.push({ ...file, former });
    else obstacles.push(file.path);
  }
  for (const [path, known] of record.hashes) {
    if (hashes.has(path)) continue;
    checkPath(path);
    const former = readFormer(path);
    if (former === undefined) continue;
    const toolset = toolsetFolder(path);
    if (extent === "part" && (toolset === undefined || !compiled.has(toolset))) {
      kept.push(path);
      hashes.set(path, known);
    } else if (isOwn(former, known) && isGenerated(normalizeLineEndings(former))) removed.push({ path, former });
    else obstacles.push(path);
  }

  const isRecordCurrent =
    record.staging === undefined &&
    record.hashes.size === hashes.size &&
    [...hashes].every(([path, [hash]]) => record.hashes.get(path)?.length === 1 && record.hashes.get(path)?.[0] === hash);
  return {
    folder,
    added,
    changed,
    removed,
    unchanged,
    kept,
    hashes,
    record,
    isRecordCurrent,
    obstacles,
  };
}

/** `toolsets/github/` of what lies in it; all other files stand alone. */
function toolsetFolder(path: string): string | undefined {
  return /^toolsets\/[^/]+\//.exec(path)?.[0];
}

/** Names are minted by targets and written in the record, which a merge or a stranger may have changed: neither leads out of the folder. */
function checkPath(path: string): void {
  const steps = path.split("/");
  if (
    path === recordName ||
    path.includes("\\") ||
    path.includes(":") ||
    path.includes("\0") ||
    steps.some((step) => step === "" || step === "." || step === "..")
  ) {
    throw new Failure(
      `${JSON.stringify(path)} is not a path in the output folder.`,
      `If "${recordName}" names it, delete the folder and compile again.`,
    );
  }
}

/** The text of a file that is there. Each folder on the way is looked at once, so that none is a link. */
function formerReader(folder: string): (path: string) => string | undefined {
  const folders = new Map<string, boolean>();
  const isFolder = (path: string): boolean => {
    const known = folders.get(path);
    if (known !== undefined) return known;
    const isThere = (path === "." || isFolder(dirname(path))) && isPlainFolder(join(folder, path));
    folders.set(path, isThere);
    return isThere;
  };
  return (path) => {
    if (!isFolder(dirname(path))) return undefined;
    const stats = statsOf(join(folder, path));
    if (stats === undefined) return undefined;
    if (!stats.isFile())
      throw new Failure(
        `"${join(folder, path)}" is not a plain file.`,
        "A file is to be written there. Move what is there out of the way.",
      );
    return plainText(join(folder, path), Number.POSITIVE_INFINITY);
  };
}

function isPlainFolder(path: string): boolean {
  const stats = statsOf(path);
  if (stats === undefined) return false;
  if (stats.isDirectory()) return true;
  throw new Failure(
    `"${path}" is not a plain folder.`,
    "Files are to be written into it, and links are not followed. Move it out of the way.",
  );
}

function isOwn(text: string, hashes: readonly string[] | undefined): boolean {
  if (hashes === undefined) return false;
  return hashes.includes(sha256(text)) || (text.includes("\r\n") && hashes.includes(sha256(normalizeLineEndings(text))));
}

/** Git on Windows may have changed the ends of lines, which does not make a file the user's. */
function normalizeLineEndings(text: string): string {
  return text.includes("\r\n") ? text.replaceAll("\r\n", "\n") : text;
}

function failOnObstacles(paths: readonly string[], hashes: Hashes, out: string): never {
  const named = [...paths]
    .sort(compareText)
    .slice(0, 10)
    .map((path) => `"${path}" ${hashes.has(path) ? "was written or edited by hand" : "is not the compiler's"}`);
  const more = paths.length > 10 ? ` and ${paths.length - 10} more` : "";
  const help =
    "Nothing was written. The compiler never overwrites or removes what it did not write. Move or delete these files, and compile again.";
  throw new Failure(`In the output folder "${out}", ${named.join(", ")}${more}.`, help);
}
