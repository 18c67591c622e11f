import { type Diagnostic, diagnostic, type Outcome } from "../diagnostic/diagnostic.ts";
import { violationsOf } from "../diagnostic/explain-violations.ts";
import { unknownField } from "../diagnostic/structure.ts";
import { kindOfMember, kinds, otherTools } from "../kinds.ts";
import { isArray, isObject } from "../source/json/json.ts";
import { harmlessProblems } from "../source/problem-index.ts";
import { isPlaceholder } from "../source/text/placeholder.ts";
import { type Path, pointerOf, startsWith, type Tree, valueAt } from "../source/tree.ts";
import { checkCertificates } from "./check-certificates.ts";
import { checkDisplayNames } from "./check-display-names.ts";
import { invalidHeaderName, unknownFieldElsewhere, unusedWithStdio } from "./codes.ts";
import { validateTool, validateToolset } from "./compiled/resources.ts";
import type { Definition, OtherTool } from "./definition.ts";
import { type ResourceName, resourceNames } from "./definition-names.ts";
import { enumField } from "./enum-name.ts";
import { explainStructure } from "./explain-structure.ts";
import { fieldHome } from "./field-home.ts";
import { camelCase, entries, field, fieldAt, keyOrigin, type Node, stringValue, valueOrigin } from "./node.ts";
import { type MessageError, readMessage } from "./read-message.ts";

/** A Toolset or Tool before its structure is checked. */
export interface Candidate {
  readonly resource: "toolset" | "tool";
  readonly tree: Tree;
  readonly path: Path;
  readonly fallbackName: string;
  readonly app: string | undefined;
}

export interface Definitions {
  readonly accepted: readonly Definition[];
  readonly others: readonly OtherTool[];
  /** The names of the candidates with errors that prevent compilation. */
  readonly rejected: readonly ResourceName[];
}

/**
 * Checks the structure of definitions. A definition is rejected only for errors that make it impossible to compile. `today` is a date in
 * RFC 3339. If it is `undefined`, the expiry of certificates is not checked.
 */
export function checkDefinitions(
  candidates: readonly Candidate[],
  { today }: { readonly today: string | undefined },
): Outcome<Definitions> {
  const checked = candidates.map((candidate) => ({ candidate, ...checkDefinition(candidate, today) }));
  const names = checkDisplayNames(checked.map(({ candidate, node }) => ({ ...candidate, node })));
  const accepted = checked.flatMap(({ definition, candidate }) =>
    definition === undefined || names.refused.has(candidate.tree) ? [] : [definition],
  );
  const rejected = checked.flatMap(({ definition, other, candidate, node }): ResourceName[] => {
    if ((definition ?? other) !== undefined && !names.refused.has(candidate.tree)) return [];
    const [name = candidate.fallbackName] = resourceNames(node, candidate.fallbackName);
    return [{ resource: candidate.resource, name, tree: candidate.tree }];
  });
  return {
    value: { accepted, others: checked.flatMap(({ other }) => other ?? []), rejected },
    diagnostics: [...checked.flatMap(({ diagnostics }) => diagnostics), ...names.diagnostics],
  };
}

