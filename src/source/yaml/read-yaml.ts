import type { Alias, CST, Document, Lexer, Node, Scalar, YAMLError } from "yaml";
import { type Json, maxDepth } from "../json/json.ts";
import { numberProblem } from "../json/scan-json.ts";
import type { Range } from "../source.ts";
import { findConflictMarker } from "../text/find-conflict-marker.ts";
import type { Parsed, Problem } from "../tree.ts";
import { explainYamlError } from "./explain-yaml-error.ts";
import { lenientLexer } from "./shallow-quotes.ts";
import { yamlLibrary } from "./yaml-library.ts";
import { aliasTargets, coreTags, isOfTag, keyOf, rangeOf, valueOf } from "./yaml-nodes.ts";

/** The maximum number of values to which the aliases of a text may expand. */
const maxAliased = 10_000;

/** Parses YAML with `yaml`, which reports positions. */
export function readYaml(text: string): Parsed {
  const { document, problems, shallow } = openYaml(text);
  if (document === undefined || problems.length > 0) return { data: undefined, problems };
  return readDocument(text, document, shallow);
}

export interface YamlDocument {
  /** `undefined` if the text was rejected before `yaml` composed its nodes. */
  readonly document: Document.Parsed | undefined;
  readonly problems: readonly Problem[];
  /** The offsets of lines in quoted texts that are not indented deeper than the key. */
  readonly shallow: readonly number[];
}

/** Parses the document of a text. For an invalid text, `yaml` returns a partial document. */
export function openYaml(text: string): YamlDocument {
  const { Lexer } = yamlLibrary();
  const strict = composeYaml(text, new Lexer());
  if (strict.document?.errors.some(isMissingQuote) !== true) return { ...strict, shallow: [] };
  const shallow: number[] = [];
  const lenient = composeYaml(
    text,
    lenientLexer((offset) => shallow.push(offset + byteOrderMark(text))),
  );
  return lenient.problems.length === 0 && shallow.length > 0 ? { ...lenient, shallow } : { ...strict, shallow: [] };
}

/** Whether a quoted text has no closing quote, or ends for `yaml` before a line with too little indentation. */
function isMissingQuote({ code, message }: YAMLError): boolean {
  return code === "MISSING_CHAR" && message.includes("closing");
}

function byteOrderMark(text: string): number {
  return text.charCodeAt(0) === 0xfeff ? 1 : 0;
}

function composeYaml(text: string, lexer: Lexer): Omit<YamlDocument, "shallow"> {
  const { Composer, Parser } = yamlLibrary();
  const tokens: CST.Token[] = [];
  const parser = new Parser();
  // The parser of `yaml` does not accept a sequence on the same line as a byte order mark, so the mark is skipped.
  parser.offset = byteOrderMark(text);
  for (const lexeme of lexer.lex(text.slice(parser.offset))) {
    tokens.push(...parser.next(lexeme));
    // The depth is checked during parsing, because the composer is recursive: a thousand nested brackets could overflow its stack.
    // `parser.stack` contains the open collections, the document and the current scalar.
    if (parser.stack.length > maxDepth + 2)
      return refuse("too-deep", `it nests arrays and objects deeper than ${maxDepth} levels.`, {
        start: parser.offset,
        end: parser.offset + 1,
      });
  }
  tokens.push(...parser.end());
  // The duplicate check of `yaml` is switched off, because it takes quadratic time. `readMap` has a check in linear time.
  const [document, another] = new Composer({ uniqueKeys: false, logLevel: "silent" }).compose(tokens, true, text.length);
  if (document === undefined) return refuse("syntax-error", "the file is empty.", { start: 0, end: 0 });
  if (another !== undefined) {
    const reason = "a second YAML document starts here.";
    return refuse("several-documents", reason, secondDocument(tokens, text));
  }
  if (document.directives.yaml.version !== "1.2") {
    const start = text.indexOf("%YAML");
    const end = /[\r\n]|$/.exec(text.slice(start))?.index ?? 0;
    return refuse("syntax-error", "only YAML 1.2 is supported.", { start, end: start + end });
  }
  if (document.errors.length === 0 && isNothing(document.contents))
    return refuse("syntax-error", "the file is empty.", { start: 0, end: 0 });
  return { document, problems: document.errors.slice(0, 1).map((error) => findConflictMarker(text) ?? syntaxError(text, error)) };
}

function isNothing(contents: unknown): boolean {
  const { isScalar } = yamlLibrary();
  return contents === null || (isScalar(contents) && contents.range?.[0] === contents.range?.[1]);
}

function refuse(code: Problem["code"], reason: string, range: Range): Omit<YamlDocument, "shallow"> {
  return { document: undefined, problems: [{ code, reason, path: [], range }] };
}

/** The range of the `---` of the second document. If that document has no `---`, the range of its first character. */
function secondDocument(tokens: readonly CST.Token[], text: string): Range {
  const start = tokens.filter(({ type }) => type === "document")[1]?.offset ?? 0;
  const end = text.startsWith("---", start) ? start + 3 : start + 1;
  return { start, end };
}

function syntaxError(text: string, error: YAMLError): Problem {
  const [start, end] = error.pos;
  // If something is missing at the end, `yaml` reports a position after the text.
  const range = { start: Math.min(start, text.length), end: Math.min(Math.max(start, end), text.length) };
  return { code: "syntax-error", reason: explainYamlError(error, text), path: [], range };
}

