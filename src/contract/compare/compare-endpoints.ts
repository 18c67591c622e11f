import { isArray, isObject, itemsIn, type Json, type JsonObject, member } from "../../source/json/json.ts";
import { isSameValue, valueKey } from "../../source/json/value-key.ts";
import { differences } from "../../source/text/differences.ts";
import { placeholder } from "../../source/text/placeholder.ts";
import { jsonAt, parsePointer, pointerOf } from "../../source/tree.ts";
import type { ChangeDraft, ChangeKind } from "../changes/change.ts";
import { shown } from "../words/shown.ts";
import { compareSchemes } from "./compare-schemes.ts";
import { areVariablesKept, defaultAddress, isServerKept, variablesOf } from "./server-address.ts";

/**
 * The environment overlays with the default values of placeholders, in both versions of a contract. An array is empty if its values are not
 * known.
 */
export interface Overlays {
  readonly former: readonly Json[];
  readonly next: readonly Json[];
}

/** The two versions of each tool that both contracts have. */
type Pairs = readonly (readonly [was: JsonObject, is: JsonObject])[];

/** The changes of the settings that all tools of a toolset share: the toolset's names, the address of the service, and credentials. */
export function compareEndpoints(
  former: JsonObject,
  next: JsonObject,
  { overlays, pairs }: { readonly overlays: Overlays; readonly pairs: Pairs },
): ChangeDraft[] {
  const name = String(next.name);
  const members = [...new Set([...Object.keys(former), ...Object.keys(next)])].sort();
  const changed = members.filter((each) => !separate.has(each) && !isSameValue(former[each] ?? null, next[each] ?? null));
  return [
    ...changed.map((each): ChangeDraft => {
      const kind = kinds[each] ?? "other-change";
      const texts =
        typeof former[each] === "string" && typeof next[each] === "string" ? { before: former[each], after: next[each] } : undefined;
      return {
        kind,
        pointer: `/${each}`,
        message: `"${each}" of "${name}" was ${shown(former[each])} and is ${shown(next[each])}.`,
        texts,
        from: former[each] ?? null,
        to: next[each] ?? null,
      };
    }),
    ...compareDefinitions(former, next, overlays),
    ...compareServers(former, next, { overlays, pairs }),
    ...compareSchemes(former, next),
    ...compareGroups(former, next),
  ];
}

const separate: ReadonlySet<string> = new Set([
  ...["formatVersion", "name", "tools", "schemas", "definition", "servers", "securitySchemes", "groups"],
]);
const kinds: { readonly [member: string]: ChangeKind } = {
  resource: "changed-request",
  kind: "changed-request",
  displayName: "renamed-tool",
  description: "changed-text",
};

/**
 * The changes of fields of the definition. A change is breaking unless it is known to be harmless, because calls may go to another service
 * after it.
 */
function compareDefinitions(former: JsonObject, next: JsonObject, overlays: Overlays): ChangeDraft[] {
  return differences(former.definition, next.definition).map((pointer): ChangeDraft => {
    const path = parsePointer(pointer);
    const [was, is] = [jsonAt(former.definition, path), jsonAt(next.definition, path)];
    const kind = /auth/i.test(pointer) ? "changed-security" : pointer === "/executionType" ? "changed-request" : "changed-server";
    const isSame = areSame(valuesOf(was, path, overlays.former), valuesOf(is, path, overlays.next));
    const isHarmless = pointer.endsWith("/ignoreUnknownFields") || isSame || (isAddress(pointer) && isSameAddress(former, next, overlays));
    const [before, after] = [was ?? serversBeside(pointer, former), is ?? serversBeside(pointer, next)].map(shown);
    const message = `"${path.join(".")}" of "${next.name}" was ${before} and is ${after}.`;
    return { kind: isHarmless ? "other-change" : kind, pointer: `/definition${pointer}`, message, from: was ?? null, to: is ?? null };
  });
}

/** The possible values of a field of the definition: the value itself, or the values in the overlays if the field has a placeholder. */
function valuesOf(value: Json | undefined, path: readonly string[], overlays: readonly Json[]): readonly (Json | undefined)[] {
  return value === placeholder ? overlays.map((overlay) => jsonAt(overlay, path)) : [value];
}

/** Whether all values of a field, in both versions, are known and equal. */
function areSame(former: readonly (Json | undefined)[], next: readonly (Json | undefined)[]): boolean {
  const keys = new Set([...former, ...next].map((value) => (value === undefined ? undefined : valueKey(value))));
  return former.length > 0 && next.length > 0 && keys.size === 1 && !keys.has(undefined);
}

