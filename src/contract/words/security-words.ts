import { isArray, itemsIn, type JsonObject } from "../../source/json/json.ts";
import { isSameValue } from "../../source/json/value-key.ts";
import { listed } from "./shown.ts";

/** What calls need now, in words. Each array has the alternatives: the schemes that are needed together, with their scopes. */
export function securityWords(former: readonly JsonObject[], next: readonly JsonObject[]): string {
  const lost = former.filter((each) => !next.some((other) => isSameValue(other, each)));
  const scopes = lost.flatMap((each) => {
    const other = next.find((one) => isSameValue(Object.keys(one).sort(), Object.keys(each).sort()));
    return other === undefined
      ? []
      : Object.keys(each).flatMap((scheme) => scopeWords(scheme, scopesOf(each, scheme), scopesOf(other, scheme)));
  });
  if (scopes.length > 0 && lost.every((each) => next.some((one) => isSameValue(Object.keys(one).sort(), Object.keys(each).sort()))))
    return scopes.join(", and ");
  return `they need ${alternatives(next)} in place of ${alternatives(former)}`;
}

function scopeWords(scheme: string, former: readonly string[], next: readonly string[]): string[] {
  const [lost, added] = [former.filter((each) => !next.includes(each)), next.filter((each) => !former.includes(each))];
  if (lost.length + added.length === 0) return [];
  if (added.length === 0) return [`"${scheme}" no longer needs ${listed(lost)}`];
  return [`"${scheme}" needs ${listed(added)} ${lost.length === 0 ? "too" : `in place of ${listed(lost)}`}`];
}

function scopesOf(alternative: JsonObject, scheme: string): readonly string[] {
  return itemsIn(alternative[scheme]).map(String);
}

function alternatives(all: readonly JsonObject[]): string {
  return all
    .map((each) => {
      const names = Object.entries(each).map(
        ([scheme, scopes]) => `"${scheme}"${isArray(scopes) && scopes.length > 0 ? ` with ${listed(scopes.map(String))}` : ""}`,
      );
      return names.length === 0 ? "no credentials" : names.join(" and ");
    })
    .join(", or ");
}
