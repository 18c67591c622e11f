import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { Ajv } from "ajv";
import formats from "ajv-formats";
import { marked } from "marked";
import { validateXML } from "xmllint-wasm";

// What reads the formats of reports: their schemas, and the grammars of what obeys them.

// A pattern of the SARIF schema is not a Unicode one.
const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false });
// Its default export is typed as that of a CommonJS module.
(formats as unknown as (ajv: Ajv) => void)(ajv);

// Of draft 4, of which the schema has nothing but its `id` that later drafts do not know.
const {
  id: _id,
  $schema: _dialect,
  ...sarifSchema
} = JSON.parse(readFileSync(createRequire(import.meta.url).resolve("@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json"), "utf8"));
const sarif = ajv.compile(sarifSchema);

/** After GitLab's documentation of its Code Quality reports, which has no schema: all of these are required. */
const gitlab = ajv.compile({
  type: "array",
  items: {
    type: "object",
    required: ["description", "check_name", "fingerprint", "severity", "location"],
    properties: {
      description: { type: "string", minLength: 1 },
      check_name: { type: "string", minLength: 1 },
      fingerprint: { type: "string", minLength: 1 },
      severity: { enum: ["info", "minor", "major", "critical", "blocker"] },
      location: {
        type: "object",
        required: ["path", "lines"],
        properties: {
          path: { type: "string", minLength: 1, not: { pattern: "^\\./" } },
          lines: { type: "object", required: ["begin"], properties: { begin: { type: "integer", minimum: 1 } } },
        },
      },
    },
  },
});

/** What a SARIF log has that its schema forbids. */
export function sarifErrors(text: string): unknown {
  return sarif(JSON.parse(text)) ? [] : sarif.errors;
}

/** The same of a report for GitLab, whose fingerprints are unique. */
export function gitlabErrors(text: string): unknown {
  const issues: readonly { readonly fingerprint: string }[] = JSON.parse(text);
  if (!gitlab(issues)) return gitlab.errors;
  const prints = issues.map(({ fingerprint }) => fingerprint);
  return prints.filter((print, index) => prints.indexOf(print) !== index);
}

const junitSchema = readFileSync(join(import.meta.dirname, "../diagnostic/schemas/junit.xsd"), "utf8");

/** What a parser of XML and the schema of Jenkins object to. To start the parser takes longer than to read many reports. */
export async function junitErrors(...texts: readonly string[]): Promise<readonly unknown[]> {
  const { valid, errors } = await validateXML({
    xml: texts.map((contents, index) => ({ fileName: `report-${index}.xml`, contents })),
    schema: [{ fileName: "junit.xsd", contents: junitSchema }],
  });
  return valid ? [] : errors.length > 0 ? errors : ["invalid"];
}

export interface WorkflowCommand {
  readonly name: string;
  readonly properties: { readonly [name: string]: string };
  readonly data: string;
}

/**
 * The commands that the runner of GitHub Actions finds in a log, in the order of its `ActionCommand`: a line that begins with `::` after
 * white space, else `##[` anywhere in it.
 */
export function workflowCommands(log: string): WorkflowCommand[] {
  return log.split(/\r\n|\r|\n/).flatMap((line) => newCommand(line.trimStart()) ?? oldCommand(line) ?? []);
}

function newCommand(line: string): WorkflowCommand | undefined {
  const end = line.indexOf("::", 2);
  if (!line.startsWith("::") || end < 0) return undefined;
  const [name = "", ...rest] = line.slice(2, end).split(" ");
  const unescape = (text: string) => text.replaceAll("%0D", "\r").replaceAll("%0A", "\n");
  const property = (text: string) => unescape(text).replaceAll("%3A", ":").replaceAll("%2C", ",").replaceAll("%25", "%");
  const pairs = rest
    .join(" ")
    .trim()
    .split(",")
    .filter((pair) => pair !== "")
    .map((pair) => [pair.slice(0, pair.indexOf("=")), property(pair.slice(pair.indexOf("=") + 1))] as const);
  return { name, properties: Object.fromEntries(pairs), data: unescape(line.slice(end + 2)).replaceAll("%25", "%") };
}

function oldCommand(line: string): WorkflowCommand | undefined {
  const start = line.indexOf("##[");
  const end = line.indexOf("]", start);
  return start < 0 || end < 0 ? undefined : { name: line.slice(start + 3, end), properties: {}, data: line.slice(end + 1) };
}

export interface RenderedMarkdown {
  readonly tags: ReadonlySet<string>;
  readonly rows: number;
  /** The text outside of `code`, where GitHub makes mentions, references and links of what looks like one. */
  readonly prose: string;
}

/** What GitHub Flavored Markdown makes of a text. */
export function renderMarkdown(text: string): RenderedMarkdown {
  const html = marked.parse(text, { gfm: true, async: false });
  const prose = html
    .replaceAll(/<code>[^<]*<\/code>/g, "")
    .replaceAll(/<[^>]*>/g, "")
    .replaceAll(/&#(\d+);/g, (_found, code: string) => String.fromCodePoint(Number(code)));
  return {
    tags: new Set([...html.matchAll(/<\/?([a-z]\w*)/gi)].map(([, tag = ""]) => tag.toLowerCase())),
    rows: html.match(/<tr>/g)?.length ?? 0,
    prose,
  };
}
