import type { Json } from "../json/json.ts";

/**
 * The newest format of snapshots, which this version of toolsetc writes. A snapshot without a `formatVersion` is an unchanged response of a
 * service.
 */
export const snapshotFormat = "1.0";

/** Whether this version of toolsetc can read a file with a certain `formatVersion`. */
export type FormatVersion =
  | { readonly kind: "readable" }
  /** A later version of toolsetc wrote the file. `needs` is the format version of the file. */
  | { readonly kind: "too-new"; readonly needs: string }
  | { readonly kind: "malformed" };

/**
 * Reads the format version of a manifest, lock, snapshot or configuration: `major.minor`, by default 1.0. Older formats can be
 * read. A file of a later minor version may contain something that this reader would ignore, so it is rejected like one of a later
 * major version.
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
