import type { Severity } from "../../diagnostic/diagnostic.ts";
import type { Fix } from "../../diagnostic/fix.ts";
import { fileOf, type Mark } from "../../diagnostic/mark.ts";
import { printable, printableJson } from "../../diagnostic/printable.ts";
import type { Finding, SuppressedFinding } from "../finding.ts";
import { documentationUrl, projectUrl } from "./documentation-url.ts";

type ListedFinding = Finding | SuppressedFinding;

/** Formats findings as a SARIF log (OASIS, Static Analysis Results Interchange Format 2.1.0). File names are relative to `%SRCROOT%`. */
export function formatSarif(findings: readonly ListedFinding[]): string {
  const rules = new Map(findings.map((finding) => [finding.code, ruleOf(finding)]));
  const indices = new Map([...rules.keys()].map((code, index) => [code, index]));
  const log = {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: { driver: { name: "toolsetc", informationUri: projectUrl, rules: [...rules.values()] } },
        // If a flag or the configuration has an error, the run did not do what was requested.
        invocations: [{ executionSuccessful: !findings.some(({ isUsage, severity }) => isUsage && severity === "error") }],
        columnKind: "utf16CodeUnits",
        originalUriBaseIds: {
          "%SRCROOT%": { description: { text: "The root of the repository or, outside of one, the folder that toolsetc ran in." } },
        },
        results: findings.map((finding) => ({ ...resultOf(finding), ruleIndex: indices.get(finding.code) })),
      },
    ],
  };
  return `${printableJson(log)}\n`;
}

function ruleOf({ code, help }: Finding) {
  return {
    id: code,
    name: code,
    shortDescription: { text: code },
    fullDescription: { text: help },
    help: { text: `${help} \`toolsetc explain ${code}\` shows examples.` },
    helpUri: documentationUrl(code),
  };
}

const levels: { readonly [severity in Severity]: string } = { error: "error", warning: "warning", note: "note" };

function resultOf(finding: ListedFinding) {
  const { code, severity, message, mark, toolsets, tool, related, fixes, fingerprint, places } = finding;
  const physical = physicalLocation(mark);
  const logical = logicalLocations(toolsets, tool);
  const location = {
    ...(physical === undefined ? {} : { physicalLocation: physical }),
    ...(logical.length === 0 ? {} : { logicalLocations: logical }),
  };
  return {
    ruleId: code,
    level: levels[severity],
    message: { text: messageText(message) },
    locations: Object.keys(location).length === 0 ? [] : [location],
    ...(related.length === 0 ? {} : { relatedLocations: related.flatMap((note, id) => relatedLocation(note, id)) }),
    ...(fixes.length === 0 ? {} : { fixes: fixes.map(fixOf) }),
    partialFingerprints: { "toolsetc/v1": fingerprint },
    ...(places === 1 ? {} : { properties: { places } }),
    ...("suppression" in finding ? { suppressions: [suppressionOf(finding)] } : {}),
  };
}

function suppressionOf({ suppression: { kind, reason } }: SuppressedFinding) {
  return kind === "comment" ? { kind: "inSource", justification: reason } : { kind: "external" };
}

/** Escapes brackets, because `[text](target)` is a link in a message (§3.11.6). */
function messageText(text: string): string {
  return printable(text).replaceAll(/[\\[\]]/g, "\\$&");
}

/** The location in a file; `undefined` for the value of a flag, which has no file. */
function physicalLocation(mark: Mark) {
  const file = fileOf(mark);
  return file === undefined ? undefined : { artifactLocation: artifactLocation(file), region: regionOf(mark) };
}

function artifactLocation(file: string) {
  return { uri: file.split("/").map(encodedSegment).join("/"), uriBaseId: "%SRCROOT%" };
}

/** Replaces lone surrogates, which cannot be encoded in UTF-8. */
function encodedSegment(segment: string): string {
  return encodeURIComponent(segment.replace(/\p{Surrogate}/gu, "\ufffd"));
}

function regionOf({ start, end }: Mark) {
  return { startLine: start.line, startColumn: start.column, endLine: end.line, endColumn: end.column };
}

function logicalLocations(toolsets: readonly string[], tool: string | undefined) {
  const [toolset] = toolsets;
  if (tool === undefined) return toolsets.map((name) => ({ name: printable(name), kind: "module" }));
  const fullyQualifiedName = printable(toolset === undefined ? tool : `${toolset}.${tool}`);
  return [{ name: printable(tool), fullyQualifiedName, kind: "function" }];
}

function relatedLocation({ message, mark }: Finding["related"][number], id: number) {
  const physical = physicalLocation(mark);
  return physical === undefined ? [] : [{ id, message: { text: messageText(message) }, physicalLocation: physical }];
}

function fixOf({ title, mark, text }: Fix) {
  const replacements = [{ deletedRegion: regionOf(mark), insertedContent: { text } }];
  return { description: { text: messageText(title) }, artifactChanges: [{ artifactLocation: artifactLocation(mark.file), replacements }] };
}
