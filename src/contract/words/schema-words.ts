import type { Narrowing } from "../../schema/reason/subsumption/narrowings/narrowing.ts";
import { isArray, isObject, itemsIn, type Json, type JsonObject } from "../../source/json/json.ts";
import { isSameValue, valueKey } from "../../source/json/value-key.ts";
import { listed, shown } from "./shown.ts";

/** What happened to an argument, as the end of a sentence about it: `"limit" of "shop_list" …`. */
export function inputWords({ value, required, wide: next, narrow: former, isGone, isClosed, cause }: NarrowingInPlace): string {
  if (required !== undefined) return "is required now";
  if (value === undefined) return `${undecidedWords(former, next)}, and it is not known whether all former values are still accepted`;
  if (isGone) return "was removed";
  const [lost, given] = [without(former.enum, next.enum), itemsIn(next.enum)];
  if (former.type !== undefined && next.type !== undefined && isOther(former.type, next.type))
    return `was ${typeText(former.type)} and is ${typeText(next.type)} now`;
  if (lost.length > 0) return `no longer accepts ${listedValues(lost)}`;
  if (given.length > 0) return `accepts only ${listedValues(given)} now`;
  if (isClosed) return "no longer accepts members that it does not describe";
  const limits = limitWords(former, next);
  return limits === "" ? (cause ?? `no longer accepts ${shown(value)}`) : `${limits}, so that ${shown(value)} is rejected`;
}

/** What happened to a result, as the end of a sentence about it. */
export function outputWords({ value, required, wide: former, narrow: next, isAddition, isGone, cause, movedTo }: NarrowingInPlace): string {
  if (required !== undefined) return "may be missing now";
  if (value === undefined)
    return `${undecidedWords(former, next)}, and it is not known whether it has only values that were possible before`;
  if (isGone) return movedTo === undefined ? "is no longer described" : `is "${movedTo.join("/")}" now`;
  const added = without(next.enum, former.enum);
  if (isAddition && added.length > 0) return `got ${listedValues(added)}`;
  if (isAddition && former.enum !== undefined) return `may have other values than ${listedValues(itemsIn(former.enum))} now`;
  if (former.type !== undefined && next.type !== undefined && isOther(former.type, next.type))
    return `was ${typeText(former.type)} and is ${typeText(next.type)} now`;
  const limits = limitWords(former, next);
  return limits === "" ? (cause ?? `may be ${shown(value)} now`) : `${limits}, so that it may be ${shown(value)}`;
}

/** What changed where the comparison is undecided: the keywords that limit a value, such as its pattern, if only they differ. */
function undecidedWords(former: JsonObject, next: JsonObject): string {
  const limits = limitWords(former, next);
  return limits === "" ? "was changed" : limits;
}

/** What happened to a union of a result that got alternatives. */
export function additionWords(additions: readonly Narrowing[]): string {
  const names = additions.flatMap(({ narrow }) => alternativeName(narrow) ?? []);
  const noun = additions.length === 1 ? "an alternative" : `${additions.length} alternatives`;
  if (names.length === additions.length) return `got ${noun}: ${names.join(", ")}`;
  return `got ${noun}, such as ${shown(additions[0]?.value)}`;
}

/** What happened to a value that has another shared schema now, which does not describe the members with these names. */
export function replacementWords(names: readonly string[]): string {
  return `has another schema now, which does not describe ${listedValues(names)}`;
}

/** A member of a value into which all former members moved, or, if it is gone, out of which they moved. */
export interface Rewrapped {
  readonly name: string;
  /** The members that moved. */
  readonly members: readonly string[];
  readonly isGone: boolean;
}

/** What happened to a value that is in a member of its own now, or that is what its member was. */
export function wrapperWords({ name, isGone }: Rewrapped): string {
  return isGone ? `is now what its member "${name}" was` : `is now in its new member "${name}"`;
}

/** A narrowing, and what the next version has at its path. */
export interface NarrowingInPlace extends Narrowing {
  /** Whether the next version describes nothing at the path. */
  readonly isGone: boolean;
  /** Whether the next version allows no members that it does not describe, as the former did. */
  readonly isClosed: boolean;
  /** Why the value is refused or possible now, if that is known; it says more than the value. */
  readonly cause: string | undefined;
  /** Where a member of a result is described now. */
  readonly movedTo: readonly string[] | undefined;
}

/** The member that distinguishes an alternative, such as `"type" is "TABLE"`. */
function alternativeName({ properties }: JsonObject): string | undefined {
  if (!isObject(properties)) return undefined;
  const [tag] = Object.entries(properties);
  return tag === undefined || !isObject(tag[1]) ? undefined : `"${tag[0]}" is ${shown(tag[1].const)}`;
}

function without(values: Json | undefined, others: Json | undefined): readonly Json[] {
  const known = new Set(itemsIn(others).map(valueKey));
  return isArray(values) && isArray(others) ? values.filter((each) => !known.has(valueKey(each))) : [];
}

/** Whether the types have nothing in common but `null`, which optional values of every type have. */
function isOther(former: Json, next: Json): boolean {
  const types = new Set(isArray(former) ? former : [former]);
  const given = isArray(next) ? next : [next];
  return given.every((type) => !types.has(type)) || (given.length > 1 && given.every((type) => type === "null" || !types.has(type)));
}

function typeText(type: Json): string {
  return isArray(type) ? type.join(" or ") : String(type);
}

/** The changed keywords that restrict numbers, texts and lists, such as `"maximum" was 100 and is 50`. */
function limitWords(former: JsonObject, next: JsonObject): string {
  const names = [...new Set([...Object.keys(former), ...Object.keys(next)])].filter(
    (name) => !["type", "enum", "properties"].includes(name),
  );
  const changed = names.filter((name) => !isSameValue(former[name] ?? null, next[name] ?? null));
  const words = changed.map((name) => `"${name}" was ${shown(former[name])} and is ${shown(next[name])}`).join(", ");
  return words === "" ? "" : `has another limit (${words})`;
}

function listedValues(values: readonly Json[]): string {
  return listed(values.map((value) => (typeof value === "string" ? value : JSON.stringify(value))));
}
