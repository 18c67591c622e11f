import { type Diagnostic, diagnostic } from "../../diagnostic/diagnostic.ts";
import type { Overrides } from "../../project/config/config.ts";
import { longestName } from "../../runtime/projection/limits/provider-limits.ts";
import { assignNames, type NameRequest } from "../../source/text/assign-names.ts";
import { sanitizeName } from "../../source/text/sanitize-name.ts";
import { type Origin, originOfKey, originOfValue, valueAt } from "../../source/tree.ts";
import { changedName } from "../codes.ts";
import type { RequestedName } from "../draft.ts";
import { cutName, type LongName, shortenName } from "./shorten-name.ts";

export interface NamingInput {
  /** The unique name of the toolset. */
  readonly toolset: string;
  /** The prefix of the name of each tool in the toolset. */
  readonly prefix: string;
  /** The names of all operations, including excluded ones, so that names do not depend on the selection. */
  readonly requestedNames: readonly RequestedName[];
  readonly overrides: Overrides | undefined;
}

export interface ToolName {
  readonly name: string;
  readonly localName: string;
  /** The requested name, before conversion. */
  readonly requested: string;
  /**
   * `sanitized`: characters that models reject were replaced. `suffixed`: the name was too long or not unique, so it was shortened or got a
   * suffix.
   */
  readonly change: "none" | "sanitized" | "suffixed";
}

/** Assigns a name to every tool of every toolset. The result has a map for each toolset, from the key of a tool to its name. */
export function nameTools(toolsets: readonly NamingInput[]): Map<string, Map<string, ToolName>> {
  const inputs = toolsets.map((input) => ({ ...input, tools: requestedNamesOf(input) }));
  const names = assignNames(
    shortenNames(
      inputs.flatMap(({ toolset, prefix, tools }) =>
        tools.map(({ key, name, tags }) => ({ id: `${toolset} ${key}`, prefix, rest: name, tags })),
      ),
    ),
  );
  return new Map(
    inputs.map(({ toolset, prefix, tools }) => {
      const localNames = assignNames(shortenNames(tools.map(({ key, name, tags }) => ({ id: key, prefix: "", rest: name, tags }))));
      const named = tools.map(({ key, name: requested }): [string, ToolName] => {
        const name = assigned(names, `${toolset} ${key}`);
        const change = name === prefix + requested ? "none" : name === sanitizeName(prefix + requested) ? "sanitized" : "suffixed";
        return [key, { name, localName: assigned(localNames, key), requested, change }];
      });
      return [toolset, new Map(named)];
    }),
  );
}

/**
 * Removes words from names that are too long. A name is not shortened if the result equals the name of another tool, because the
 * other name must not change. `names` includes excluded tools, so that no name depends on the selection.
 */
function shortenNames(names: readonly (LongName & { readonly id: string })[]): NameRequest[] {
  const requests = names.map(({ id, prefix, rest, tags }) => {
    const name = sanitizeName(prefix + rest);
    if (name.length <= longestName) return { id, name, short: undefined };
    const long = { prefix: prefix === "" ? "" : sanitizeName(prefix), rest: sanitizeName(rest), tags };
    const short = shortenName(long, longestName);
    const cut = (length: number) => sanitizeName(cutName(long, length)).slice(0, length);
    return { id, name, cut, short: short === undefined ? undefined : sanitizeName(short) };
  });
  const counts = new Map<string, number>();
  for (const { name, short } of requests) {
    const key = (short ?? name).toLowerCase();
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return requests.map(({ short, ...request }) =>
    short !== undefined && counts.get(short.toLowerCase()) === 1 ? { ...request, name: short } : request,
  );
}

export interface NamedOrigin extends ToolName {
  readonly origin: Origin;
}

/**
 * Reports all names of a toolset that were shortened or got a suffix, in one diagnostic at the first of these tools. Names in which only
 * characters were replaced are not reported.
 */
export function changedNames(toolset: string, names: readonly NamedOrigin[]): Diagnostic[] {
  const changed = names.filter(({ change }) => change === "suffixed");
  const [first] = changed;
  if (first === undefined) return [];
  const examples = changed.slice(0, 3).map(({ requested, name }) => [requested, name] as const);
  return [diagnostic(changedName, { total: names.length, count: changed.length, examples }, placeOfName(first.origin), { toolset })];
}

/** The name of a tool where it is written, or else the key of the tool. */
function placeOfName(origin: Origin): Origin {
  const { tree, path } = origin;
  const written = ["operationId", "name"].map((field) => [...path, field]).find((place) => typeof valueAt(tree, place) === "string");
  if (written !== undefined) return originOfValue(tree, written);
  return typeof valueAt(tree, path) === "object" && typeof path.at(-1) === "string" ? originOfKey(tree, path) : origin;
}

/** The name of an operation without an operationId, such as `get_pets_id`. */
export function nameFromPath(method: string, path: string): string {
  const steps = path.split(/[^A-Za-z0-9]+/).filter((step) => step !== "");
  return [method.toLowerCase(), ...steps].join("_");
}

function requestedNamesOf({
  requestedNames,
  overrides,
}: Pick<NamingInput, "requestedNames" | "overrides">): readonly Pick<RequestedName, "key" | "name" | "tags">[] {
  return requestedNames.map(({ key, id, name, tags }) => {
    const own = overrides?.tools.get(id) ?? overrides?.tools.get(key);
    return { key, tags, name: own?.name?.value ?? name };
  });
}

function assigned(names: ReadonlyMap<string, string>, id: string): string {
  const name = names.get(id);
  if (name === undefined) throw new Error(`No name was assigned for "${id}".`);
  return name;
}
