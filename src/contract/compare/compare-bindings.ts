import { isArray, isObject, itemsIn, type Json, type JsonObject, member } from "../../source/json/json.ts";
import { isSameValue } from "../../source/json/value-key.ts";
import { differences } from "../../source/text/differences.ts";
import type { ChangeDraft } from "../changes/change.ts";
import { partWords, type RequestPart } from "../words/request-words.ts";
import { securityWords } from "../words/security-words.ts";
import { shown } from "../words/shown.ts";
import type { Comparison } from "./comparison.ts";
import { callOf } from "./request-parts.ts";
import { isServerKept } from "./server-address.ts";

/**
 * The changes of the request that a tool sends. They are breaking, because programs that were compiled before still send the former
 * request. An added parameter, body or body member is omitted if its value comes from the tool's input: `compareTool` then reports the
 * change of the input.
 */
export function compareBindings(was: JsonObject, is: JsonObject, { shared, use, basePaths }: Comparison): ChangeDraft[] {
  const inputs = { former: { schema: was.input ?? {}, shared: shared.former }, next: { schema: is.input ?? {}, shared: shared.next } };
  const [before, after] = [callOf(was.binding ?? {}, inputs), callOf(is.binding ?? {}, inputs)];
  const security = compareSecurity(before.security, after.security, is);
  const calls = [
    ...compareFixed(before.fixed, after.fixed, { tool: is, basePaths }),
    ...compareParts(before.parts, after.parts, { tool: is, use }),
  ];
  const found = [...security, ...calls, ...compareFlow(was, is)];
  // If the request is the same, the binding can differ only by added parameters or by how responses are read. This difference is reported
  // as one compatible change.
  const paths = differences(was.binding ?? {}, is.binding ?? {}).filter((path) => !/^\/(?:pages|waiting)(?:\/|$)/.test(path));
  const [first, ...others] = paths;
  if (first === undefined || found.length > 0) return found;
  const isListed = first === "/digest" && others.length === 0;
  // `digest` is a hash of the MCP tool as the server listed it. If another member of the tool changed too, that change was already reported.
  if (isListed && isChangedElsewhere(was, is)) return [];
  const message = isListed
    ? `The server lists "${is.name}" in another form.`
    : `The binding of "${is.name}" was changed without an effect on former calls.`;
  return [{ kind: "other-change", pointer: `/binding${first}`, message }];
}

/** The changes of how a call follows pages or waits for its result, which differ from those of its first request. */
function compareFlow(was: JsonObject, is: JsonObject): ChangeDraft[] {
  return Object.entries(flows).flatMap(([name, words]) => {
    const [before, after] = [member(was.binding, name), member(is.binding, name)];
    if (isTask(before) !== isTask(after)) return []; // That is a change of the request.
    if (isSameValue(before ?? null, after ?? null)) return [];
    const text = before === undefined ? words.began : after === undefined ? words.ended : words.changed;
    const kind = name === "pages" && after === undefined ? "removed-pages" : "other-change";
    if (text === undefined) return [];
    return [{ kind, pointer: `/binding/${name}`, message: `A call of "${is.name}" ${text}.`, from: before ?? null, to: after ?? null }];
  });
}

const flows: { readonly [member: string]: { readonly began?: string; readonly ended: string; readonly changed: string } } = {
  // Pages that were not recognized before, as by a former version of the compiler, change no call.
  pages: { ended: "no longer follows the pages of its list: `pages` is gone", changed: "follows the pages of its list in another way" },
  waiting: {
    began: "waits for its result, and no longer returns what the service answers before",
    ended: "no longer waits for its result: it returns what the service answers before",
    changed: "waits for its result in another way",
  },
};

function isTask(waiting: Json | undefined): boolean {
  return member(waiting, "style") === "task";
}

function isChangedElsewhere({ binding: _was, ...was }: JsonObject, { binding: _is, ...is }: JsonObject): boolean {
  return !isSameValue(was, is);
}

