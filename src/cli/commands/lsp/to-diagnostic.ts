import type { Diagnostic, DiagnosticSeverity, Range } from "vscode-languageserver";
import { fileOf, type Mark, type MarkPosition } from "../../../diagnostic/mark.ts";
import type { Finding } from "../../../findings/finding.ts";
import { documentationUrl } from "../../../findings/formats/documentation-url.ts";
import { locate } from "../../../source/locate.ts";
import { lineAt, lineStarts, type Source } from "../../../source/source.ts";
import type { Place } from "../../../source/tree.ts";

const severities: { readonly [severity in Finding["severity"]]: DiagnosticSeverity } = { error: 1, warning: 2, note: 3 };

/** Converts a finding for the Language Server Protocol. Lines and columns start at 1 in marks, and at 0 in the protocol. */
export function toDiagnostic(finding: Finding, uriOf: (path: string) => string): Diagnostic {
  const { code, severity, message, help, mark, related } = finding;
  return {
    range: toRange(mark),
    severity: severities[severity],
    code,
    codeDescription: { href: documentationUrl(code) },
    source: "toolsetc",
    message: `${message}\n${help}`,
    relatedInformation: related.flatMap((note) => {
      const file = fileOf(note.mark);
      return file === undefined ? [] : [{ message: note.message, location: { uri: uriOf(file), range: toRange(note.mark) } }];
    }),
  };
}

export function toRange({ start, end }: Pick<Mark, "start" | "end">): Range {
  return { start: toPosition(start), end: toPosition(end) };
}

function toPosition({ line, column }: MarkPosition): Range["start"] {
  return { line: line - 1, character: column - 1 };
}

/** The files and ranges of places. Each source text is split into lines only once. */
export function rangesOf(places: readonly Place[]): readonly { readonly file: string; readonly range: Range }[] {
  const starts = new Map<Source, readonly number[]>();
  return [...locate(places).values()].map(({ source, start, end }) => {
    const lines = starts.get(source) ?? lineStarts(source.text, source.text.length);
    starts.set(source, lines);
    return { file: source.path, range: { start: positionAt(lines, start), end: positionAt(lines, end) } };
  });
}

/** The line and column of an offset. `starts` contains the offsets at which lines start. */
export function positionAt(starts: readonly number[], offset: number): Range["start"] {
  const line = lineAt(starts, offset);
  return { line, character: offset - (starts[line] ?? 0) };
}
