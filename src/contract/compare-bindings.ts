import { valueKey } from "../schema/reason/subsumption/value-key.ts";
import { isArray, isObject, type Json, type JsonObject, member } from "../source/json/json.ts";
import { differences } from "../source/text/differences.ts";
import type { ChangeDraft } from "./change.ts";
import { shown } from "./shown.ts";

/**
 * The changes of the request that a tool sends. They are breaking, because programs that were compiled before still send the former
 * request. An added parameter or body member is omitted if its value comes from the tool's input: `compareTool` then reports the change of
 * the input.
 */
export function compareBindings(was: JsonObject, is: JsonObject): ChangeDraft[] {
  const [before, after] = [callOf(was.binding ?? {}), callOf(is.binding ?? {})];
  const security = compareSecurity(before.security, after.security, is);
  const calls = [...differencesOf(before.fixed, after.fixed), ...differencesOfParts(before.parts, after.parts)].map(
    ({ pointer, former, now }): ChangeDraft => ({
      kind: "changed-request",
      pointer: `/binding${pointer}`,
      message: `"${pointer.slice(1)}" in the request of "${is.name}" was ${shown(former)} and is ${shown(now)}.`,
    }),
  );
  const isDifferent = valueKey(was.binding ?? {}) !== valueKey(is.binding ?? {});
  // If the request is the same, the binding can differ only by added parameters or by how responses are read. This difference is reported
  // as one compatible change.
  if (!isDifferent || security.length + calls.length > 0) return [...security, ...calls];
  const [first = "", ...others] = differences(was.binding ?? {}, is.binding ?? {});
  if (first === "/digest" && others.length === 0)
    // `digest` is a hash of the MCP tool as the server listed it. If another member of the tool changed too, that change was already
    // reported.
    return isChangedElsewhere(was, is)
      ? []
      : [
          {
            kind: "other-change",
            pointer: "/binding/digest",
            message: `The server lists "${is.name}" in another form.`,
          },
        ];
  return [
    {
      kind: "other-change",
      pointer: `/binding${first}`,
      message: `The binding of "${is.name}" was changed without an effect on former calls.`,
    },
  ];
}

function isChangedElsewhere({ binding: _was, ...was }: JsonObject, { binding: _is, ...is }: JsonObject): boolean {
  return valueKey(was) !== valueKey(is);
}

/** The request of a tool, without data that has no effect on the request: the names of path parameters and the order of parameters. */
interface Call {
  readonly security: Json | undefined;
  /** The members of the binding whose every change is breaking, such as the method, the path, or the name of the tool on an MCP server. */
  readonly fixed: JsonObject;
  /** The parameters and members of the body, by their names in the request. */
  readonly parts: ReadonlyMap<string, Json>;
}

function callOf(binding: Json): Call {
  if (!isObject(binding)) return { security: undefined, fixed: {}, parts: new Map() };
  const {
    security,
    path,
    parameters,
    body,
    responses: _answers,
    structured: _structured,
    output: _wrapped,
    destructive: _hint,
    digest: _listed,
    ...fixed
  } = binding;
  const { inputFields: _sent, outputFields: _read, ...target } = fixed;
  const list = isArray(parameters) ? parameters.filter(isObject) : [];
  const inPath = new Map(list.filter((each) => each.in === "path").map((each) => [String(each.name), each]));
  // Requests do not contain the names of path parameters, so path parameters are compared by their position in the path.
  const names: string[] = [];
  const template = typeof path === "string" ? path.replaceAll(/\{([^}]*)\}/g, (_all, name: string) => `{${names.push(name)}}`) : undefined;
  const members = member(isObject(body) ? body.from : undefined, "members");
  const parts: [string, Json][] = [
    ...names.map((name, index): [string, Json] => [`path ${index + 1}`, partOf(inPath.get(name) ?? {})]),
    ...list.filter((each) => each.in !== "path").map((each): [string, Json] => [`${each.in} ${each.name}`, partOf(each)]),
    ...(isArray(members) ? members.filter(isObject).map((each): [string, Json] => [`body ${each.name}`, { from: each.from ?? null }]) : []),
  ];
  const { contentType, encoding, from } = isObject(body) ? body : {};
  const sent = isObject(body)
    ? { body: { contentType: contentType ?? null, encoding: encoding ?? null, isWhole: isObject(from) && from.input !== undefined } }
    : {};
  return { security, fixed: { ...target, ...(template === undefined ? {} : { path: template }), ...sent }, parts: new Map(parts) };
}

/** The members of a parameter that affect the request: the source of the parameter's value, and its serialization. */
function partOf({ from, as }: JsonObject): Json {
  return { from: from ?? null, as: as ?? null };
}

interface Difference {
  readonly pointer: string;
  readonly former: Json | undefined;
  readonly now: Json | undefined;
}

function differencesOf(former: JsonObject, next: JsonObject): Difference[] {
  const names = [...new Set([...Object.keys(former), ...Object.keys(next)])].sort();
  return names.flatMap((name) => {
    const [was, is] = [member(former, name), member(next, name)];
    return valueKey(was ?? null) === valueKey(is ?? null) ? [] : [{ pointer: `/${name}`, former: was, now: is }];
  });
}

function differencesOfParts(former: ReadonlyMap<string, Json>, next: ReadonlyMap<string, Json>): Difference[] {
  const changed = [...former].flatMap(([name, was]): Difference[] => {
    const is = next.get(name);
    if (is !== undefined && valueKey(was) === valueKey(is)) return [];
    return [{ pointer: `/${name}`, former: was, now: is }];
  });
  // An added parameter or body member whose value is not from the input changes every request.
  const added = [...next].filter(([name, is]) => !former.has(name) && member(member(is, "from"), "input") === undefined);
  return [...changed, ...added.map(([name, is]) => ({ pointer: `/${name}`, former: undefined, now: is }))];
}

/**
 * The change of the credentials that a call needs. It is compatible if each set of credentials that was sufficient before is still
 * sufficient, because it includes all schemes and scopes of at least one new alternative.
 */
function compareSecurity(former: Json | undefined, next: Json | undefined, tool: JsonObject): ChangeDraft[] {
  if (valueKey(former ?? null) === valueKey(next ?? null)) return [];
  const [before, after] = [alternativesOf(former), alternativesOf(next)];
  const isEnough = before.every((given) => after.some((needed) => includes(given, needed)));
  const pointer = "/binding/security";
  if (isEnough) return [{ kind: "other-change", pointer, message: `"${tool.name}" can also be called with fewer or other credentials.` }];
  const message = `The credentials of "${tool.name}" were ${shown(former)} and are ${shown(next)}.`;
  return [{ kind: "changed-security", pointer, message }];
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
