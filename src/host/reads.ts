import type { Content } from "../project/files/read-files.ts";
import type { Host } from "../project/load.ts";
import { sha256 } from "../source/text/hash.ts";

/** The content that a run has read. */
export interface Reads {
  /** By path from the root: the SHA-256 of the content, or the reason why it could not be read. */
  readonly reads: readonly (readonly [path: string, content: string])[];
  /** The SHA-256 of the list of files; `null` if the files were not listed. */
  readonly listing: string | null;
}

/** A host that records the content that is read. */
export interface RecordingHost extends Host {
  readonly reads: () => Reads;
}

/** Wraps a host so that it records the content that is read. */
export function recordReads(host: Host): RecordingHost {
  const reads = new Map<string, string>();
  let listing: string | null = null;
  return {
    read: async (path, reach) => {
      const content = await host.read(path, reach);
      reads.set(path, contentKey(content));
      return content;
    },
    list: async () => {
      const paths = await host.list();
      listing = listingKey(paths);
      return paths;
    },
    reads: () => ({ reads: [...reads], listing }),
  };
}

/** The paths that were read and at which a file exists, even if it was too large. */
export function readPaths({ reads }: Reads): string[] {
  return reads.filter(([, content]) => !["absent", "folder", "outside"].includes(content)).map(([path]) => path);
}

/** Whether a run would read different content now. */
export async function isStale({ reads, listing }: Reads, host: Host): Promise<boolean> {
  if (listing !== null && listingKey(await host.list()) !== listing) return true;
  for (const [path, content] of reads) if (contentKey(await readRecorded(path, host)) !== content) return true;
  return false;
}

/**
 * Reads again the list of files, then the paths, that a run has read. In the other order, a file that is removed in between would be missing
 * in the list alone, so that nobody could say which file has changed.
 */
export async function readAgain({ reads, listing }: Reads, host: Host): Promise<Reads> {
  const listed = listing === null ? null : listingKey(await host.list());
  const now = await Promise.all(reads.map(async ([path]) => [path, contentKey(await readRecorded(path, host))] as const));
  return { reads: now, listing: listed };
}

/** Reads a path that a run has read. Only a configuration that another one extends is outside of the root. */
function readRecorded(path: string, host: Host): Promise<Content> {
  return path.startsWith("../") ? host.read(path, "repository") : host.read(path);
}

/** Whether two runs have read the same content. */
export function isSameContent(one: Reads, other: Reads): boolean {
  return one.listing === other.listing && changedPaths(one, other).length === 0;
}

/** The paths whose content has changed between two runs, then the paths of files that only the second run has read. */
export function changedPaths(before: Reads, now: Reads): string[] {
  const after = new Map(now.reads);
  const known = new Set(before.reads.map(([path]) => path));
  const changed = before.reads.filter(([path, content]) => (after.get(path) ?? content) !== content).map(([path]) => path);
  return [...changed, ...readPaths(now).filter((path) => !known.has(path))];
}

/** A cache of hashes by array. A host may return the same array several times, and never changes an array. */
const hashes = new WeakMap<Uint8Array, string>();

function contentKey(content: Content): string {
  if (typeof content === "string") return content;
  const hash = hashes.get(content) ?? sha256(content);
  hashes.set(content, hash);
  return hash;
}

function listingKey(paths: readonly string[]): string {
  return sha256([...paths].sort().join("\n"));
}
