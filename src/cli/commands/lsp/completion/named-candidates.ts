import { resourceNames } from "../../../../definition/definition-names.ts";
import { camelCase, nodeAt } from "../../../../definition/node.ts";
import { isManagedBy, managedFields } from "../../../../environment/managed-fields.ts";
import { codesOf } from "../../../../findings/diagnostic-codes.ts";
import { matcherOf } from "../../../../lower/overrides/match-selectors.ts";
import { isSelector } from "../../../../lower/overrides/tool-overrides.ts";
import { knownValues } from "../../../../rules/assertions/known-values.ts";
import { isObject, itemsIn, member } from "../../../../source/json/json.ts";
import { placeholder } from "../../../../source/text/placeholder.ts";
import { jsonAt, type Path, startsWith } from "../../../../source/tree.ts";
import { allNamesOf, type DescribedOperation, type Known, operationsOf, type Resource } from "../named-places.ts";
import { matchesPath } from "../outline.ts";
import type { Cursor } from "./cursor.ts";
import type { Suggestion } from "./schema-candidates.ts";

/** The path of a file from the root of its project, and what the project contains. */
export interface CompletedFile {
  readonly path: string;
  readonly known: Known;
  /** Lists the paths of all files of the project. */
  readonly files: () => Promise<readonly string[]>;
}

/** The places of names in one sort of file. `*` stands for any step; the last step of a key is the key itself. */
interface NamedPart {
  readonly part: Cursor["part"];
  readonly path: readonly string[];
  /** Whether the value of the key is an object, which is written on the next lines. */
  readonly isGroup?: true;
  readonly find: (at: Path, file: CompletedFile, cursor: Cursor) => readonly Suggestion[];
}

const inConfiguration: readonly NamedPart[] = [
  { part: "key", path: ["overrides", "*"], isGroup: true, find: (_at, file) => names(file) },
  { part: "key", path: ["budgets", "*"], isGroup: true, find: (_at, file) => names(file) },
  { part: "key", path: ["sources", "*"], find: (_at, file) => names(file, "toolset") },
  ...[["include"], ["exclude"], ["lazy"], ["approval", "required"], ["approval", "never"]].map(
    (list): NamedPart => ({ part: "value", path: ["overrides", "*", ...list, "*"], find: selectors }),
  ),
  { part: "key", path: ["overrides", "*", "tools", "*"], isGroup: true, find: selectors },
  { part: "key", path: ["overrides", "*", "tools", "*", "parameters", "*"], isGroup: true, find: parameters },
  ...[["rules"], ["overrides", "*", "rules"], ["pathRules", "*"]].map(
    (map): NamedPart => ({ part: "key", path: [...map, "*"], find: (_at, file) => codes(file) }),
  ),
  { part: "value", path: ["defaultEnvironment"], find: (_at, file) => environments(file) },
  ...["where", "must"].flatMap((key): NamedPart[] => [
    { part: "value", path: ["assertions", "*", key, "*"], find: factValues },
    { part: "value", path: ["assertions", "*", key, "*", "*"], find: factValues },
  ]),
];

const inEnvironment: readonly NamedPart[] = [
  { part: "key", path: ["toolsets", "*"], isGroup: true, find: (_at, file) => names(file, "toolset") },
  { part: "key", path: ["tools", "*"], isGroup: true, find: (_at, file) => names(file, "tool") },
];

const inAgent: readonly NamedPart[] = [
  { part: "value", path: ["toolsets", "*", "toolset"], find: (_at, file) => names(file, "toolset") },
  { part: "value", path: ["toolsets", "*", "toolIds", "*"], find: idsOfAgent },
  { part: "value", path: ["tools", "*"], find: (_at, file) => names(file, "tool") },
];

/** The names that the project defines and that may stand at the cursor. */
export function namedCandidates(file: CompletedFile, cursor: Cursor): readonly Suggestion[] {
  const { config, environments: all, apps } = file.known.reading.project;
  const isEnvironment = all.some(({ tree }) => tree.source.path === file.path);
  const isAgent = apps.some(({ agents }) => agents.some(({ source }) => source.path === file.path));
  const parts = config.files.includes(file.path) ? inConfiguration : isEnvironment ? inEnvironment : isAgent ? inAgent : [];
  const at = cursor.part === "key" ? [...cursor.path, ""] : cursor.path;
  const found = parts.filter(({ part, path }) => part === cursor.part && matchesPath(path, at));
  const own = found.flatMap(({ isGroup = false, find }) => find(at, file, cursor).map((candidate) => ({ ...candidate, isGroup })));
  const written = cursor.part === "key" ? new Set(keysAt(cursor)) : new Set<string>();
  return [...own.filter(({ word }) => !written.has(word)), ...placeholders(file, cursor)];
}

function keysAt({ data, path }: Cursor): readonly string[] {
  const value = jsonAt(data, path);
  return isObject(value) ? Object.keys(value) : [];
}

