import type { Use } from "../../diagnostic/use.ts";
import { isArray, isObject, itemsIn, type Json, type JsonObject, member } from "../../source/json/json.ts";
import { compareText } from "../../source/text/compare.ts";
import { sharedSchemaNames } from "../shared-schema-names.ts";
import { defaultAddress } from "./server-address.ts";

/** The contracts of a project, and the overlays with the default values of placeholders. Both maps have the names of toolsets as keys. */
export interface Contracts {
  readonly contracts: ReadonlyMap<string, JsonObject>;
  /** The map does not contain a toolset whose overlays are unknown. */
  readonly overlays: ReadonlyMap<string, readonly Json[]>;
  /** The map does not contain a toolset whose lock does not say who uses it. */
  readonly uses: ReadonlyMap<string, Use>;
  /** The `sourceDigest` of each toolset with a document that others wrote. */
  readonly sources: ReadonlyMap<string, string>;
  /** The version of the compiler that made each contract. Another one may write other texts from the same document. */
  readonly compilers: ReadonlyMap<string, string>;
  /** The names of the toolsets whose contracts are unknown, because they did not compile. They are not compared. */
  readonly broken: ReadonlySet<string>;
  /** The names of the toolsets whose contracts may lack tools, because a part of them did not compile. */
  readonly incomplete: ReadonlySet<string>;
  /** Whether a toolset that is missing here does not exist. Otherwise, it may be a part that was not requested, or one whose name is unknown. */
  readonly isWhole: boolean;
}

/** The contracts of a project without toolsets. */
export const noContracts: Contracts = {
  contracts: new Map(),
  overlays: new Map(),
  uses: new Map(),
  sources: new Map(),
  compilers: new Map(),
  broken: new Set(),
  incomplete: new Set(),
  isWhole: true,
};

/** The names of the toolsets to compare, sorted. A toolset is reported as removed or added only if it is certain that it does not exist. */
export function comparedToolsets(former: Contracts, next: Contracts): string[] {
  const names = new Set([...former.contracts.keys(), ...next.contracts.keys()]);
  const isKnown = (name: string, { contracts, isWhole, broken }: Contracts) => !broken.has(name) && (isWhole || contracts.has(name));
  return [...names].filter((name) => isKnown(name, former) && isKnown(name, next)).sort(compareText);
}

/** The two versions of the contract of a toolset as they are compared. */
export interface ComparableContracts {
  /** `undefined` if the toolset does not exist in that version. */
  readonly was: JsonObject | undefined;
  readonly is: JsonObject | undefined;
  /** The names of the tools that each version may only lack because it did not compile as a whole. They are left out of the other version. */
  readonly missing: { readonly former: readonly string[]; readonly next: readonly string[] };
}

/**
 * The contracts of a toolset without the tools of which nothing is known in the other version. If a part of a toolset did not compile, a tool
 * that it lacks is neither removed nor added.
 */
export function comparableContracts(name: string, former: Contracts, next: Contracts): ComparableContracts {
  const [was, is] = [former.contracts.get(name), next.contracts.get(name)];
  const isIncomplete = { former: former.incomplete.has(name), next: next.incomplete.has(name) };
  if (was === undefined || is === undefined || !(isIncomplete.former || isIncomplete.next))
    return { was, is, missing: { former: [], next: [] } };
  const { removed, added } = matchTools(was, is);
  const [unseen, unknown] = [isIncomplete.next ? removed : [], isIncomplete.former ? added : []];
  const namesOf = (tools: readonly JsonObject[]) => tools.map((tool) => String(tool.name));
  return { was: without(unseen, was), is: without(unknown, is), missing: { former: namesOf(unknown), next: namesOf(unseen) } };
}

/** A contract without these tools, without the schemas that only they use, and without groups, which name tools. */
function without(left: readonly JsonObject[], { groups: _ofTools, ...contract }: JsonObject): JsonObject {
  const tools = toolsIn(contract).filter((tool) => !left.includes(tool));
  const used = new Set(tools.flatMap((tool) => [...sharedSchemaNames(tool, contract)]));
  const schemas = isObject(contract.schemas) ? Object.entries(contract.schemas) : [];
  return { ...contract, tools, schemas: Object.fromEntries(schemas.filter(([name]) => used.has(name))) };
}

/** Matches the tools of two versions of a contract: first by their `id`, then by their `name`, then by the only one with the same request. */
export function matchTools(former: JsonObject, next: JsonObject) {
  const [before, after] = [toolsIn(former), toolsIn(next)];
  const pairs = new Map<JsonObject, JsonObject>();
  const added = new Set(after);
  const match = (keysOf: (tools: Iterable<JsonObject>, contract: JsonObject) => ReadonlyMap<JsonObject, Json | undefined>) => {
    const left = before.filter((tool) => !pairs.has(tool));
    const candidates = new Map([...keysOf(added, next)].map(([tool, key]) => [key, tool]));
    for (const [was, key] of keysOf(left, former)) {
      const is = key === undefined ? undefined : candidates.get(key);
      if (is !== undefined && added.delete(is)) pairs.set(was, is);
    }
  };
  match((tools) => new Map([...tools].map((tool) => [tool, tool["id"]])));
  match((tools) => new Map([...tools].map((tool) => [tool, tool["name"]])));
  match((tools, contract) => requestsOf(tools, defaultAddress(contract).path));
  match((tools) => requestsOf(tools, ""));
  return { pairs: [...pairs], removed: before.filter((tool) => !pairs.has(tool)), added: [...added] };
}

/** The method and the path that each of the tools alone calls, after the path of the service and without the names of parameters. */
function requestsOf(tools: Iterable<JsonObject>, base: string): ReadonlyMap<JsonObject, string> {
  const byRequest = new Map<string, JsonObject[]>();
  for (const tool of tools) {
    const [method, path, servers] = ["method", "path", "servers"].map((name) => member(tool.binding, name));
    if (typeof method !== "string" || typeof path !== "string") continue;
    const request = `${method} ${itemsIn(servers).length > 0 ? "" : base}${path.replaceAll(/\{[^}]*\}/g, "{}")}`;
    byRequest.set(request, [...(byRequest.get(request) ?? []), tool]);
  }
  return new Map(
    [...byRequest].flatMap(([request, [only, ...others]]) => (only === undefined || others.length > 0 ? [] : [[only, request]])),
  );
}

export function toolsIn(contract: JsonObject | undefined): readonly JsonObject[] {
  const tools = contract?.["tools"];
  return isArray(tools) ? tools.filter(isObject) : [];
}
