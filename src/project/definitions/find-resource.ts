import { snakeCase } from "../../definition/node.ts";
import { kindOfMember, kinds, otherTools } from "../../kinds.ts";
import { isObject, type Json, type JsonObject, member } from "../../source/json/json.ts";
import { type Path, type Tree, valueAt } from "../../source/tree.ts";
import { stemOf } from "../files/paths.ts";
import type { ProjectResource } from "../project.ts";

const toolsetMembers: readonly string[] = [...kindOfMember.toolset.keys()];
const toolMembers: readonly string[] = [...kindOfMember.tool.keys(), ...otherTools];

const anyToolset = keyOf(toolsetMembers);
const anyMember = keyOf([...toolsetMembers, ...toolMembers]);
/**
 * Matches keys that are similar to the members of resources, so that a definition with a misspelt member is reported instead of ignored.
 */
const similarMember = new RegExp(
  `(?:^|[\\s{,"'])(?:${Object.values(kinds)
    .map(({ misspeltPattern }) => misspeltPattern)
    .join("|")})\\w+["']?\\s*:`,
  "i",
);
const startOfDocument = /^\s*(?:\{\s*)?["']?(?:openapi|swagger)["']?\s*:/;

/** Whether a text starts like an OpenAPI document. */
export function isDocument(text: string): boolean {
  return startOfDocument.test(text);
}

/** Whether a text may contain a resource. This test is cheap, so that files without resources are not parsed. */
export function mayContainResource(text: string): boolean {
  return !isDocument(text) && (anyMember.test(text) || similarMember.test(text));
}

/**
 * Finds the resource in a file: at the root of the file, in a CreateToolsetRequest or CreateToolRequest, or in a call of `create_toolset`
 * or `create_tool` (JSON-RPC, MCP).
 */
export function findResource(tree: Tree, app: string | undefined): ProjectResource | undefined {
  const { data } = tree;
  // A resource whose text cannot be parsed is returned with its name, so that its former output is recognized as out of date.
  if (data === undefined)
    return anyMember.test(tree.source.text)
      ? { resource: anyToolset.test(tree.source.text) ? "toolset" : "tool", tree, path: [], fallbackName: stemOf(tree.source.path), app }
      : undefined;
  const body = member(member(data, "params"), "arguments");
  const wrappers: readonly [Json | undefined, Path][] = [
    [body, ["params", "arguments"]],
    [data, []],
  ];
  const fallbackName = stemOf(tree.source.path);
  for (const [wrapper, path] of wrappers) {
    for (const resource of ["toolset", "tool"] as const) {
      const inner = member(wrapper, resource);
      if (!isObject(inner) || resourceOf(inner) !== resource) continue;
      const id = member(wrapper, `${resource}Id`) ?? member(wrapper, `${resource}_id`);
      return { resource, tree, path: [...path, resource], fallbackName: typeof id === "string" && id !== "" ? id : fallbackName, app };
    }
  }
  const resource = isObject(data) ? resourceOf(data) : undefined;
  return resource && { resource, tree, path: [], fallbackName, app };
}

/** The type of a resource according to its members. If no member is known, members with similar names are used. */
function resourceOf(value: JsonObject): "toolset" | "tool" | undefined {
  const names = Object.keys(value);
  if (names.some((name) => hasName(toolsetMembers, name))) return "toolset";
  if (names.some((name) => hasName(toolMembers, name))) return "tool";
  if (Object.hasOwn(value, "openapi") || Object.hasOwn(value, "swagger")) return undefined;
  const candidates = names.filter((name) => isObject(value[name]));
  const similar = [...toolsetMembers, ...toolMembers].filter((name) => candidates.some((other) => differsInOnePlace(name, other)));
  return similar.some((name) => toolsetMembers.includes(name)) ? "toolset" : similar.length > 0 ? "tool" : undefined;
}

/** Whether a resource has a known member. If it has none, it is unknown which files the resource refers to. */
export function hasKnownMember({ tree, path }: ProjectResource): boolean {
  const value = valueAt(tree, path);
  return [...toolsetMembers, ...toolMembers].some((name) => isObject(member(value, name) ?? member(value, snakeCase(name))));
}

function hasName(members: readonly string[], name: string): boolean {
  return members.some((other) => name === other || name === snakeCase(other));
}

/**
 * Whether two names are equal except for a sequence of at most two letters, for example if a letter is wrong, missing or added, or if two
 * letters are swapped. Case is ignored, and so is `_` in `two`.
 */
function differsInOnePlace(one: string, two: string): boolean {
  const [a, b] = [one.toLowerCase(), two.toLowerCase().replaceAll("_", "")];
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a[start] === b[start]) start++;
  let end = 0;
  while (end < shorter - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  return Math.max(a.length, b.length) - start - end <= 2;
}

/** Creates an expression that matches each of the names as a key in JSON or YAML. */
function keyOf(names: readonly string[]): RegExp {
  return new RegExp(`(?:^|[\\s{,"'])(?:${names.flatMap((name) => [name, snakeCase(name)]).join("|")})["']?\\s*:`);
}
