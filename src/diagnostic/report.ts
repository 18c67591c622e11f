import { compareText } from "../source/compare.ts";
import { sha256 } from "../source/hash.ts";
import { locate, type Place } from "../source/locate.ts";
import { lineAt, lineStarts, type Source, type Span } from "../source/source.ts";
import { pointerOf, type Tree } from "../source/tree.ts";
import type { Diagnostic, Severity } from "./diagnostic.ts";
import { type Fix, fixesOf } from "./fix.ts";
import { withoutPasswords, withoutSecret } from "./hide-secret.ts";

/** What the user configured. It changes what is shown, never what is compiled. */
export interface Settings {
  readonly severities: ReadonlyMap<string, Severity | "off">;
  readonly suppressed: readonly Suppression[];
}

/** One code that is not shown; in one file, or in all where `file` is `undefined`. */
export interface Suppression {
  readonly code: string;
  readonly file: string | undefined;
}

/** A diagnostic with everything in it that a format prints. */
export interface Finding {
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  readonly help: string;
  readonly mark: Mark;
  /** RFC 6901, in the document that holds the value. */
  readonly pointer: string;
  /** The toolsets that it is about: more than one where they share a document. */
  readonly toolsets: readonly string[];
  readonly tool: string | undefined;
  readonly related: readonly RelatedMark[];
  readonly fixes: readonly Fix[];
  /** The same for the same fault in the next run, wherever its line has gone. */
  readonly fingerprint: string;
}

export interface RelatedMark {
  readonly message: string;
  readonly mark: Mark;
}

/** A place as people and editors count it: from 1, in UTF-16 units; `end` is behind the last character. */
export interface Mark {
  readonly file: string;
  readonly start: Position;
  readonly end: Position;
  /** The line that it starts in, without its line break. */
  readonly text: string;
}

export interface Position {
  readonly line: number;
  readonly column: number;
}

/** The findings to show, in reading order: by file, place and code. Their order never depends on who found them. */
export function report(diagnostics: readonly Diagnostic[], settings: Settings): Finding[] {
  const hidden = new Set(settings.suppressed.map(({ code, file }) => key(code, file)));
  const severities = settings.severities;
  const shown = diagnostics.filter(({ code, severity, place }) => {
    return (
      (severities.get(code) ?? severity) !== "off" && !hidden.has(key(code, undefined)) && !hidden.has(key(code, place.tree.source.path))
    );
  });
  const markOf = withoutSecrets(shown, marker(shown));
  const findings = new Map<string, Finding>();
  for (const found of shown) {
    const finding = toFinding(found, severities.get(found.code) ?? found.severity, markOf);
    // A document that two toolsets share is at fault once.
    const same = [finding.mark.file, finding.mark.start.line, finding.mark.start.column, found.code, found.message].join("\0");
    findings.set(same, merge(findings.get(same), finding));
  }
  return [...findings.values()].sort(byPlace);
}

function key(code: string, file: string | undefined): string {
  return `${code}\0${file ?? ""}`;
}

function toFinding(found: Diagnostic, severity: Severity | "off", markOf: (place: Place) => Mark): Finding {
  const { code, message, help, place, related, toolset, tool } = found;
  const mark = markOf(place);
  const pointer = pointerTo(place);
  return {
    code,
    severity: severity === "off" ? found.severity : severity,
    message,
    help,
    mark,
    pointer,
    toolsets: toolset === undefined ? [] : [toolset],
    tool,
    related: related.map((note) => ({ message: note.message, mark: markOf(note.place) })),
    fixes: fixesOf(found, mark),
    fingerprint: sha256([code, mark.file, pointer].join("\0")),
  };
}

/** From the root of the file; a nested document's pointer follows behind `#` after that of the value that holds it. */
function pointerTo(place: Place): string {
  const own = "range" in place ? "" : pointerOf(place.path);
  return outerPointer(place.tree) + own;
}

function outerPointer({ within, format }: Tree): string {
  if (within === undefined) return "";
  return outerPointer(within.tree) + pointerOf(within.path) + (format === "value" ? "" : "#");
}

/** The first of two, for the toolsets of both. */
function merge(known: Finding | undefined, finding: Finding): Finding {
  if (known === undefined) return finding;
  const toolsets = [...new Set([...known.toolsets, ...finding.toolsets])].sort(compareText);
  return { ...known, toolsets, tool: known.tool === finding.tool ? known.tool : undefined };
}

/** Finds all places at once, and splits each text into lines once, as far as they go. */
function marker(diagnostics: readonly Diagnostic[]): (place: Place) => Mark {
  const spans = locate(diagnostics.flatMap(({ place, related }) => [place, ...related.map((note) => note.place)]));
  const ends = new Map<Source, number>();
  for (const { source, end } of spans.values()) ends.set(source, Math.max(end, ends.get(source) ?? 0));
  const lines = new Map([...ends].map(([source, end]) => [source, linesOf(source, lineStarts(source.text, end))]));
  return (place) => {
    const span = spans.get(place);
    const found = span && lines.get(span.source);
    if (span === undefined || found === undefined) throw new Error("Every place was located.");
    return markIn(found, span);
  };
}

interface Lines {
  readonly starts: readonly number[];
  readonly textOf: (line: number) => string;
}

/** Each line is made once: a document that was written in one line has all of its findings there. */
function linesOf({ text }: Source, starts: readonly number[]): Lines {
  const made = new Map<number, string>();
  const make = (line: number) => withoutPasswords(text.slice(starts[line], starts[line + 1]).replace(/\r?\n$/, ""));
  const textOf = (line: number) => {
    const known = made.get(line) ?? make(line);
    made.set(line, known);
    return known;
  };
  return { starts, textOf };
}

function markIn({ starts, textOf }: Lines, { source, start, end }: Span): Mark {
  return { file: source.path, start: position(starts, start), end: position(starts, end), text: textOf(lineAt(starts, start)) };
}

/** Marks that show no secret, whichever finding has them show its line. */
function withoutSecrets(diagnostics: readonly Diagnostic[], markOf: (place: Place) => Mark): (place: Place) => Mark {
  const texts = new Map<string, string>();
  for (const { place, isSecret } of diagnostics) {
    if (!isSecret) continue;
    const mark = markOf(place);
    texts.set(lineOf(mark), hide(texts.get(lineOf(mark)) ?? mark.text, mark));
  }
  return (place) => {
    const mark = markOf(place);
    return { ...mark, text: texts.get(lineOf(mark)) ?? mark.text };
  };
}

function lineOf({ file, start }: Mark): string {
  return `${file}\0${start.line}`;
}

function hide(text: string, { start, end }: Mark): string {
  return withoutSecret(text, start.column - 1, end.line === start.line ? end.column - 1 : text.length);
}

function position(starts: readonly number[], offset: number): Position {
  const line = lineAt(starts, offset);
  return { line: line + 1, column: offset - (starts[line] ?? 0) + 1 };
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
