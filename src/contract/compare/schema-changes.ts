import type { Narrowing } from "../../schema/reason/subsumption/narrowings/narrowing.ts";
import type { Json, JsonObject } from "../../source/json/json.ts";
import { isSameValue } from "../../source/json/value-key.ts";
import { type Path, pointerOf } from "../../source/tree.ts";
import type { ChangeDraft } from "../changes/change.ts";
import {
  additionWords,
  inputWords,
  type NarrowingInPlace,
  outputWords,
  type Rewrapped,
  replacementWords,
  wrapperWords,
} from "../words/schema-words.ts";
import { type ChangePlace, changedKeywords, isSamePlace, newPlaceOf, placeOf, type SchemaVersions } from "./change-place.ts";
import { rewrappedAround } from "./rewrapped.ts";
import { type AppliedSchema, partsAt } from "./schema-parts.ts";
import { admissionWords, refusalWords } from "./value-cause.ts";

/** The changes because of which a tool accepts fewer arguments, or because of which its result has other values than before. */
export function schemaChanges(narrowings: readonly Narrowing[], versions: SchemaVersions): ChangeDraft[] {
  const additions = new Map<string, Narrowing[]>();
  const replaced = new Map<string, Replaced>();
  const others: Narrowing[] = [];
  for (const each of narrowings) {
    const pointer = pointerOf(each.path);
    const replacement = rewrappedAround(each, versions) ?? replacedAround(each, versions);
    if (replacement !== undefined) {
      const around = pointerOf(replacement.steps);
      const names = [...(replaced.get(around)?.names ?? []), ...replacement.names];
      replaced.set(around, { ...replacement, names: [...new Set(names)] });
      continue;
    }
    // An alternative with a tag of its own is new, also if no value of it was found.
    if (each.isAddition && each.kind === "any" && (each.value !== undefined || Object.keys(each.narrow).length > 0))
      additions.set(pointer, [...(additions.get(pointer) ?? []), each]);
    else others.push(each);
  }
  return [
    ...[...replaced.values()].map((each) => replacementOf(each, versions)),
    ...others.map((each) => changeOf(each, versions)),
    ...[...additions.values()].flatMap((each) =>
      versions.member === "output" ? [additionOf(each, versions)] : each.map((one) => changeOf(one, versions)),
    ),
  ];
}

function changeOf(narrowing: Narrowing, versions: SchemaVersions): ChangeDraft {
  const { member } = versions;
  const place = placeOf(narrowing, versions);
  const isClosed = narrowing.kind === "members" && place.next.additionalProperties === false && place.former.additionalProperties !== false;
  const refused = { value: narrowing.value ?? null, steps: narrowing.path, former: versions.former, next: versions.next };
  const cause = member === "input" ? refusalWords(refused) : admissionWords(refused);
  const movedTo = place.isGone && member === "output" ? newPlaceOf(place.steps, versions) : undefined;
  const inPlace: NarrowingInPlace = { ...narrowing, isGone: place.isGone, isClosed, cause, movedTo };
  const [from, to] = member === "input" ? [narrowing.narrow, narrowing.wide] : [narrowing.wide, narrowing.narrow];
  const isUndecided = narrowing.value === undefined;
  if (member === "input" && isBeyondNumbers(narrowing.wide))
    return { ...subjectOf(place, inputWords(inPlace), versions), kind: "other-change", from, to, example: narrowing.value };
  const broken = member === "input" ? "narrowed-input" : isNewValue(narrowing) ? "new-result-value" : "widened-output";
  const subject = subjectOf(place, member === "input" ? inputWords(inPlace) : outputWords(inPlace), versions);
  return {
    ...subject,
    // A schema that several tools share may have lost the member in only some of them.
    ...(movedTo && subject.cause && { cause: { ...subject.cause, place: `${subject.cause.place} moved to ${pointerOf(movedTo)}` } }),
    kind: isUndecided ? "undecided-schema" : broken,
    isUndecided,
    ...(narrowing.required === undefined ? fromTo(from, to, place) : requirement(member)),
    example: narrowing.value,
  };
}

/** Limits of values that no type of a program has: without them, values of the same type are new. `minItems` is a part of the type of a tuple. */
const limits: readonly string[] = [
  "minimum",
  "exclusiveMinimum",
  "maximum",
  "exclusiveMaximum",
  "minLength",
  "maxLength",
  "pattern",
  "maxItems",
];

/** Whether a result may have more values of the same types, or more alternatives, than before, or was always null, which nobody reads. */
function isNewValue({ isAddition, wide, narrow }: Narrowing): boolean {
  const keywords = Object.keys({ ...wide, ...narrow });
  if (wide.type === "null" && keywords.length === 1) return true;
  return isAddition || (keywords.length > 0 && keywords.every((keyword) => limits.includes(keyword)));
}

/**
 * Whether a bound rejects only numbers that JavaScript cannot represent exactly. Generators of schemas add it for each integer, and no caller
 * has sent such a number.
 */
function isBeyondNumbers({ minimum, maximum, ...others }: JsonObject): boolean {
  return Object.keys(others).length === 0 && (minimum === Number.MIN_SAFE_INTEGER || maximum === Number.MAX_SAFE_INTEGER);
}

