import { type Diagnostic, diagnostic, type Outcome } from "../diagnostic/diagnostic.ts";
import { nearest } from "../diagnostic/nearest.ts";
import type { Config } from "../project/config/config.ts";
import type { Range } from "../source/source.ts";
import type { Place, Tree } from "../source/tree.ts";
import { type YamlComment, yamlComments } from "../source/yaml/yaml-comments.ts";
import { invalidSuppression } from "./codes.ts";

/** A comment that suppresses findings: `# toolsetc-ignore <code>[, <code>] [until <date>]: <reason>`. */
export interface SuppressionComment {
  readonly place: Place;
  readonly codes: readonly string[];
  readonly reason: string;
  /** The last day on which the suppression is valid, as `YYYY-MM-DD`; `undefined` if it never expires. */
  readonly until: string | undefined;
  /** A place in the line whose findings the comment suppresses; `undefined` if the comment applies to the whole file. */
  readonly line: Place | undefined;
}

const keyword = "toolsetc-ignore";

/** Reads the comments of a YAML text that suppress findings. Invalid comments, and unknown and
 * locked codes, are reported and omitted. */
export function suppressionComments(
  tree: Tree,
  codes: ReadonlySet<string>,
  locked: Config["locked"] = new Map(),
): Outcome<SuppressionComment[]> {
  const { text } = tree.source;
  // If the text cannot be parsed, it is unknown where its comments are.
  if (tree.format !== "yaml" || tree.data === undefined || !text.includes(keyword)) return { value: [], diagnostics: [] };
  const comments = yamlComments(text);
  const lineOf = lineFinder(text, comments);
  const read = comments.flatMap((comment) => {
    const found = pattern.exec(comment.text);
    return found === null ? [] : [readComment(tree, comment, { form: found[1] ?? "", rest: found[2] ?? "", codes, locked, lineOf })];
  });
  return { value: read.flatMap(({ value }) => value ?? []), diagnostics: read.flatMap(({ diagnostics }) => diagnostics) };
}

const pattern = /^#+\s*toolsetc-ignore([^\s:]*)(.*)$/;

interface CommentText {
  /** The characters after `toolsetc-ignore`. Only an empty text and `-file` are valid. */
  readonly form: string;
  readonly rest: string;
  readonly codes: ReadonlySet<string>;
  readonly locked: Config["locked"];
  readonly lineOf: (comment: YamlComment) => Range;
}

function readComment(
  tree: Tree,
  comment: YamlComment,
  { form, rest, codes, locked, lineOf }: CommentText,
): Outcome<SuppressionComment | undefined> {
  const place = { tree, range: { start: comment.start, end: comment.end } };
  const invalid = (reason: string) => diagnostic(invalidSuppression, { reason }, place);
  const colon = rest.indexOf(":");
  const head = (colon < 0 ? rest : rest.slice(0, colon)).trim();
  const reason = colon < 0 ? "" : rest.slice(colon + 1).trim();
  const [, list = head, until] = /^(.*?)(?:^|\s+)until\s+(\S+)$/.exec(head) ?? [];
  const named = list.split(/[\s,]+/).filter((name) => name !== "");
  const error = errorIn({ form, reason, named, until });
  if (error !== undefined) return { value: undefined, diagnostics: [invalid(error)] };
  const unknown = named.filter((name) => !codes.has(name));
  const diagnostics: Diagnostic[] = [
    ...unknown.map((name) => invalid(`there is no code "${name}"${hint(nearest(name, codes))}`)),
    ...named.flatMap((name) => lockOf(name, locked)).map(invalid),
  ];
  const known = [...new Set(named)].filter((name) => codes.has(name) && !locked.has(name));
  if (known.length === 0) return { value: undefined, diagnostics };
  const line = form === "-file" ? undefined : { tree, range: lineOf(comment) };
  return { value: { place, codes: known, reason, until, line }, diagnostics };
}

function lockOf(name: string, locked: Config["locked"]): string[] {
  const lock = locked.get(name);
  return lock === undefined ? [] : [`the severity of "${name}" is locked in "${lock.origin.tree.source.path}"`];
}

function hint(near: string | undefined): string {
  return near === undefined ? "" : `, perhaps "${near}" is meant`;
}

interface CommentParts {
  readonly form: string;
  readonly reason: string;
  readonly named: readonly string[];
  readonly until: string | undefined;
}

function errorIn({ form, reason, named, until }: CommentParts): string | undefined {
  if (form !== "" && form !== "-file") return `"${keyword}${form}" is not a keyword. Allowed keywords: "${keyword}", "${keyword}-file"`;
  if (named.length === 0) return "the comment contains no code";
  if (until !== undefined && !isDate(until)) return `"${until}" is not a date such as 2027-01-31`;
  return reason === "" ? "the comment has no reason after a colon" : undefined;
}

function isDate(text: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? [];
  const days = [31, Number(year) % 4 === 0 ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][Number(month) - 1] ?? 0;
  return Number(day) >= 1 && Number(day) <= days;
}

/**
 * Returns a function that finds the line to which a comment applies. A comment after a value applies to its own line, and a comment alone
 * on a line applies to the next line that is neither empty nor a comment.
 */
function lineFinder(text: string, comments: readonly YamlComment[]): (comment: YamlComment) => Range {
  const isAlone = ({ start }: YamlComment) => text.slice(text.lastIndexOf("\n", start - 1) + 1, start).trim() === "";
  const alone = new Map(comments.filter(isAlone).map((comment) => [comment.start, comment]));
  const found = new Map<YamlComment, Range>();
  // In reverse order, so that each of several consecutive comments can use the line found for the next comment.
  for (const comment of [...alone.values()].reverse()) {
    const next = firstCharacter(text, comment.end);
    const following = alone.get(next);
    found.set(comment, (following && found.get(following)) ?? { start: next, end: next });
  }
  return (comment) => found.get(comment) ?? lineStartOf(text, comment);
}

/**
 * The offset of the first character at or after `from` that is not white space, or the end of the text. White space is skipped because, in
 * a document inside a string, its position may have no counterpart in the file that contains the string.
 */
function firstCharacter(text: string, from: number): number {
  const pattern = /\S|$(?![\s\S])/g;
  pattern.lastIndex = from;
  return pattern.exec(text)?.index ?? text.length;
}

function lineStartOf(text: string, { start }: YamlComment): Range {
  const first = firstCharacter(text, text.lastIndexOf("\n", start - 1) + 1);
  return { start: first, end: first };
}