/** The changes of members of the binding whose every change is breaking, such as the method. */
function compareFixed(
  former: JsonObject,
  next: JsonObject,
  { tool, basePaths }: { readonly tool: JsonObject } & Pick<Comparison, "basePaths">,
): ChangeDraft[] {
  const names = [...new Set([...Object.keys(former), ...Object.keys(next)])].sort();
  return names.flatMap((name) => {
    const [was, is] = [member(former, name), member(next, name)];
    if (isSameValue(was ?? null, is ?? null) || (name === "servers" && isFirstKept(was, is))) return [];
    // What moved from the address of the servers to the paths changes no call. An operation may have its own servers.
    const isOwn = itemsIn(former.servers).length + itemsIn(next.servers).length > 0;
    if (name === "path" && !isOwn && basePaths.former + String(was) === basePaths.next + String(is)) return [];
    const words = `"${name}" in the request`;
    const change = `was ${shown(was)} and is ${shown(is)}`;
    return [
      {
        kind: "changed-request",
        pointer: `/binding/${name}`,
        message: `${words} of "${tool.name}" ${change}.`,
        cause: { place: `request ${name}`, words: `${words} ${change}`, of: "request" },
        from: was ?? null,
        to: is ?? null,
      },
    ];
  });
}

/** Whether the first server is the same. Calls use no other one. */
function isFirstKept(was: Json | undefined, is: Json | undefined): boolean {
  const [before, after] = [itemsIn(was)[0], itemsIn(is)[0]];
  return isObject(before) && isObject(after) && isServerKept(before, after);
}

/** The changes of parameters and of members of the body. */
function compareParts(
  former: ReadonlyMap<string, RequestPart>,
  next: ReadonlyMap<string, RequestPart>,
  { tool, use }: { readonly tool: JsonObject } & Pick<Comparison, "use">,
): ChangeDraft[] {
  const changed = [...former].flatMap(([name, was]): [string, RequestPart, RequestPart | undefined][] => {
    const is = next.get(name);
    return is !== undefined && isSameValue(was.value, is.value) ? [] : [[name, was, is]];
  });
  // An added parameter or body member whose value is not from the input changes every request.
  const added = [...next].filter(([name, { argument }]) => !former.has(name) && argument === undefined);
  return [...changed, ...added.map(([name, is]) => [name, undefined, is] as const)].map(([name, was, is]): ChangeDraft => {
    const { subject, words, from, to, renamed } = partWords(was, is, next);
    // The run time sends the new body with each call, also of a model that gives no member of it. Programs that were compiled before do not.
    const isForModel = use === "model" && name === "body" && was === undefined;
    return {
      kind: isForModel ? "other-change" : "changed-request",
      pointer: `/binding/${name}`,
      message: `${subject} of "${tool.name}" ${words}.`,
      cause: { place: `request ${name}`, words: `${subject} ${words}`, of: "request" },
      from,
      to,
      argument: was?.argument,
      renamed,
    };
  });
}

/**
 * The change of the credentials that a call needs. It is compatible if each set of credentials that was sufficient before is still
 * sufficient, because it includes all schemes and scopes of at least one new alternative.
 */
function compareSecurity(former: Json | undefined, next: Json | undefined, tool: JsonObject): ChangeDraft[] {
  if (isSameValue(former ?? null, next ?? null)) return [];
  const [before, after] = [alternativesOf(former), alternativesOf(next)];
  const isEnough = before.every((given) => after.some((needed) => includes(given, needed)));
  const pointer = "/binding/security";
  if (isEnough) return [{ kind: "other-change", pointer, message: `"${tool.name}" can also be called with fewer or other credentials.` }];
  const words = securityWords(before, after);
  return [
    {
      kind: "changed-security",
      pointer,
      message: `The credentials of "${tool.name}" changed: ${words}.`,
      cause: { place: "security", words: `The credentials changed, ${words}`, of: "request" },
      from: former ?? null,
      to: next ?? null,
    },
  ];
}

/** The alternative security requirements of a tool. If it has no requirements, the only alternative is a call without credentials. */
function alternativesOf(security: Json | undefined): readonly JsonObject[] {
  const alternatives = isArray(security) ? security.filter(isObject) : [];
  return alternatives.length === 0 ? [{}] : alternatives;
}

function includes(given: JsonObject, needed: JsonObject): boolean {
  return Object.entries(needed).every(([scheme, scopes]) => {
    const own = given[scheme];
    return isArray(own) && isArray(scopes) && scopes.every((scope) => own.includes(scope));
  });
}