/**
 * Converts nodes to plain data. `toJS` of `yaml` is not used: for an unknown alias, and for too many aliases, it throws an error without a
 * position.
 */
function readDocument(text: string, document: Document.Parsed, shallow: readonly number[]): Parsed {
  const { isAlias, isMap, isNode, isScalar, isSeq } = yamlLibrary();
  const problems: Problem[] = [];
  const targets = aliasTargets(document);
  const open = new Set<Node>();
  const path: (string | number)[] = [];
  let aliased = 0;

  function read(node: unknown, behindAlias: boolean): Json {
    if (behindAlias && ++aliased > maxAliased) return null;
    if (isAlias(node)) return readAlias(node);
    if (!isNode(node)) return null;
    if (!behindAlias) checkTag(node);
    if (isScalar(node)) return readScalar(node, behindAlias);
    if (path.length >= maxDepth) {
      addProblem("too-deep", `it nests arrays and objects deeper than ${maxDepth} levels.`, rangeOf(node));
      return null;
    }
    open.add(node);
    const value = isSeq(node) ? readItems(node.items, behindAlias) : isMap(node) ? readMap(node.items, behindAlias) : null;
    open.delete(node);
    return value;
  }

  function readAlias(node: Alias): Json {
    const target = targets.get(node);
    if (target !== undefined && !open.has(target)) return read(target, true);
    const reason =
      target === undefined ? `there is no anchor "${node.source}" before this alias.` : `the alias "${node.source}" contains itself.`;
    addProblem("syntax-error", reason, rangeOf(node));
    return null;
  }

  function checkTag(node: Node): void {
    const { tag, range } = node;
    if (tag === undefined || tag === "!" || isOfTag(node, tag)) return;
    const at = range?.[0] ?? 0;
    const [before = "", written = ""] = /(![^\s,[\]{}]*)\s*(?:&\S+\s*)?$/.exec(text.slice(Math.max(0, at - 300), at)) ?? [];
    const start = at - before.length;
    const tagRange = { start, end: start + written.length };
    if (coreTags.has(tag)) addProblem("syntax-error", `the value of the tag "${written || tag}" is not of that type.`, tagRange);
    else addProblem("unknown-tag", written || tag, tagRange);
  }

  function readScalar(node: Scalar, behindAlias: boolean): Json {
    const { source, type, range } = node;
    const value = valueOf(node);
    if (!behindAlias && shallow.length > 0) checkIndentation(node);
    if (typeof value !== "number") return value as Json; // The cast is safe: all scalars of the core schema are JSON values.
    const written = type === "PLAIN" ? (source ?? "") : String(value);
    const problem = numberProblem(written, { value, path, start: range?.[0] ?? 0 });
    if (problem !== undefined && !behindAlias) problems.push(problem);
    return Number.isFinite(value) ? value : null;
  }

  function checkIndentation(node: Scalar): void {
    const { start, end } = rangeOf(node);
    const line = shallow.find((offset) => offset > start && offset < end);
    if (line === undefined) return;
    const [, indent = "", words = ""] = /^( *)(.*)/.exec(text.slice(line, end)) ?? [];
    const from = line + indent.length;
    addProblem("shallow-quote", "this line is not indented deeper than the key.", { start: from, end: from + words.trimEnd().length });
  }

  function readItems(items: readonly unknown[], behindAlias: boolean): Json {
    return items.map((item, index) => at(index, () => read(item, behindAlias)));
  }

  function readMap(items: readonly { key: unknown; value: unknown }[], behindAlias: boolean): Json {
    const first = new Map<string, Range>();
    const entries: [string, Json][] = [];
    for (const { key, value } of items) {
      const name = keyOf(key);
      if (isNode(key) && !behindAlias) checkTag(key);
      if (name === undefined) {
        if (!behindAlias) addProblem("syntax-error", "a key must be a single word or string.", rangeOf(key));
        continue;
      }
      const [range, earlier] = [rangeOf(key), first.get(name)];
      // A duplicate key in an aliased value is reported once, at the anchor.
      if (earlier !== undefined && !behindAlias)
        problems.push({ code: "duplicate-key", reason: name, path: [...path, name], range, first: earlier });
      else first.set(name, range);
      entries.push([name, at(name, () => read(value, behindAlias))]);
    }
    return Object.fromEntries(entries); // Unlike an assignment, `Object.fromEntries` adds a key `__proto__` like any other key.
  }

  function at<T>(step: string | number, readThere: () => T): T {
    path.push(step);
    const value = readThere();
    path.pop();
    return value;
  }

  function addProblem(code: Problem["code"], reason: string, range: Range): void {
    problems.push({ code, reason, path: [...path], range });
  }

  const data = read(document.contents, false);
  if (aliased <= maxAliased) return { data: problems.some(({ code }) => code === "too-deep") ? undefined : data, problems };
  const reason = `its aliases expand to more than ${maxAliased} values.`;
  const start = [...targets.keys()].map((node) => rangeOf(node)).at(-1) ?? { start: 0, end: 1 };
  return { data: undefined, problems: [{ code: "alias-limit", reason, path: [], range: start }] };
}
