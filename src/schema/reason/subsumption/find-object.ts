import type { Json } from "../../../source/json/json.ts";
import { valueKey } from "../../../source/json/value-key.ts";
import { type Assumptions, assertionsOf, type OtherMember, type Refusal, schemasOn } from "./assumptions.ts";
import { describes } from "./described-members.ts";
import { judge } from "./judge.ts";
import { matches, type NormalSchema, typeBits } from "./normal-schema.ts";
import { refusingAll, type Search } from "./search.ts";
import { firstOf, noValue, type Solution, unknownValue, valueFound } from "./solution.ts";

/** The maximum numbers of patterns for names and of required members. If one is exceeded, the result of the search is "unknown". */
const maxPatterns = 4;
const maxFilled = 60;

/**
 * A member that the object must have, before its name is chosen. Either its value is invalid for the schema of `other`, or its name is
 * invalid for `refusesName`.
 */
interface UnnamedMember {
  readonly other: OtherMember | undefined;
  readonly refusesName: NormalSchema | undefined;
}

/** The members that the object has so far: by name, the schemas for which the member's value is invalid. */
type Draft = ReadonlyMap<string, readonly Refusal[]>;

/** Finds an object for which the object assertions hold or fail as assumed. */
export function findObject(assumed: Assumptions, search: Search): Solution {
  const least = Math.max(
    0,
    ...assertionsOf(assumed, "minProperties", true).map(({ count }) => Math.ceil(count)),
    ...assertionsOf(assumed, "maxProperties", false).map(({ count }) => Math.floor(count) + 1),
  );
  const most = Math.min(
    ...assertionsOf(assumed, "maxProperties", true).map(({ count }) => Math.floor(count)),
    ...assertionsOf(assumed, "minProperties", false).map(({ count }) => Math.ceil(count) - 1),
  );
  const present = [...assumed.presence].filter(([, isPresent]) => isPresent).map(([name]) => name);
  if (least > most || present.length > most || (search.waives && isWaived(assumed))) return noValue;
  const all = [true, false].flatMap((holds) => assertionsOf(assumed, "members", holds));
  const known = new Set([...assumed.presence.keys(), ...all.flatMap(({ properties }) => [...properties.keys()])]);
  const patterns = [...new Set(all.flatMap((members) => members.patterns.map(([pattern]) => pattern)))];
  const names = assertionsOf(assumed, "propertyNames", true).map(({ schema }) => schema);
  const unnamed: UnnamedMember[] = [
    ...assumed.others.map((other) => ({ other, refusesName: undefined })),
    ...assertionsOf(assumed, "propertyNames", false).map(({ schema }) => ({ other: undefined, refusesName: schema })),
  ];
  const start: Draft = new Map(present.map((name) => [name, assumed.refused.get(name) ?? []]));
  return nameMembers(unnamed, start);

  /** Chooses names for the unnamed members, then finds values for all members. */
  function nameMembers([first, ...others]: readonly UnnamedMember[], draft: Draft): Solution {
    if (draft.size > most) return noValue;
    if (first === undefined) return complete(draft);
    if (!search.spend(known.size + draft.size)) return unknownValue;
    const own = [...new Set([...known, ...draft.keys()])].filter(
      (name) => isName(name, first) !== false && assumed.presence.get(name) !== false,
    );
    const fresh = freshNames(draft, first);
    const refusedBy = first.other === undefined ? [] : [first.other];
    const result = firstOf([...own, ...fresh.names], (name) => {
      const refused = [...(draft.get(name) ?? []), ...refusedBy];
      // Most names cannot have such a value. The names of the other members are then not tried.
      if (memberOf(name, refused).kind === "none") return noValue;
      return nameMembers(others, new Map([...draft, [name, refused]]));
    });
    return result.kind === "none" && !fresh.isComplete ? unknownValue : result;
  }

  /** Whether an unnamed member can have this name. */
  function isName(name: string, { other, refusesName }: UnnamedMember): boolean | undefined {
    if (refusesName !== undefined) {
      const verdict = judge(refusesName, name);
      return verdict === undefined ? undefined : !verdict;
    }
    if (other === undefined) return true;
    if (other.pattern !== undefined) return matches(other.pattern, name);
    return !other.beside.properties.has(name) && other.beside.patterns.every(([pattern]) => !matches(pattern, name));
  }

  /**
   * Names that no schema declares: for each set of patterns, one name that matches only these patterns. All other such names are equivalent
   * to it.
   */
  function freshNames(
    draft: Draft,
    unnamedMember: UnnamedMember | undefined,
  ): { readonly names: readonly string[]; readonly isComplete: boolean } {
    if (patterns.length > maxPatterns) return { names: [], isComplete: false };
    const used = search.schemaOf({ kind: "values", values: [...known, ...draft.keys()] });
    const string = search.schemaOf({ kind: "types", types: typeBits.string });
    const other = unnamedMember?.other;
    const excluded = unnamedMember?.refusesName === undefined ? [] : [unnamedMember.refusesName];
    const found: string[] = [];
    let isComplete = true;
    for (let set = 0; set < 2 ** patterns.length; set++) {
      const matched = patterns.filter((_pattern, index) => (set & (2 ** index)) !== 0);
      if (other?.pattern !== undefined && !matched.includes(other.pattern)) continue;
      if (other !== undefined && other.pattern === undefined && other.beside.patterns.some(([pattern]) => matched.includes(pattern)))
        continue;
      const schemaOf = (pattern: string) => search.schemaOf({ kind: "pattern", pattern });
      const unmatched = patterns.filter((pattern) => !matched.includes(pattern));
      const name = search.find([string, ...names, ...matched.map(schemaOf)], [used, ...excluded, ...unmatched.map(schemaOf)]);
      if (name.kind === "value") found.push(String(name.value));
      else if (name.kind === "unknown") isComplete = false;
    }
    return { names: found, isComplete };
  }

  /** Finds a value for each member, and adds members until there are at least `least`. */
  function complete(draft: Draft): Solution {
    const values = new Map<string, Json>();
    let isKnown = true;
    for (const [name, refused] of draft) {
      const value = memberOf(name, refused);
      if (value.kind === "none") return noValue;
      if (value.kind === "unknown") isKnown = false;
      else values.set(name, value.value);
    }
    if (!isKnown) return unknownValue;
    if (values.size < least) {
      const filled = fill(values, draft);
      if (filled !== undefined) return filled;
    }
    const object = Object.fromEntries(values);
    const excluded = assertionsOf(assumed, "values", false).flatMap((each) => each.values.map(valueKey));
    return excluded.includes(valueKey(object)) ? another(object, excluded, draft) : valueFound(object);
  }

  function memberOf(name: string, refused: readonly Refusal[]): Solution {
    const verdicts = names.map((schema) => judge(schema, name));
    if (verdicts.includes(false)) return noValue;
    return verdicts.includes(undefined) ? unknownValue : refusingAll(schemasOn(assumed, name), refused, search);
  }

  /** Adds members until there are at least `least`. The result is `undefined` if this succeeds, else the result of the whole search. */
  function fill(values: Map<string, Json>, draft: Draft): Solution | undefined {
    if (least > maxFilled) return unknownValue;
    let isKnown = true;
    const add = (name: string): void => {
      const value = values.has(name) || assumed.presence.get(name) === false ? noValue : memberOf(name, []);
      if (value.kind === "value") values.set(name, value.value);
      else if (value.kind === "unknown") isKnown = false;
    };
    for (const name of known) if (values.size < least) add(name);
    while (values.size < least) {
      const before = values.size;
      const fresh = freshNames(
        new Map([...draft, ...[...values.keys()].map((name): [string, readonly Refusal[]] => [name, []])]),
        undefined,
      );
      for (const name of fresh.names) if (values.size < least) add(name);
      if (!fresh.isComplete) isKnown = false;
      if (values.size === before) return isKnown ? noValue : unknownValue;
    }
    return undefined;
  }

  /** Finds an object with one more member than `object`, since `object` itself is excluded. */
  function another(object: { readonly [name: string]: Json }, excluded: readonly string[], draft: Draft): Solution {
    const values = new Map(Object.entries(object));
    if (values.size >= most) return unknownValue;
    for (const name of [...known, ...freshNames(draft, undefined).names]) {
      const value = values.has(name) || assumed.presence.get(name) === false ? noValue : memberOf(name, []);
      const more = value.kind === "value" ? { ...object, [name]: value.value } : undefined;
      if (more !== undefined && !excluded.includes(valueKey(more))) return valueFound(more);
    }
    return unknownValue;
  }
}

/** Whether the object is refused because of a member that no schema that accepts the object describes. */
function isWaived(assumed: Assumptions): boolean {
  const members = assertionsOf(assumed, "members", true);
  return [...assumed.refused].some(
    ([name, refusals]) => refusals.some(({ isGiven }) => !isGiven) && !members.some((each) => describes(each, name)),
  );
}