function names({ known }: CompletedFile, kind?: "toolset" | "tool"): readonly Suggestion[] {
  return known.reading.project.resources
    .filter(({ resource }) => kind === undefined || resource === kind)
    .flatMap((resource) => {
      const [word] = resourceNames(nodeAt(resource), resource.fallbackName);
      return word === undefined ? [] : [{ word, kind: "name", detail: resource.resource, documentation: resource.tree.source.path }];
    });
}

function resourceNamed(name: Path[number] | undefined, { known }: CompletedFile): Resource | undefined {
  return known.reading.project.resources.find((resource) => allNamesOf(resource).includes(String(name)));
}

/** The operations of a toolset, its tags and its methods, each with the number of operations that it selects. */
function selectors([, toolset]: Path, file: CompletedFile): readonly Suggestion[] {
  const resource = resourceNamed(toolset, file);
  const all = resource === undefined ? [] : operationsOf(resource, file.known);
  const groups = [
    ...[...new Set(all.flatMap(({ tags }) => tags))].map((tag) => `tag:${tag}`),
    ...[...new Set(all.flatMap(({ method }) => method ?? []))].map((method) => `method:${method}`),
  ];
  const countOf = (selector: string) => all.filter(matcherOf(selector)).length;
  return [
    ...groups.map((word): Suggestion => ({ word, kind: "value", detail: countText(countOf(word)), documentation: "" })),
    ...all.map(byId),
  ];
}

function countText(count: number): string {
  return `${count} operation${count === 1 ? "" : "s"}`;
}

function byId({ id, key, summary }: DescribedOperation): Suggestion {
  return { word: id, kind: "name", detail: key === id ? "" : key, documentation: summary };
}

function idsOfAgent([, index]: Path, file: CompletedFile, { data }: Cursor): readonly Suggestion[] {
  const reference = itemsIn(member(data, "toolsets"))[Number(index)];
  const resource = resourceNamed(String(member(reference, "toolset") ?? ""), file);
  return resource === undefined ? [] : operationsOf(resource, file.known).map(byId);
}

/** The parameters of the compiled tools that a key under `tools` selects. */
function parameters([, toolset, , selector]: Path, file: CompletedFile): readonly Suggestion[] {
  const tree = resourceNamed(toolset, file)?.tree;
  const compiled = file.known.program?.toolsets.find(({ origin }) => origin.tree.source.path === tree?.source.path);
  const key = String(selector);
  const matches = isSelector(key) ? matcherOf(key) : ({ id }: { readonly id: string }) => id === key;
  const tools = (compiled?.tools ?? []).filter(({ id, tags, binding }) => {
    const http = binding.transport === "http" ? binding : undefined;
    return matches({ id, key: http === undefined ? id : `${http.method} ${http.path}`, method: http?.method, tags });
  });
  const found = tools.flatMap(({ input }) => {
    const properties = member(input.json, "properties");
    return isObject(properties) ? Object.entries(properties) : [];
  });
  return [...new Map(found)].map(([word, schema]) => {
    const description = member(schema, "description");
    return { word, kind: "name", detail: "", documentation: typeof description === "string" ? description : "" };
  });
}

function codes({ known }: CompletedFile): readonly Suggestion[] {
  return codesOf(known.reading.project.config).map(({ code, severity, help }) => ({
    word: code,
    kind: "name",
    detail: severity,
    documentation: help,
  }));
}

/** The values that a fact of an assertion has in what is compiled. */
function factValues([, index, , name]: Path, { known }: CompletedFile, { data }: Cursor): readonly Suggestion[] {
  const each = member(itemsIn(member(data, "assertions"))[Number(index)], "each") ?? "tool";
  const values = (known.program?.toolsets ?? []).flatMap((toolset) => knownValues(String(each), String(name), toolset));
  return [...new Set(values)].map((word) => ({ word, kind: "value", detail: "", documentation: "" }));
}

function environments({ known }: CompletedFile): readonly Suggestion[] {
  const { config, environments: found } = known.reading.project;
  const all = config.environments.size > 0 ? [...config.environments.keys()] : found.map(({ name }) => name);
  return [...new Set(all)].map((word) => ({ word, kind: "name", detail: "environment", documentation: "" }));
}

/** `$env_var`, at a field of a definition whose value may differ by environment. */
function placeholders({ path, known }: CompletedFile, cursor: Cursor): readonly Suggestion[] {
  if (cursor.part !== "value") return [];
  const resource = known.reading.project.resources.find(({ tree, path: at }) => tree.source.path === path && startsWith(cursor.path, at));
  if (resource === undefined) return [];
  const own = cursor.path.slice(resource.path.length).map((step) => (typeof step === "string" ? camelCase(step) : step));
  if (!managedFields.some((field) => field.resourceType === resource.resource && isManagedBy(field, own))) return [];
  return [{ word: placeholder, kind: "value", detail: "its value is in environments", documentation: "" }];
}
