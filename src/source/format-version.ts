import type { Json } from "./json.ts";

/** The form of snapshots that this version writes, and the newest that it reads. Without one a snapshot is as the service gave it. */
export const snapshotFormat = "1.0";

/** What a file's `formatVersion` means to a reader that knows `supported`, such as `1.2`. */
export type FormatVersion =
  | { readonly kind: "readable" }
  /** Made by a later version of toolsetc than this one. `needs` is the format that it must know. */
  | { readonly kind: "too-new"; readonly needs: string }
  | { readonly kind: "malformed" };

/**
 * The rule for manifests, locks, snapshots and configurations alike: `major.minor`, and 1.0 where there is none.
 * Older ones are read. A later minor version may have said something in a way that this reader would pass over, so it
 * is refused like a later major one.
 */
export function readFormatVersion(version: Json | undefined, supported: string): FormatVersion {
  const written = parse(version === undefined ? "1.0" : version);
  const known = parse(supported);
  if (known === undefined) throw new Error(`${JSON.stringify(supported)} is not a format version.`);
  if (written === undefined) return { kind: "malformed" };
  const isNewer = written.major > known.major || (written.major === known.major && written.minor > known.minor);
  return isNewer ? { kind: "too-new", needs: `${written.major}.${written.minor}` } : { kind: "readable" };
}

function parse(version: Json): { major: number; minor: number } | undefined {
  const found = typeof version === "string" ? /^(0|[1-9]\d{0,5})\.(0|[1-9]\d{0,5})$/.exec(version) : null;
  return found === null ? undefined : { major: Number(found[1]), minor: Number(found[2]) };
}
