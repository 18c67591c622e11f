import { compareText } from "../source/text/compare.ts";
import { type Finding, withUniqueFingerprints } from "./finding.ts";

/** The most places of a cause that a finding lists beside its own, in formats for programs. The others are only counted. */
const maxListedPlaces = 100;

/**
 * Makes one finding of all findings of a file that have the same cause and severity: the first of them, with the number of places, and some
 * of the others as related places. Its fingerprint is that of the cause, so that it stays the same if a place is added or corrected.
 */
export function groupByCause<Some extends Finding>(findings: readonly Some[]): Some[] {
  const groups = new Map<unknown, Some[]>();
  for (const finding of findings) {
    const key = finding.cause === undefined ? finding : `${finding.cause} ${finding.severity}`;
    const group = groups.get(key) ?? [];
    groups.set(key, group);
    group.push(finding);
  }
  return withUniqueFingerprints([...groups.values()].flatMap(([first, ...others]) => (first === undefined ? [] : [joined(first, others)])));
}

function joined<Some extends Finding>(first: Some, others: readonly Some[]): Some {
  if (first.cause === undefined) return first;
  const named = { ...first, fingerprint: first.cause };
  if (others.length === 0) return named;
  const all = [first, ...others];
  return {
    ...named,
    message: `${first.message} ${sameAt(others.length)} of this file.`,
    places: all.length,
    toolsets: [...new Set(all.flatMap(({ toolsets }) => toolsets))].sort(compareText),
    tool: all.every(({ tool }) => tool === first.tool) ? first.tool : undefined,
    related: [...first.related, ...notesOfOthers(others)],
    fixes: [first, ...others.slice(0, maxListedPlaces)].flatMap(({ fixes }) => fixes),
  };
}

/** Says of a finding how many others it stands for. */
export function sameAt(count: number): string {
  return `The same applies at ${count === 1 ? "another place" : `${count} other places`}`;
}

/** A note for each of the first places that a finding stands for beside its own. */
export function notesOfOthers(others: readonly Finding[]): Finding["related"] {
  return others.slice(0, maxListedPlaces).flatMap(({ mark, related }) => [{ message: "The same applies here.", mark }, ...related]);
}