function additionOf(additions: readonly Narrowing[], versions: SchemaVersions): ChangeDraft {
  const [first] = additions;
  if (first === undefined) throw new Error("There is at least one addition.");
  const place = placeOf(first, versions);
  return {
    ...subjectOf(place, additionWords(additions), versions),
    kind: "new-result-value",
    from: {},
    to: { anyOf: additions.map(({ narrow }) => narrow) },
    example: first.value,
  };
}

/** A value whose shared schema was replaced by one that does not describe all of its members, or whose members moved into or out of one. */
interface Replaced {
  readonly steps: readonly string[];
  /** The members that are no longer described. */
  readonly names: readonly string[];
  /** The member into or out of which all members moved. */
  readonly wrapper?: Rewrapped;
}

/**
 * The value that lost a member because another shared schema describes it now. `undefined` if its schema itself lost the member, or if the
 * member is described.
 */
function replacedAround({ path, required }: Narrowing, { former, next }: SchemaVersions): Replaced | undefined {
  const members = required === undefined ? path : [...path, required];
  const depth = members.findIndex((_step, index) => partsAt(next, members.slice(0, index + 1)).length === 0);
  const name = members[depth];
  const parts = partsAt(former, members.slice(0, depth + 1));
  if (name === undefined || name === "*" || parts.length === 0) return undefined;
  const steps = members.slice(0, depth);
  const left = new Set(partsAt(next, steps).map(({ shared }) => shared));
  return parts.some(({ shared }) => left.has(shared)) ? undefined : { steps, names: [name] };
}

function replacementOf({ steps, names, wrapper }: Replaced, versions: SchemaVersions): ChangeDraft {
  const [before, after] = [partsAt(versions.former, steps), partsAt(versions.next, steps)];
  const part = after.find((each) => before.some((other) => isSamePlace(each, other) && !isSameValue(each.node, other.node)));
  const nodeIn = (parts: readonly AppliedSchema[]) => parts.find((each) => part !== undefined && isSamePlace(each, part))?.node ?? {};
  return {
    ...subjectOf({ steps, part }, wrapper === undefined ? replacementWords(names) : wrapperWords(wrapper), versions),
    about: wrapper === undefined ? names : [...names, wrapper.name, ...wrapper.members],
    kind: versions.member === "input" ? "narrowed-input" : "widened-output",
    from: changedKeywords(nodeIn(after), nodeIn(before)),
    to: changedKeywords(nodeIn(before), nodeIn(after)),
  };
}

/** What was and what is: the keywords of the assertion that decides, or else the keywords that differ there. */
function fromTo(from: JsonObject, to: JsonObject, { former, next, isGone }: ChangePlace): { readonly from: Json; readonly to: Json } {
  if (isGone) return { from: former, to: null };
  if (Object.keys(from).length + Object.keys(to).length > 0) return { from, to };
  return { from: changedKeywords(next, former), to: changedKeywords(former, next) };
}

function requirement(member: "input" | "output"): { readonly from: Json; readonly to: Json } {
  return member === "input" ? { from: "optional", to: "required" } : { from: "required", to: "optional" };
}

/** The pointer, the sentence about one tool, and the cause with the words about all tools. */
export function subjectOf(
  { steps, part }: Pick<ChangePlace, "steps" | "part">,
  words: string,
  { member, tool }: Pick<SchemaVersions, "member" | "tool">,
): Pick<ChangeDraft, "pointer" | "message" | "cause" | "schema"> {
  const whole = member === "input" ? "the arguments" : "the result";
  const path = pointerOf(steps);
  const named = steps.slice(
    Math.max(
      0,
      steps.findLastIndex((step) => step !== "*"),
    ),
  );
  const isShared = part?.shared !== undefined;
  const short = isShared ? [part.shared, ...valueSteps(part.path)] : named;
  const sentence = `${steps.length === 0 ? whole : `"${path.slice(1)}"`} of "${tool}" ${words}.`;
  return {
    pointer: `/${member}${path}`,
    message: sentence.replace(/^the /, "The "),
    cause: {
      place: isShared ? `${member} ${part.shared} ${pointerOf(part.path)}` : `${member} ${pointerOf(named)}`,
      words: `${short.length === 0 ? whole.replace(/^the /, "The ") : `"${short.join("/")}"`} ${words}`,
      of: member === "input" ? "argument" : "result",
    },
    ...(isShared ? { schema: { name: part.shared, path: part.path } } : {}),
  };
}

/** The keywords after which the next step is a name or an index. */
const keywordsBeforeNames: ReadonlySet<unknown> = new Set(["properties", "patternProperties", "prefixItems", "allOf", "anyOf", "oneOf"]);

/** The steps of a value on the way to a part of its schema. */
function valueSteps(path: Path): readonly string[] {
  const steps: string[] = [];
  for (let index = 0; index < path.length; index++) {
    const keyword = path[index];
    if (keyword === "properties") steps.push(String(path[index + 1]));
    if (keyword === "items" || keyword === "additionalProperties" || keyword === "patternProperties") steps.push("*");
    if (keywordsBeforeNames.has(keyword)) index++;
  }
  return steps;
}
