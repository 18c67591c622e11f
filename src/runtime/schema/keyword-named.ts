import type { Call } from "../call.ts";
import type { UnknownRecord } from "../json.ts";
import { part } from "../part.ts";
import type { Evaluation, Keyword, NamedCheck } from "./evaluation.ts";
import { checkedKeywords, partOfKeyword } from "./keyword-parts.ts";
import { coreKeywords } from "./keywords/core.ts";
import type { Kind } from "./kind.ts";

/** The parts of the library that a validator may use, and the tool that it belongs to. */
export type Library = Pick<Call<unknown>, "parts" | "tool">;

/** The keyword `name` whose value is `limit`; `undefined` if it is not checked. Throws if the part that checks it is missing. */
export function keywordNamed(name: string, limit: unknown, library: Library): Keyword | undefined {
  const from = partOfKeyword(name, limit);
  return from && (from === "core" ? coreKeywords : part(from, library))[name];
}

/** Finds the checks of a schema for values of a kind, once for each schema. */
export function createChecks(library: Library, assertsFormats: boolean): Evaluation["checksOf"] {
  const known = new WeakMap<UnknownRecord, { [kind in Kind | "any"]?: readonly NamedCheck[] }>();
  return (schema, kind) => {
    const checks = known.get(schema) ?? {};
    known.set(schema, checks);
    checks[kind] ??= checkedKeywords(schema, kind).flatMap((name) => {
      const keyword = name === "format" && !assertsFormats ? undefined : keywordNamed(name, schema[name], library);
      return keyword === undefined ? [] : [[name, keyword.check] as const];
    });
    return checks[kind];
  };
}
