import type { Finding } from "../finding.ts";

/** The most notes with the same message that people read. */
export const maxAlike = 3;

/** The notes of a finding for people: of those that say the same of many places, only a few. The message of the finding has their number. */
export function readableNotes({ related }: Pick<Finding, "related">): Finding["related"] {
  const counts = new Map<string, number>();
  return related.filter(({ message }) => {
    const count = (counts.get(message) ?? 0) + 1;
    counts.set(message, count);
    return count <= maxAlike;
  });
}