/** The URLs of the document's servers, to which calls go if the definition has no `url`. */
function serversBeside(pointer: string, { servers }: JsonObject): Json | undefined {
  return isAddress(pointer) ? itemsIn(servers).map((server) => member(server, "url") ?? "") : undefined;
}

function hasUrl({ definition }: JsonObject): boolean {
  return ["openApiToolset", "openApiTool"].some((kind) => jsonAt(definition, [kind, "url"]) !== undefined);
}

function isAddress(pointer: string): boolean {
  return /^\/(?:openApiToolset|openApiTool)\/url$/.test(pointer);
}

/** Whether the default address of calls is the same, wherever it is specified: in the definition, the document or an environment. */
function isSameAddress(former: JsonObject, next: JsonObject, overlays: Overlays): boolean {
  return areSame(addressesOf(former, overlays.former), addressesOf(next, overlays.next));
}

/**
 * The possible default addresses of calls: `url` of the definition, else the first server of the document. If `url` is a placeholder, its
 * values in the overlays are used.
 */
function addressesOf({ definition, servers }: JsonObject, overlays: readonly Json[]): readonly (Json | undefined)[] {
  const urlIn = (from: Json | undefined) => jsonAt(from, ["openApiToolset", "url"]) ?? jsonAt(from, ["openApiTool", "url"]);
  const [server] = isArray(servers) ? servers.filter(isObject) : [];
  const own = urlIn(definition);
  const url = own ?? server?.url;
  if (url === placeholder) return overlays.map(urlIn).map((given) => given && { url: given, variables: {} });
  return url === undefined ? [] : [{ url, variables: own === undefined && server !== undefined ? variablesOf(server) : {} }];
}

/** The change of the servers. It is compatible if the first server is the same, because calls use no other server. */
function compareServers(
  former: JsonObject,
  next: JsonObject,
  { overlays, pairs }: { readonly overlays: Overlays; readonly pairs: Pairs },
): ChangeDraft[] {
  const [before, after] = [former.servers, next.servers].map((servers) => (isArray(servers) ? servers.filter(isObject) : []));
  if (before === undefined || after === undefined || isSameValue(before, after)) return [];
  // A `url` of the definition replaces the servers of the document, so they follow from the change of this field.
  if (hasUrl(former) !== hasUrl(next)) return [];
  const [was, is] = [before[0], after[0]];
  const isMoved = was !== undefined && is !== undefined && areVariablesKept(was, is) && isPathMoved(former, next, pairs);
  const isFirst = was === undefined || isServerKept(was, is) || isMoved;
  const urls = (servers: readonly JsonObject[]) => shown(servers.map(({ url }) => url ?? ""));
  const message = `The servers of "${next.name}" were ${urls(before)} and are ${urls(after)}.`;
  const kind = isFirst || isSameAddress(former, next, overlays) ? "other-change" : "changed-server";
  return [{ kind, pointer: "/servers", message, from: former.servers ?? null, to: next.servers ?? null }];
}

/** Whether a part of the default address only moved to the paths of all tools, or from there. */
function isPathMoved(former: JsonObject, next: JsonObject, pairs: Pairs): boolean {
  const [before, after] = [defaultAddress(former), defaultAddress(next)];
  const pathOf = (tool: JsonObject) => String(member(tool.binding, "path"));
  return (
    before.host === after.host && pairs.length > 0 && pairs.every(([was, is]) => before.path + pathOf(was) === after.path + pathOf(is))
  );
}

/** The changes of the descriptions of tags. Which tools a tag has is a change of these tools. */
function compareGroups(former: JsonObject, next: JsonObject): ChangeDraft[] {
  const descriptions = new Map(itemsIn(former.groups).map((group) => [member(group, "name"), member(group, "description")]));
  return itemsIn(next.groups).flatMap((group): ChangeDraft[] => {
    const [name, before, after] = [member(group, "name"), descriptions.get(member(group, "name")), member(group, "description")];
    if (typeof before !== "string" || typeof after !== "string" || before === after) return [];
    const message = `The description of the tag ${shown(name)} of "${next.name}" changed.`;
    const pointer = pointerOf(["groups", String(name), "description"]);
    return [{ kind: "changed-text", pointer, message, texts: { before, after }, from: before, to: after }];
  });
}
