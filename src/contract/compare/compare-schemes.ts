import { isObject, type Json, type JsonObject, member } from "../../source/json/json.ts";
import { isSameValue } from "../../source/json/value-key.ts";
import { differences } from "../../source/text/differences.ts";
import { jsonAt, type Path, parsePointer, pointerOf } from "../../source/tree.ts";
import type { ChangeDraft } from "../changes/change.ts";
import { shown } from "../words/shown.ts";

/**
 * The changes of security schemes. An added or removed scheme is a compatible change here. If a tool requires the scheme, the change of the
 * tool's security requirements is reported as breaking.
 */
export function compareSchemes(former: JsonObject, next: JsonObject): ChangeDraft[] {
  const [before, after] = [former.securitySchemes, next.securitySchemes].map((schemes) => (isObject(schemes) ? schemes : {}));
  if (before === undefined || after === undefined) return [];
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].sort().flatMap((name): ChangeDraft[] => {
    const [was, is] = [member(before, name), member(after, name)];
    const scheme = { path: ["securitySchemes", name], words: `security scheme "${name}" of "${next.name}"` };
    if (was !== undefined && is !== undefined) return compareScheme(was, is, scheme);
    const message = `The ${scheme.words} was ${is === undefined ? "removed" : "added"}.`;
    return [{ kind: "other-change", pointer: pointerOf(scheme.path), message }];
  });
}

interface NamedScheme {
  readonly path: Path;
  readonly words: string;
}

/** A change for each description that changed, and one for all other members. */
function compareScheme(was: Json, is: Json, scheme: NamedScheme): ChangeDraft[] {
  const changed = differences(was, is).map((pointer) => {
    const path = parsePointer(pointer);
    return { path, before: jsonAt(was, path), after: jsonAt(is, path) };
  });
  const texts = changed.flatMap((each) => textChange(each, scheme));
  const [first, ...others] = changed.filter((each) => textChange(each, scheme).length === 0);
  if (first === undefined) return texts;
  const more = others.length === 0 ? "" : `, and ${others.length} more ${others.length === 1 ? "member" : "members"} changed`;
  const values = `was ${shown(first.before)} and is ${shown(first.after)}`;
  const message = `"${first.path.join("/")}" of the ${scheme.words} ${values}${more}.`;
  const kind = isSchemeKept(was, is) ? "other-change" : "changed-security";
  return [...texts, { kind, pointer: pointerOf(scheme.path), message, from: was, to: is }];
}

interface ChangedMember {
  readonly path: readonly string[];
  readonly before: Json | undefined;
  readonly after: Json | undefined;
}

/** The change of the description of a scheme or of one of its scopes; empty if something else changed. */
function textChange({ path, before, after }: ChangedMember, scheme: NamedScheme): ChangeDraft[] {
  const [field, , list, scope] = path;
  const isOfScope = field === "flows" && list === "scopes" && path.length === 4;
  if (typeof before !== "string" || typeof after !== "string" || (!isOfScope && pointerOf(path) !== "/description")) return [];
  const message = `The description of ${isOfScope ? `the scope "${scope}" of ` : ""}the ${scheme.words} changed.`;
  const pointer = pointerOf([...scheme.path, ...path]);
  return [{ kind: "other-change", pointer, message, texts: { before, after }, from: before, to: after }];
}

/**
 * Whether credentials for the former version of a security scheme are valid for the new version. The new version may offer additional
 * scopes.
 */
function isSchemeKept(was: Json, is: Json): boolean {
  const offered = scopesOf(is);
  return isSameValue(withoutTexts(was), withoutTexts(is)) && [...scopesOf(was)].every((scope) => offered.has(scope));
}

/** The scopes of an OAuth 2 scheme, each with the flow that offers it. */
function scopesOf(scheme: Json): ReadonlySet<string> {
  const flows = member(scheme, "flows");
  return new Set(
    Object.entries(isObject(flows) ? flows : {}).flatMap(([flow, value]) => {
      const scopes = member(value, "scopes");
      return Object.keys(isObject(scopes) ? scopes : {}).map((scope) => `${flow} ${scope}`);
    }),
  );
}

function withoutTexts(scheme: Json): Json {
  if (!isObject(scheme)) return scheme;
  const { description: _text, flows, ...others } = scheme;
  // The names of HTTP's schemes and headers are the same in upper and lower case (RFC 9110, 5.1 and 11.1).
  const isInHeader = others.type === "http" || others.in === "header";
  const rest = isInHeader ? { ...others, ...lowerCase(others, "scheme"), ...lowerCase(others, "name") } : others;
  if (!isObject(flows)) return rest;
  const compared = Object.entries(flows).map(([flow, value]): [string, Json] => {
    if (!isObject(value)) return [flow, value];
    const { scopes: _names, ...addresses } = value;
    return [flow, addresses];
  });
  return { ...rest, flows: Object.fromEntries(compared) };
}

function lowerCase(object: JsonObject, name: string): JsonObject {
  const text = object[name];
  return typeof text === "string" ? { [name]: text.toLowerCase() } : {};
}
