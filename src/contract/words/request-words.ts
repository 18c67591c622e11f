import { isObject, type Json, member } from "../../source/json/json.ts";
import { isSameValue } from "../../source/json/value-key.ts";
import { differences } from "../../source/text/differences.ts";
import { shown } from "./shown.ts";

/** A parameter, a member of the body, or the body, as it is sent. */
export interface RequestPart {
  readonly in: string;
  /** The name in the request; empty for the whole body. */
  readonly name: string;
  /** The argument of the tool that gives the value; `undefined` if the value is always sent. */
  readonly argument: string | undefined;
  readonly value: Json;
}

interface PartWords {
  readonly subject: string;
  readonly words: string;
  readonly from: Json;
  readonly to: Json;
  /** The new name of the argument, if it has another one now. */
  readonly renamed?: string;
}

/** What happened to a part of the request, in words. `next` has all parts of the new request. */
export function partWords(was: RequestPart | undefined, is: RequestPart | undefined, next: ReadonlyMap<string, RequestPart>): PartWords {
  if (was === undefined)
    return { subject: `The ${textOf(is)}`, words: `is always sent now: ${shown(is?.value)}`, from: null, to: is?.value ?? null };
  const from = was.value;
  if (was.argument === undefined || was.argument === "")
    return {
      subject: `The ${textOf(was)}`,
      ...(is === undefined ? { words: "is no longer sent" } : otherWords(was, is)),
      from,
      to: is?.value ?? null,
    };
  const subject = `"${was.argument}"`;
  if (is !== undefined && is.argument === was.argument) return { subject, ...otherWords(was, is), from, to: is.value };
  const moved = [...next.values()].find((each) => each.argument === was.argument);
  if (moved !== undefined)
    return { subject, words: `moved from the ${textOf(was)} to the ${textOf(moved)}`, from: placeOf(was), to: placeOf(moved) };
  // The name is empty if the members of a body are arguments now.
  if (is?.argument !== undefined && is.argument !== "")
    return { subject, words: `is called "${is.argument}" now`, from: was.argument, to: is.argument, renamed: is.argument };
  return is === undefined
    ? { subject, words: `is no longer sent as the ${textOf(was)}`, from: placeOf(was), to: null }
    : { subject, words: `no longer gives the ${textOf(was)}, which is ${shown(is.value)}`, from, to: is.value };
}

function placeOf({ in: place, name }: RequestPart): Json {
  return { in: place, name };
}

/** Such as `query parameter "limit"` or `member "image" of the body`. */
function textOf(part: RequestPart | undefined): string {
  if (part === undefined) return "request";
  if (part.in !== "body") return `${part.in} parameter "${part.name}"`;
  return part.name === "" ? "body" : `member "${part.name}" of the body`;
}

/** How a part is sent in another way, by the members of its serialization that changed. */
function otherWords(was: RequestPart, is: RequestPart): { readonly words: string } {
  const pointers = differences(was.value, is.value);
  const changed = pointers.map((pointer) => {
    const names = pointer.slice(1).split("/");
    const valueIn = (value: Json): Json | undefined => names.reduce<Json | undefined>((at, name) => member(at, name), value);
    return `"${names.at(-1)}" was ${shown(valueIn(was.value))} and is ${shown(valueIn(is.value))}`;
  });
  const isSame = isObject(was.value) && isObject(is.value) && isSameValue(was.value["from"] ?? null, is.value["from"] ?? null);
  return { words: `${isSame ? "is sent in another way" : "has another source"}: ${changed.join(", ")}` };
}
