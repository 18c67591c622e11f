import type { Host } from "../project/load.ts";
import type { Content } from "../project/read-files.ts";
import { sha256 } from "../source/hash.ts";

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
  for (const [path, content] of reads) if (contentKey(await host.read(path)) !== content) return true;
  return false;
}

/** Reads the same paths again. Returns their content and the paths whose content has changed. */
export async function readAgain({ reads, listing }: Reads, host: Host): Promise<Reads & { readonly changed: readonly string[] }> {
  const now = await Promise.all(reads.map(async ([path]) => [path, contentKey(await host.read(path))] as const));
  const changed = now.filter(([, content], index) => content !== reads[index]?.[1]).map(([path]) => path);
  return { reads: now, listing: listing === null ? null : listingKey(await host.list()), changed };
}

function contentKey(content: Content): string {
  return typeof content === "string" ? content : sha256(content);
}

function listingKey(paths: readonly string[]): string {
  return sha256([...paths].sort().join("\n"));
}
