import { type Diagnostic, diagnostic, type Outcome } from "../diagnostic/diagnostic.ts";
import { nearest } from "../diagnostic/nearest.ts";
import type { Range } from "../source/source.ts";
import type { Place, Tree } from "../source/tree.ts";
import { type YamlComment, yamlComments } from "../source/yaml-comments.ts";
import { invalidSuppression } from "./codes.ts";

/** A comment that suppresses findings: `# toolsetc-ignore <code>[, <code>] [until <date>]: <reason>`. */
export interface SuppressionComment {
  readonly place: Place;
  readonly codes: readonly string[];
  readonly reason: string;
  /** The last day that it is valid, as `YYYY-MM-DD`. */
  readonly until: string | undefined;
  /** A place in the line that it is about; `undefined` for the whole file. */
  readonly line: Place | undefined;
}

const keyword = "toolsetc-ignore";

/** The comments of a YAML text that suppress findings. A comment without a reason suppresses nothing, and an unknown code is reported. */
export function suppressionComments(tree: Tree, codes: ReadonlySet<string>): Outcome<SuppressionComment[]> {
  const { text } = tree.source;
  // Nothing is known of a text that cannot be parsed.
  if (tree.format !== "yaml" || tree.data === undefined || !text.includes(keyword)) return { value: [], diagnostics: [] };
  const comments = yamlComments(text);
  const lineOf = lineFinder(text, comments);
  const read = comments.flatMap((comment) => {
    const found = pattern.exec(comment.text);
    return found === null ? [] : [readComment(tree, comment, { form: found[1] ?? "", rest: found[2] ?? "", codes, lineOf })];
  });
  return { value: read.flatMap(({ value }) => value ?? []), diagnostics: read.flatMap(({ diagnostics }) => diagnostics) };
}

const pattern = /^#+\s*toolsetc-ignore([^\s:]*)(.*)$/;

interface Written {
  /** What follows the keyword at once: empty, or `-file`. */
  readonly form: string;
  readonly rest: string;
  readonly codes: ReadonlySet<string>;
  readonly lineOf: (comment: YamlComment) => Range;
}

function readComment(tree: Tree, comment: YamlComment, { form, rest, codes, lineOf }: Written): Outcome<SuppressionComment | undefined> {
  const place = { tree, range: { start: comment.start, end: comment.end } };
  const invalid = (reason: string) => diagnostic(invalidSuppression, { reason }, place);
  const colon = rest.indexOf(":");
  const head = (colon < 0 ? rest : rest.slice(0, colon)).trim();
  const reason = colon < 0 ? "" : rest.slice(colon + 1).trim();
  const [, list = head, until] = /^(.*?)(?:^|\s+)until\s+(\S+)$/.exec(head) ?? [];
  const named = list.split(/[\s,]+/).filter((name) => name !== "");
  const mistake = mistakeIn({ form, reason, named, until });
  if (mistake !== undefined) return { value: undefined, diagnostics: [invalid(mistake)] };
  const unknown = named.filter((name) => !codes.has(name));
  const diagnostics: Diagnostic[] = unknown.map((name) => invalid(`there is no code "${name}"${hint(nearest(name, codes))}`));
  const known = named.filter((name) => codes.has(name));
  const line = form === "-file" ? undefined : { tree, range: lineOf(comment) };
  return { value: { place, codes: known, reason, until, line }, diagnostics };
}

function hint(near: string | undefined): string {
  return near === undefined ? "" : `, perhaps "${near}" is meant`;
}

interface Parts {
  readonly form: string;
  readonly reason: string;
  readonly named: readonly string[];
  readonly until: string | undefined;
}

function mistakeIn({ form, reason, named, until }: Parts): string | undefined {
  if (form !== "" && form !== "-file") return `"${keyword}${form}" is not known, only "${keyword}" and "${keyword}-file"`;
  if (named.length === 0) return "it names no code";
  if (until !== undefined && !isDate(until)) return `"${until}" is not a date as 2027-01-31`;
  return reason === "" ? "it gives no reason behind a colon" : undefined;
}

function isDate(text: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? [];
  const days = [31, Number(year) % 4 === 0 ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][Number(month) - 1] ?? 0;
  return Number(day) >= 1 && Number(day) <= days;
}

/** The line that a comment is about: its own if it is behind something, else the next one that is more than a comment. */
function lineFinder(text: string, comments: readonly YamlComment[]): (comment: YamlComment) => Range {
  const isAlone = ({ start }: YamlComment) => text.slice(text.lastIndexOf("\n", start - 1) + 1, start).trim() === "";
  const alone = new Map(comments.filter(isAlone).map((comment) => [comment.start, comment]));
  const found = new Map<YamlComment, Range>();
  // From the last one, so that each of many comments in a row finds the line of the next.
  for (const comment of [...alone.values()].reverse()) {
    const next = firstCharacter(text, comment.end);
    const following = alone.get(next);
    found.set(comment, (following && found.get(following)) ?? { start: next, end: next });
  }
  return (comment) => found.get(comment) ?? lineStartOf(text, comment);
}

/** The first character that is no white space; the end of the text if there is none. In a nested document, only such a place is sure to exist. */
function firstCharacter(text: string, from: number): number {
  const pattern = /\S|$(?![\s\S])/g;
  pattern.lastIndex = from;
  return pattern.exec(text)?.index ?? text.length;
}

function lineStartOf(text: string, { start }: YamlComment): Range {
  const first = firstCharacter(text, text.lastIndexOf("\n", start - 1) + 1);
  return { start: first, end: first };
}
