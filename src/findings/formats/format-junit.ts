import { printable } from "../../diagnostic/printable.ts";
import type { Finding } from "../finding.ts";
import { readableNotes } from "./readable-notes.ts";

interface JunitOptions {
  /** The names of the checked toolsets and tools. Each name without a finding becomes a test that passes. */
  readonly checked: readonly string[];
  /** The lowest severity that is a failure. A finding of a lower severity becomes a test that passes, with the finding as its output. */
  readonly failOn: "error" | "warning";
  /** Sentences about what was not checked. Each sentence becomes a skipped test. */
  readonly notes: readonly string[];
}

interface TestCase {
  readonly xml: string;
  readonly isFailure: boolean;
}

/**
 * Formats findings as JUnit XML in the variant that Jenkins reads: a test suite for each file with findings, and one suite for all names
 * without findings and for skipped tests.
 */
export function formatJunit(findings: readonly Finding[], { checked, failOn, notes }: JunitOptions): string {
  const files = new Map<string, TestCase[]>();
  for (const finding of findings) {
    const cases = files.get(finding.mark.file) ?? [];
    cases.push(caseOf(finding, failOn));
    files.set(finding.mark.file, cases);
  }
  const found = new Set(findings.flatMap(({ toolsets, tool }) => [...toolsets, tool]));
  const clean = checked.filter((name) => !found.has(name));
  const names = clean.length === 0 && findings.length === 0 ? ["no findings"] : clean;
  const passing = names.map((name) => ({ xml: `<testcase classname="toolsetc" name=${attribute(name)}/>`, isFailure: false }));
  const skipped = notes.map((note) => ({
    xml: `<testcase classname="toolsetc" name=${attribute(note)}><skipped/></testcase>`,
    isFailure: false,
  }));
  const suites = [...files, ...(passing.length + skipped.length === 0 ? [] : [["toolsetc", [...passing, ...skipped]] as const])];
  const counts = countsOf(suites.flatMap(([, cases]) => cases));
  const lines = suites.flatMap(([name, cases]) => [
    `  <testsuite name=${attribute(name)} ${countsOf(cases)}>`,
    ...cases.map(({ xml }) => `    ${xml}`),
    "  </testsuite>",
  ]);
  return ['<?xml version="1.0" encoding="UTF-8"?>', `<testsuites name="toolsetc" ${counts}>`, ...lines, "</testsuites>", ""].join("\n");
}

function countsOf(cases: readonly TestCase[]): string {
  return `tests="${cases.length}" failures="${cases.filter(({ isFailure }) => isFailure).length}" errors="0"`;
}

function caseOf(finding: Finding, failOn: JunitOptions["failOn"]): TestCase {
  const { code, severity, message, help, mark } = finding;
  const isFailure = severity === "error" || severity === failOn;
  const place = `${mark.file}:${mark.start.line}:${mark.start.column}`;
  const notes = readableNotes(finding).map(
    (note) => `note: ${note.message} ${note.mark.file}:${note.mark.start.line}:${note.mark.start.column}`,
  );
  const body = [`${severity}[${code}]: ${message}`, place, ...notes, `help: ${help}`].map(escapeXml).join("\n      ");
  const element = isFailure
    ? `<failure type=${attribute(code)} message=${attribute(message)}>${body}</failure>`
    : `<system-out>${body}</system-out>`;
  const name = attribute(`${code} at ${mark.start.line}:${mark.start.column}`);
  return { xml: `<testcase classname=${attribute(mark.file)} name=${name}>${element}</testcase>`, isFailure };
}

function attribute(text: string): string {
  return `"${escapeXml(text)}"`;
}

/** `printable` replaces the characters that XML forbids. */
function escapeXml(text: string): string {
  return printable(text).replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
