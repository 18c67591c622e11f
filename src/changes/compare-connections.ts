import { valueKey } from "../schema/subsumption/value-key.ts";
import { differences } from "../source/differences.ts";
import { isArray, isObject, type Json, type JsonObject, member } from "../source/json.ts";
import type { ChangeDraft, ChangeKind, Grade } from "./change.ts";
import { shown } from "./shown.ts";

/** The changes of what the tools of a toolset share: its names, its address, its credentials. */
export function compareConnections(former: JsonObject, next: JsonObject): ChangeDraft[] {
  const name = String(next.name);
  const members = [...new Set([...Object.keys(former), ...Object.keys(next)])].sort();
  const changed = members.filter((each) => !separate.has(each) && valueKey(former[each] ?? null) !== valueKey(next[each] ?? null));
  return [
    ...changed.map((each): ChangeDraft => {
      const { kind, grade } = kinds[each] ?? compatible;
      const texts =
        typeof former[each] === "string" && typeof next[each] === "string" ? { before: former[each], after: next[each] } : undefined;
      return {
        kind,
        grade,
        pointer: `/${each}`,
        message: `"${each}" of "${name}" was ${shown(former[each])} and is ${shown(next[each])}.`,
        texts,
      };
    }),
    ...compareDefinitions(former, next),
    ...compareServers(former, next),
    ...compareSchemes(former, next),
  ];
}

interface Kind {
  readonly kind: ChangeKind;
  readonly grade: Grade;
}

const separate: ReadonlySet<string> = new Set(["formatVersion", "name", "tools", "schemas", "definition", "servers", "securitySchemes"]);
const compatible: Kind = { kind: "other-change", grade: "compatible" };
const kinds: { readonly [member: string]: Kind } = {
  resource: { kind: "changed-request", grade: "breaking" },
  kind: { kind: "changed-request", grade: "breaking" },
  displayName: { kind: "renamed-tool", grade: "breaking" },
  description: { kind: "changed-text", grade: "model-visible" },
};

/** The definition's fields. What is not known to be harmless may send calls elsewhere. */
function compareDefinitions(former: JsonObject, next: JsonObject): ChangeDraft[] {
  return differences(former.definition, next.definition).map((pointer): ChangeDraft => {
    const path = pointer.slice(1).split("/");
    const [was, is] = [valueIn(former.definition, path), valueIn(next.definition, path)];
    const kind = /auth/i.test(pointer) ? "changed-security" : pointer === "/executionType" ? "changed-request" : "changed-server";
    const isHarmless = pointer.endsWith("/ignoreUnknownFields");
    const message = `"${path.join(".")}" of "${next.name}" was ${shown(was)} and is ${shown(is)}.`;
    return isHarmless
      ? { ...compatible, pointer: `/definition${pointer}`, message }
      : { kind, grade: "breaking", pointer: `/definition${pointer}`, message };
  });
}

function valueIn(value: Json | undefined, path: readonly string[]): Json | undefined {
  return path.reduce<Json | undefined>(
    (at, step) => (isArray(at) ? at[Number(step)] : member(at, step.replaceAll("~1", "/").replaceAll("~0", "~"))),
    value,
  );
}

/** Calls go to the first server unless a caller chooses another one of the list. */
function compareServers(former: JsonObject, next: JsonObject): ChangeDraft[] {
  const [before, after] = [former.servers, next.servers].map((servers) => (isArray(servers) ? servers.filter(isObject) : []));
  if (before === undefined || after === undefined || valueKey(before) === valueKey(after)) return [];
  const addressOf = (server: JsonObject) => valueKey({ url: server.url ?? "", variables: defaultsOf(server) });
  const known = new Set(after.map(addressOf));
  const isKept = before.every((server) => known.has(addressOf(server)));
  const isFirst = before[0] === undefined || (after[0] !== undefined && addressOf(before[0]) === addressOf(after[0]));
  const urls = (servers: readonly JsonObject[]) => shown(servers.map(({ url }) => url ?? ""));
  const message = `The servers of "${next.name}" were ${urls(before)} and are ${urls(after)}.`;
  return [
    isKept && isFirst
      ? { ...compatible, pointer: "/servers", message }
      : { kind: "changed-server", grade: "breaking", pointer: "/servers", message },
  ];
}

/** The variables of a server without what only a reader needs. */
function defaultsOf({ variables }: JsonObject): Json {
  return isObject(variables) ? variables : {};
}

/** The schemes that tools name. One that is only added is no change of itself; one that is gone is a change of its tools. */
function compareSchemes(former: JsonObject, next: JsonObject): ChangeDraft[] {
  const [before, after] = [former.securitySchemes, next.securitySchemes].map((schemes) => (isObject(schemes) ? schemes : {}));
  if (before === undefined || after === undefined) return [];
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].sort().flatMap((name): ChangeDraft[] => {
    const [was, is] = [before[name], after[name]];
    if (valueKey(was ?? null) === valueKey(is ?? null)) return [];
    const isBreaking = was !== undefined && is !== undefined && valueKey(withoutTexts(was)) !== valueKey(withoutTexts(is));
    const message = `The security scheme "${name}" of "${next.name}" was ${shown(was)} and is ${shown(is)}.`;
    const pointer = `/securitySchemes/${name}`;
    return [isBreaking ? { kind: "changed-security", grade: "breaking", pointer, message } : { ...compatible, pointer, message }];
  });
}

function withoutTexts(scheme: Json): Json {
  if (!isObject(scheme)) return scheme;
  const { description: _text, ...rest } = scheme;
  return rest;
}
