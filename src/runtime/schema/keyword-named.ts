import type { Library } from "../call.ts";
import { ownMember, type UnknownRecord } from "../json.ts";
import { missingPart, optionalPart } from "../part.ts";
import type { Evaluation, Keyword, NamedCheck } from "./evaluation.ts";
import { checkedKeywords, isCheckedFormat, keywordPartNames } from "./keyword-parts.ts";
import { coreKeywords } from "./keywords/core.ts";
import type { Kind } from "./kind.ts";

/** A checked keyword. Throws if the part that checks it is missing. */
export function keywordNamed(name: string, library: Library): Keyword {
  for (const keywords of [coreKeywords, ...keywordPartNames.map((each) => optionalPart(each, library))]) {
    const keyword = ownMember(keywords, name);
    if (keyword !== undefined) return keyword;
  }
  throw missingPart(`for "${name}"`, library);
}

/** Finds the checks of a schema for values of a kind, once for each schema. */
export function createChecks(library: Library, assertsFormats: boolean): Evaluation["checksOf"] {
  const known = new WeakMap<UnknownRecord, { [kind in Kind | "any"]?: readonly NamedCheck[] }>();
  return (schema, kind) => {
    const checks = known.get(schema) ?? {};
    known.set(schema, checks);
    checks[kind] ??= checkedKeywords(schema, kind).flatMap((name) => {
      if (name === "format" && !(assertsFormats && isCheckedFormat(schema[name]))) return [];
      return [[name, keywordNamed(name, library).check] as const];
    });
    return checks[kind];
  };
}
