import { type Hashes, type OutputRecord, recordName, toolsetFolder, toolsetRecordText } from "./record.ts";

/** The records that an output folder has after a write. */
export interface RecordFiles {
  /** The hashes in the record of the output folder. */
  readonly own: Hashes;
  /** The texts of the records of toolsets, by path. */
  readonly ofToolsets: ReadonlyMap<string, string>;
}

/**
 * Divides the hashes of an output folder among its record and those of its toolsets. A file in one of `toolsetFolders` is in the record of
 * that folder; every other file stays where it is recorded.
 */
export function divideRecord(
  hashes: Hashes,
  toolsetFolders: readonly string[],
  { inToolsetRecord }: Pick<OutputRecord, "inToolsetRecord">,
): RecordFiles {
  const folders = new Set(toolsetFolders);
  const own = new Map<string, readonly string[]>();
  const parts = new Map<string, Map<string, readonly string[]>>();
  for (const [path, known] of hashes) {
    const folder = toolsetFolder(path);
    if (folder === undefined || !(folders.has(folder) || inToolsetRecord.has(path))) own.set(path, known);
    else {
      const part = parts.get(folder) ?? new Map();
      parts.set(folder, part.set(path.slice(folder.length), known));
    }
  }
  return { own, ofToolsets: new Map([...parts].map(([folder, part]) => [folder + recordName, toolsetRecordText(part)])) };
}
