import { isRecord, ownMember, type UnknownRecord } from "../json.ts";
import { inputNames } from "../tool/input-names.ts";
import type { Tool } from "../tool/tool.ts";

/** The key of attached arguments. `Symbol.for` gives all copies of this library the same symbol. */
const nextKey = Symbol.for("toolsetc.next");

/** The maximum characters of the arguments that are attached to a result. Arguments with a cursor are short. */
const maxNext = 2048;

/**
 * Attaches the arguments of the call for the next page of the list in `output`. They are not enumerable, so that programs get the output
 * unchanged.
 */
export function attachNext<Output>(output: Output, next: UnknownRecord | undefined): Output {
  if (!isRecord(output) || !Object.isExtensible(output)) return output;
  const value = next === undefined || JSON.stringify(next).length > maxNext ? undefined : next;
  // A client in the same process may return one object for two calls. The arguments of the last call apply.
  if (value === undefined && attachedNext(output) === undefined) return output;
  return Object.defineProperty(output, nextKey, { value, enumerable: false, configurable: true });
}

/** The arguments that were attached to `output`; `undefined` if no arguments were attached. */
export function attachedNext(output: unknown): UnknownRecord | undefined {
  const next: unknown = isRecord(output) ? Reflect.get(output, nextKey) : undefined;
  return isRecord(next) ? next : undefined; // Only `attachNext` uses this key.
}

/**
 * Attaches to the output of a tool the arguments of the call for the next page, which the transport attached to the result, or which a cursor
 * in the result leads to.
 */
export function withNextCall(output: unknown, result: unknown, input: UnknownRecord, tool: Pick<Tool, "inputSchema">): unknown {
  return attachNext(output, attachedNext(result) ?? argumentsForCursor(result, input, () => inputNames(tool)));
}

/** The names of pagination parameters, in lower case and without separators. */
const pagination =
  /^(?:page|perpage|pagesize|pagenumber|pageindex|pagetoken|limit|offset|cursor|startcursor|pagecursor|nextcursor|after|before|startingafter|endingbefore|skip|take|top|first|last|maxresults|maxitems|pagelimit|pageoffset|nexttoken|continuationtoken|marker|start|count|rows|size)$/;

/** The pagination parameters among `names`. */
export function paginationNames(names: readonly string[]): string[] {
  return names.filter((name) => pagination.test(plainName(name)));
}

/**
 * The names of members of a result that contain a cursor, each with the names of parameters that accept the cursor. All names are in the
 * form that `plainName` returns.
 */
const cursors: readonly (readonly [member: RegExp, parameters: readonly string[]])[] = [
  [/^next(?:page)?cursor$/, ["cursor", "startcursor", "pagecursor", "nextcursor"]],
  [/^next(?:page)?token$/, ["pagetoken", "nexttoken", "nextpagetoken"]],
];

/** The plain names of members whose objects may contain the cursor or the address of the next page. */
const containers = /^(?:meta|metadata|pagination|paging|pageinfo|responsemetadata|links)$/;

/**
 * The arguments of the call for the next page, if the result has a cursor and the tool has exactly one parameter for it: `cursor` for
 * `next_cursor`, `pageToken` for `nextPageToken`. `undefined` in all other cases.
 */
export function argumentsForCursor(result: unknown, input: UnknownRecord, names: () => readonly string[]): UnknownRecord | undefined {
  for (const [name, value] of pagingMembers(result)) {
    if (typeof value !== "string" || value === "") continue;
    const parameters = cursors.find(([member]) => member.test(name))?.[1] ?? [];
    const taken = parameters.length === 0 ? [] : names().filter((each) => parameters.includes(plainName(each)));
    const [parameter] = taken;
    if (parameter !== undefined && taken.length === 1 && input[parameter] !== value) return { ...input, [parameter]: value };
  }
  return undefined;
}

/** The addresses of the next page in a result: `next`, `links.next.href`, `@odata.nextLink`. */
export function nextAddresses(result: unknown): string[] {
  const named = pagingMembers(result).filter(([name]) =>
    /^(?:next|nextlink|nexturl|nextpageurl|nexturi|nextpageuri|nexthref|odatanextlink)$/.test(name),
  );
  return named.map(([, value]) => (isRecord(value) ? ownMember(value, "href") : value)).filter((value) => typeof value === "string");
}

/** The members of a result and of the containers in it, with their plain names: those whose names say that they may be about pages. */
function pagingMembers(result: unknown): [name: string, value: unknown][] {
  const members = namedMembers(result);
  const inner = members.flatMap(([name, value]) => (containers.test(name) ? namedMembers(value) : []));
  return [...members, ...inner];
}

/** What the names of containers and of members with a cursor or an address contain. Other members, which are most, cost no more than this. */
const hints = /next|meta|pag|links/i;

function namedMembers(object: unknown): [name: string, value: unknown][] {
  if (!isRecord(object)) return [];
  return Object.keys(object)
    .filter((name) => hints.test(name))
    .map((name) => [plainName(name), object[name]]);
}

/** The plain form of a name: in lower case, without separators. */
function plainName(name: string): string {
  return name.replace(/[^A-Za-z0-9]/g, "").toLowerCase();
}
