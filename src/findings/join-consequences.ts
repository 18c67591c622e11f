import { compareSeverities } from "../diagnostic/severities.ts";
import { type Finding, placeKey } from "./finding.ts";
import { notesOfOthers, sameAt } from "./group-by-cause.ts";

/**
 * Makes notes of the findings that say what follows from another finding, such as the operations that are omitted because of an invalid
 * value. A finding stays, with a note about the place of its cause, if the cause is not shown, or only with a lower severity.
 */
export function joinConsequences<Some extends Finding>(findings: readonly Some[]): Some[] {
  if (findings.every(({ causedAt }) => causedAt === undefined)) return [...findings];
  const causeOf = causesOf(findings);
  const consequences = new Map<Some, Some[]>();
  const left = findings.filter((finding) => {
    const cause = causeOf(finding);
    if (cause === undefined || compareSeverities(finding.severity, cause.severity) > 0) return true;
    addTo(consequences, cause, finding);
    return false;
  });
  return left.map((finding) => {
    const noted = withCauseNote(finding);
    return { ...noted, related: [...noted.related, ...consequenceNotes(consequences.get(finding) ?? [])] };
  });
}

/** The finding with a note about the place of its cause, if it follows from another one elsewhere. */
export function withCauseNote<Some extends Finding>(finding: Some): Some {
  const { causedAt, mark, pointer, related } = finding;
  if (causedAt === undefined || causedAt.key === placeKey(mark, pointer)) return finding;
  return { ...finding, related: [{ message: "The error is here.", mark: causedAt.mark }, ...related] };
}

/** Returns a function that finds the cause of a finding, also over one that follows from the cause itself, such as a reference without a target. */
function causesOf<Some extends Finding>(findings: readonly Some[]): (finding: Some) => Some | undefined {
  const causes = causesByPlace(findings);
  const between = new Map<string, string>();
  for (const { mark, pointer, causedAt } of findings) {
    if (causedAt === undefined || causedAt.key === placeKey(mark, pointer)) continue;
    // What depends on a reference follows from its text, or from the object that has it.
    for (const place of [pointer, pointer.replace(/\/\$ref$/, "")]) between.set(placeKey(mark, place), causedAt.key);
  }
  return ({ causedAt }) => causedAt && (causes.get(causedAt.key) ?? causes.get(between.get(causedAt.key) ?? ""));
}

/** The finding that is the cause of others at a place: the most severe one there or, if there is none, the most severe one inside of the value. */
function causesByPlace<Some extends Finding>(findings: readonly Some[]): ReadonlyMap<string, Some> {
  const there = new Map<string, Some>();
  const inside = new Map<string, Some>();
  for (const finding of findings) {
    if (finding.causedAt !== undefined) continue;
    const { mark, pointer } = finding;
    setWorse(there, placeKey(mark, pointer), finding);
    for (let end = pointer.lastIndexOf("/"); end > 0; end = pointer.lastIndexOf("/", end - 1))
      setWorse(inside, placeKey(mark, pointer.slice(0, end)), finding);
  }
  return new Map([...inside, ...there]);
}

function setWorse<Some extends Finding>(map: Map<string, Some>, key: string, finding: Some): void {
  const known = map.get(key);
  if (known === undefined || compareSeverities(finding.severity, known.severity) > 0) map.set(key, finding);
}

/** A note for each consequence. Of those with the same code, only the first says what follows. */
function consequenceNotes(consequences: readonly Finding[]): Finding["related"] {
  const byCode = new Map<string, Finding[]>();
  for (const finding of consequences) addTo(byCode, finding.code, finding);
  return [...byCode.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return [];
    const message = others.length === 0 ? first.message : `${first.message} ${sameAt(others.length)}.`;
    return [{ message, mark: first.mark }, ...first.related, ...notesOfOthers(others)];
  });
}

function addTo<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
  const known = lists.get(key);
  if (known === undefined) lists.set(key, [value]);
  else known.push(value);
}