interface Checked {
  readonly node: Node;
  readonly definition: Definition | undefined;
  readonly other: OtherTool | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

function checkDefinition(candidate: Candidate, today: string | undefined): Checked {
  const { resource, tree, path, app } = candidate;
  const value = valueAt(tree, path);
  const node: Node = { tree, path, value: value ?? null };
  // `load` has reported that the text cannot be parsed.
  if (value === undefined || tree.problems.some(({ path: invalid, code }) => invalid.length === 0 && code !== "duplicate-key")) {
    return { node, definition: undefined, other: undefined, diagnostics: [] };
  }
  const { invalidPaths, unknownFields, diagnostics: structure } = checkStructure(node, { resource, today });
  if (!isObject(value)) return { node, definition: undefined, other: undefined, diagnostics: structure };

  const aliases = resourceNames(node, candidate.fallbackName);
  const [name = candidate.fallbackName] = aliases;
  const [member, kind] = [...kindOfMember[resource]].find(([known]) => field(node, known) !== undefined) ?? [];
  const otherMember = otherTools.find((known) => field(node, known) !== undefined);
  if (member === undefined || kind === undefined) {
    const other = otherMember === undefined || resource === "toolset" ? undefined : { member: otherMember, name, app, node };
    return { node, definition: undefined, other, diagnostics: other === undefined ? structure : structure.map(forOtherTool) };
  }
  const body = field(node, member);
  const allInvalid = [...invalidPaths, ...unreadable(tree)];
  const refused = allInvalid.some((path) => !isIsolated(path, node));
  if (body === undefined || refused) return { node, definition: undefined, other: undefined, diagnostics: structure };
  const definition = { resource, kind, name, aliases, app, node, body, member, unknownFields, invalidPaths: allInvalid };
  return { node, definition, other: undefined, diagnostics: structure };
}

/** In a tool of a kind that does not compile, unknown fields get a lower severity, because CES may know these fields. */
function forOtherTool(found: Diagnostic): Diagnostic {
  if (found.code !== unknownField.code) return found;
  const { code, severity, help } = unknownFieldElsewhere;
  return { ...found, code, severity, help };
}

interface CheckedStructure {
  readonly invalidPaths: readonly Path[];
  readonly unknownFields: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

function checkStructure(
  node: Node,
  { resource, today }: { readonly resource: "toolset" | "tool"; readonly today: string | undefined },
): CheckedStructure {
  const read = readMessage(node, resource === "toolset" ? "Toolset" : "Tool");
  const violations = violationsOf(resource === "toolset" ? validateToolset : validateTool, read.value);
  const explained = explainStructure(violations, node, (name) => fieldHome(resource, name)).map(
    (found): MessageError => ({ path: pathOf(found), found }),
  );
  const errors = [...read.errors, ...checkCertificates(node, today), ...checkHeaderNames(node)];
  // A second error of the same value is a follow-on diagnostic, so it is omitted.
  const reported = new Set(errors.map(({ path }) => pointerOf(path)));
  const structure = explained.filter(({ path, found }) => found.code === "missing-field" || !reported.has(pointerOf(path)));
  const all = [...errors, ...structure];
  const isUnknown = ({ found }: MessageError) => found.code === unknownField.code;
  return {
    invalidPaths: all.filter((error) => !isUnknown(error)).map(({ path }) => path),
    unknownFields: all.filter(isUnknown).map(({ path }) => pointerOf(path.slice(node.path.length))),
    diagnostics: [...all.map(({ found }) => found), ...checkStdio(node)],
  };
}

function pathOf({ place }: Diagnostic): Path {
  if (!("path" in place)) throw new Error("A finding about structure has an origin.");
  const { tree, path } = place;
  // The path of a violation comes from a JSON Pointer, in which an index is a string. The index is converted to a number here.
  return path.map((step, index) => (isArray(valueAt(tree, path.slice(0, index))) ? Number(step) : step));
}

/** The paths of values whose text has a problem that makes them unusable. */
function unreadable({ problems }: Tree): Path[] {
  return problems.filter(({ code }) => !harmlessProblems.has(code)).map(({ path }) => path);
}

/** Fields that do not affect the output. Their errors are reported, and the definition compiles nevertheless. */
const withoutEffect = new Set([
  "name",
  "description",
  "createTime",
  "updateTime",
  "etag",
  "toolFakeConfig",
  "generatedSummary",
  "tlsConfig",
  "serviceDirectoryConfig",
]);

/** The names of the fields whose value is an array with one item for each tool. */
const toolArrays = new Set(Object.values(kinds).map(({ list }) => list));

/**
 * Whether an invalid value of a definition affects only itself, so that the definition compiles without this value. This is so if the value
 * is outside of the definition, in a field without effect, or in an item for one of several tools. In the member of the kind, such as
 * `clientFunction`, the field `name` has an effect: it is the name of the tool.
 */
function isIsolated(invalid: Path, { path }: Node): boolean {
  if (!startsWith(invalid, path) && !startsWith(path, invalid)) return true;
  const [first = "", second = "", third] = invalid.slice(path.length).map((step) => camelCase(String(step)));
  return withoutEffect.has(first) || (second !== "name" && withoutEffect.has(second)) || (toolArrays.has(second) && third !== undefined);
}

/** Checks the names of the headers that a definition adds to requests: custom headers and the headers of API keys. */
function checkHeaderNames(node: Node): MessageError[] {
  const bodies = ["openApiToolset", "mcpToolset", "openApiTool", "mcpTool"].flatMap((member) => field(node, member) ?? []);
  return bodies.flatMap((body) => [
    ...checkKeyName(fieldAt(body, ["apiAuthentication", "apiKeyConfig"])),
    ...entries(field(body, "customHeaders")).flatMap(([name, header]) =>
      isHeaderName(name) ? [] : [{ path: header.path, found: diagnostic(invalidHeaderName, { name }, keyOrigin(header)) }],
    ),
  ]);
}

function checkKeyName(config: Node | undefined): MessageError[] {
  const keyName = field(config, "keyName");
  const name = stringValue(keyName);
  if (keyName === undefined || name === undefined || name === "" || isPlaceholder(name) || isHeaderName(name)) return [];
  if (enumField(field(config, "requestLocation"), "RequestLocation") !== "HEADER") return [];
  return [{ path: keyName.path, found: diagnostic(invalidHeaderName, { name }, valueOrigin(keyName)) }];
}

function isHeaderName(name: string): boolean {
  return /^[0-9A-Za-z!#$%&'*+.^_`|~-]+$/.test(name);
}

const overHttp = ["apiAuthentication", "customHeaders", "serviceDirectoryConfig", "tlsConfig"];

/** Reports fields for HTTP in the definition of an MCP server that is reached over stdio. */
function checkStdio(node: Node): MessageError["found"][] {
  const body = field(node, "mcpToolset");
  if (field(body, "stdio") === undefined) return [];
  return overHttp.flatMap((name) => {
    const unused = field(body, name);
    return unused === undefined ? [] : [diagnostic(unusedWithStdio, { field: name }, keyOrigin(unused))];
  });
}
