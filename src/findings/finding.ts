import type { Diagnostic, PinnedParameter, Severity } from "../diagnostic/diagnostic.ts";
import { type Fix, type FixEdit, fixEditOf, fixesOf } from "../diagnostic/fix.ts";
import { type Mark, marksOf } from "../diagnostic/mark.ts";
import { placePath } from "../source/problem-index.ts";
import { compareText } from "../source/text/compare.ts";
import { authoredOrigin, type Place, pointerOf, type Tree } from "../source/tree.ts";
import { causeFingerprint, fingerprintOf, numberedFingerprint } from "./fingerprint.ts";

/** A diagnostic with all data that the report formats print. */
export interface Finding {
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  readonly help: string;
  readonly mark: Mark;
  /** Whether the finding concerns a flag or the configuration. */
  readonly isUsage: boolean;
  /** The JSON Pointer (RFC 6901) from the root of the file to the value with the problem. */
  readonly pointer: string;
  /** The toolsets that the finding concerns. There are several if they share a document. */
  readonly toolsets: readonly string[];
  readonly tool: string | undefined;
  readonly related: readonly RelatedMark[];
  readonly fixes: readonly Fix[];
  /** The fix that `--fix` applies; `undefined` if there is none. `fixes` may be empty although there is an edit. */
  readonly edit: FixEdit | undefined;
  /** The parameter that `--fix --unsafe` pins in the configuration; absent if that fixes nothing. */
  readonly pin?: PinnedParameter;
  /** Identifies the finding in a run, and in other runs even if its line has moved. */
  readonly fingerprint: string;
  /** Identifies the cause that the finding has in common with others of its file; `undefined` if it has a cause of its own. */
  readonly cause: string | undefined;
  /** What the finding follows from: its place, identified by `placeKey`; `undefined` if it follows from nothing else. */
  readonly causedAt: { readonly key: string; readonly mark: Mark } | undefined;
  /** The number of places with this cause that the finding stands for: more than 1 only in what `groupByCause` returns. */
  readonly places: number;
}

/** A finding that a comment or a baseline hides. */
export interface SuppressedFinding extends Finding {
  /** What hides the finding. `reason` is the reason in the comment; for a baseline, it is empty. */
  readonly suppression: { readonly kind: "comment" | "baseline"; readonly reason: string };
}

/** Another position that explains a finding, with a message that says how. */
export interface RelatedMark {
  readonly message: string;
  readonly mark: Mark;
}

/**
 * The finding of each diagnostic whose severity is not `off`: the only place where a diagnostic becomes a finding. Equal findings are not
 * merged yet, and have equal fingerprints. `configuration` is the path of the configuration.
 */
export function findingsByDiagnostic(
  diagnostics: readonly Diagnostic[],
  severityOf: (found: Diagnostic) => Severity | "off" = (found) => found.severity,
  configuration?: string,
): ReadonlyMap<Diagnostic, Finding> {
  const shown = diagnostics.flatMap((found) => {
    const severity = severityOf(found);
    return severity === "off" ? [] : [[found, { ...found, severity }] as const];
  });
  const markOf = marksOf(shown.map(([, found]) => found));
  return new Map(
    shown.map(([diagnostic, found]) => {
      const { source } = found.place.tree;
      const isUsage = source.isFlag === true || source.path === configuration;
      return [diagnostic, { ...toFinding(found, markOf), isUsage }];
    }),
  );
}

/**
 * Merges equal findings, sorts them by file, place and code, and makes their fingerprints distinct. The order does not depend on that of the
 * given findings.
 */
export function distinctFindings(all: Iterable<Finding>): Finding[] {
  const findings = new Map<string, Finding>();
  for (const finding of all) {
    // A finding in a document that several toolsets share occurs once for each toolset, and is reported once.
    const same = [finding.mark.file, finding.mark.start.line, finding.mark.start.column, finding.code, finding.message].join("\0");
    findings.set(same, merge(findings.get(same), finding));
  }
  return withUniqueFingerprints(inOrder([...findings.values()]));
}

/** Sorts findings by file, place and code. */
export function inOrder(findings: readonly Finding[]): Finding[] {
  return [...findings].sort(byPlace);
}

/** Makes the fingerprints of findings with the same code, file and path, or the same cause, distinct. */
export function withUniqueFingerprints<Some extends Finding>(findings: readonly Some[]): Some[] {
  const counts = new Map<string, number>();
  return findings.map((finding) => {
    const count = counts.get(finding.fingerprint) ?? 0;
    counts.set(finding.fingerprint, count + 1);
    return { ...finding, fingerprint: numberedFingerprint(finding.fingerprint, count) };
  });
}

function toFinding(found: Diagnostic, markOf: (place: Place) => Mark): Omit<Finding, "isUsage"> {
  const { code, severity, message, help, place, related, toolset, sharedBy = [], tool } = found;
  const mark = markOf(place);
  return {
    code,
    severity,
    message,
    help,
    mark,
    pointer: pointerTo(place),
    toolsets: toolset === undefined ? sharedBy : [toolset],
    tool,
    related: related.map((note) => ({ message: note.message, mark: markOf(note.place) })),
    fixes: fixesOf(found, mark),
    edit: fixEditOf(found),
    ...(found.pin && { pin: found.pin }),
    fingerprint: fingerprintOf(code, place),
    cause: found.cause === undefined ? undefined : causeFingerprint(code, place, found.cause),
    causedAt: found.causedAt && keyed(markOf(found.causedAt), pointerTo(found.causedAt)),
    places: 1,
  };
}

/**
 * The JSON Pointer of a place from the root of its file. For a place in a document inside a string, the pointer to the string and `#` come
 * first.
 */
export function pointerTo(place: Place): string {
  if ("range" in place) return outerPointer(place.tree) + pointerOf(placePath(place));
  const { tree, path } = authoredOrigin(place);
  return outerPointer(tree) + pointerOf(path);
}

/** Identifies a value in all files. */
export function placeKey({ file }: Mark, pointer: string): string {
  return `${file}\0${pointer}`;
}

function keyed(mark: Mark, pointer: string) {
  return { key: placeKey(mark, pointer), mark };
}

function outerPointer({ within, format }: Tree): string {
  if (within === undefined) return "";
  return outerPointer(within.tree) + pointerOf(within.path) + (format === "value" ? "" : "#");
}

/** The first of two equal findings, with the toolsets of both. */
function merge(known: Finding | undefined, finding: Finding): Finding {
  if (known === undefined) return finding;
  const toolsets = [...new Set([...known.toolsets, ...finding.toolsets])].sort(compareText);
  return { ...known, toolsets, tool: known.tool === finding.tool ? known.tool : undefined };
}

function byPlace(a: Finding, b: Finding): number {
  return (
    compareText(a.mark.file, b.mark.file) ||
    a.mark.start.line - b.mark.start.line ||
    a.mark.start.column - b.mark.start.column ||
    compareText(a.code, b.code) ||
    compareText(a.message, b.message)
  );
}
