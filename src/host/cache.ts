import { randomUUID } from "node:crypto";
import { existsSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Host } from "../project/load.ts";
import { sha256 } from "../source/hash.ts";
import { makeFolder } from "./make-folder.ts";
import { statsOf } from "./output-folder.ts";
import { plainText } from "./plain-file.ts";
import { importForm } from "./tsconfig.ts";

/** What a run read, wrote and printed. The next run compares it to know that it would do the same. */
interface CacheEntry {
  /** By path from the root: the sha256 of the content, or why it could not be read. */
  readonly reads: readonly (readonly [path: string, content: string])[];
  /** The sha256 of the list of files; `null` if the files were not listed. */
  readonly listing: string | null;
  readonly outputs: readonly {
    readonly folder: string;
    readonly files: readonly (readonly [path: string, size: number, changed: number])[];
  }[];
  /** The forms of imports, which depend on files around the output folders. */
  readonly imports: readonly (readonly [folder: string, extension: string])[];
  readonly said: string;
  readonly closing: string;
  readonly exitCode: number;
}

export interface CachedRun {
  readonly said: string;
  readonly closing: string;
  readonly exitCode: number;
  readonly folders: readonly { readonly folder: string; readonly files: number }[];
}

/** A host that records all reads. */
export interface RecordingHost extends Host {
  readonly notes: () => Pick<CacheEntry, "reads" | "listing">;
}

/** The number of entries that are kept, one for each combination of arguments; the oldest are removed. */
const maxEntries = 20;

/** The path of a cache entry, in the usual folder for caches of tools. `undefined` without a `node_modules` folder: nothing is cached. */
export function cacheFile(base: string, key: readonly unknown[]): string | undefined {
  for (let folder = base; ; folder = dirname(folder)) {
    const modules = join(folder, "node_modules");
    if (existsSync(modules)) {
      const cache = join(modules, ".cache", "toolsetc");
      // A checked-out link could lead to a folder of the user, where files would be written and removed.
      return [dirname(cache), cache].some((path) => statsOf(path)?.isSymbolicLink())
        ? undefined
        : join(cache, `${sha256(JSON.stringify(key))}.json`);
    }
    if (dirname(folder) === folder) return undefined;
  }
}

export function recordReads(host: Host): RecordingHost {
  const reads = new Map<string, string>();
  let listing: string | null = null;
  return {
    read: async (path) => {
      const content = await host.read(path);
      reads.set(path, contentKey(content));
      return content;
    },
    list: async () => {
      const paths = await host.list();
      listing = listingKey(paths);
      return paths;
    },
    notes: () => ({ reads: [...reads], listing }),
  };
}

/** The output of the former run, if everything that it read and wrote is unchanged. */
export async function readCache(file: string, host: Host): Promise<CachedRun | undefined> {
  const memory = parseEntry(file);
  if (memory === undefined || !memory.outputs.every(isUntouched)) return undefined;
  if (memory.listing !== null && listingKey(await host.list()) !== memory.listing) return undefined;
  for (const [path, content] of memory.reads) if (contentKey(await host.read(path)) !== content) return undefined;
  if (!memory.imports.every(([folder, extension]) => importForm(folder).extension === extension)) return undefined;
  const { said, closing, exitCode, outputs } = memory;
  return { said, closing, exitCode, folders: outputs.map(({ folder, files }) => ({ folder, files: files.length })) };
}

/** `outputs` are the folders that were written, with all files that the compiler has in them. */
export function writeCache(
  file: string,
  host: RecordingHost,
  run: {
    readonly outputs: readonly { readonly folder: string; readonly files: readonly string[] }[];
    readonly imports: CacheEntry["imports"];
    readonly said: string;
    readonly closing: string;
    readonly exitCode: number;
  },
): void {
  const draft = `${file}.${randomUUID().slice(0, 8)}`;
  try {
    // Another run may have changed them since.
    const outputs = run.outputs.map(({ folder, files }) => ({ folder, files: files.map((path) => stamp(folder, path)) }));
    const { imports, said, closing, exitCode } = run;
    const memory: CacheEntry = { ...host.notes(), outputs, imports, said, closing, exitCode };
    makeFolder(dirname(file));
    writeFileSync(draft, JSON.stringify(memory), { flag: "wx" });
    renameSync(draft, file);
    removeOldest(dirname(file));
  } catch {
    // A read-only project compiles, too, only without the cache.
    rmSync(draft, { force: true });
  }
}

function parseEntry(file: string): CacheEntry | undefined {
  try {
    // Only `remember` writes there; an unreadable entry is ignored.
    return JSON.parse(plainText(file) ?? "") as CacheEntry;
  } catch {
    return undefined;
  }
}

function isUntouched({ folder, files }: CacheEntry["outputs"][number]): boolean {
  return files.every(([path, size, changed]) => {
    const stats = statsOf(join(folder, path));
    return stats?.size === size && stats.mtimeMs === changed;
  });
}

function stamp(folder: string, path: string): [string, number, number] {
  const stats = statsOf(join(folder, path));
  if (stats === undefined) throw new Error(`${path} is gone.`);
  return [path, stats.size, stats.mtimeMs];
}

function removeOldest(folder: string): void {
  const names = readdirSync(folder).filter((name) => /^[0-9a-f]{64}\.json$/.test(name));
  const files = names.map((name) => ({ name, changed: statsOf(join(folder, name))?.mtimeMs ?? 0 }));
  for (const { name } of files.sort((a, b) => b.changed - a.changed).slice(maxEntries)) rmSync(join(folder, name), { force: true });
}

function contentKey(content: Awaited<ReturnType<Host["read"]>>): string {
  return typeof content === "string" ? content : sha256(content);
}

function listingKey(paths: readonly string[]): string {
  return sha256([...paths].sort().join("\n"));
}
