import type { Narrowing } from "../schema/reason/subsumption/find-narrowings.ts";
import { valueKey } from "../schema/reason/subsumption/value-key.ts";
import { isObject, type Json, type JsonObject } from "../source/json/json.ts";
import { pointerOf } from "../source/tree.ts";
import type { ChangeDraft } from "./change.ts";
import type { TextChange } from "./compare-texts.ts";
import type { Comparison } from "./comparison.ts";
import { shown } from "./shown.ts";

/** The changes of one tool, except those of its binding. */
export function compareTool(was: JsonObject, is: JsonObject, comparison: Comparison): ChangeDraft[] {
  const name = String(is.name);
  return [
    ...compareNames(was, is),
    ...["title", "description"].flatMap((member) => compareText(was, is, member)),
    ...compareInputs(was, is, comparison),
    ...compareOutputs(was, is, comparison),
    ...compareApproval(was, is),
    ...compareHints(was, is),
    ...otherMembers(was, is).map(
      (member): ChangeDraft => ({
        kind: seen.has(member) ? "changed-text" : "other-change",
        pointer: `/${member}`,
        message: `"${member}" of "${name}" was ${shown(was[member])} and is ${shown(is[member])}.`,
      }),
    ),
  ];
}

/**
 * Members of a tool that are not texts but affect what a model reads: whether the tool is deprecated or loaded only on demand, its
 * examples, and how results are trimmed.
 */
const seen: ReadonlySet<string> = new Set(["deprecated", "examples", "lazy", "trim"]);
const compared: ReadonlySet<string> = new Set([
  ...["name", "localName", "title", "description", "input", "output", "approval", "annotations", "binding"],
]);

/**
 * The changed members of a tool that no other function of this file compares, including members that only a later version of the contract
 * format has.
 */
function otherMembers(was: JsonObject, is: JsonObject): string[] {
  const members = [...new Set([...Object.keys(was), ...Object.keys(is)])].sort();
  return members.filter((member) => !compared.has(member) && valueKey(was[member] ?? null) !== valueKey(is[member] ?? null));
}

function compareNames(was: JsonObject, is: JsonObject): ChangeDraft[] {
  if (was.name !== is.name) return [{ kind: "renamed-tool", pointer: "/name", message: `"${was.name}" was renamed to "${is.name}".` }];
  if (was.localName === is.localName) return [];
  const message = `The local name of "${is.name}" was "${was.localName}" and is "${is.localName}".`;
  return [{ kind: "renamed-tool", pointer: "/localName", message }];
}

function compareText(was: JsonObject, is: JsonObject, member: string): ChangeDraft[] {
  if (was[member] === is[member]) return [];
  const [before, after] = [String(was[member] ?? ""), String(is[member] ?? "")];
  const message = `The ${member} of "${is.name}" was changed.`;
  return [{ kind: "changed-text", pointer: `/${member}`, message, texts: { before, after } }];
}

function compareInputs(was: JsonObject, is: JsonObject, comparison: Comparison): ChangeDraft[] {
  const { inputs, budget } = comparison;
  const [before, after] = [inputs.read(was.input ?? {}, "former"), inputs.read(is.input ?? {}, "next")];
  const { found, isCut } = inputs.narrowings(after, before);
  if (isCut) comparison.cut.breaks.add(is);
  const breaks = decided(found, comparison).map((narrowing): ChangeDraft => {
    const { place, pointer } = placeOf("input", narrowed(narrowing));
    const isUndecided = narrowing.value === undefined;
    return {
      kind: isUndecided ? "undecided-schema" : "narrowed-input",
      isUndecided,
      pointer,
      message:
        narrowing.required !== undefined
          ? `"${is.name}" now requires ${place}.`
          : isUndecided
            ? `It is not known whether "${is.name}" still accepts all former values of ${place}.`
            : `"${is.name}" no longer accepts ${shown(narrowing.value)} as ${place}.`,
    };
  });
  const texts = textChanges(was, is, { member: "input", comparison });
  if (breaks.length > 0 || budget.isUsedUp() || !inputs.isWider(after, before)) return [...breaks, ...texts];
  return [{ kind: "widened-input", pointer: "/input", message: `"${is.name}" accepts more arguments than before.` }, ...texts];
}

function compareOutputs(was: JsonObject, is: JsonObject, comparison: Comparison): ChangeDraft[] {
  const { outputs, budget } = comparison;
  const [before, after] = [outputs.read(was.output ?? {}, "former"), outputs.read(is.output ?? {}, "next")];
  const { found, isCut } = outputs.narrowings(before, after);
  if (isCut) comparison.cut.breaks.add(is);
  const breaks = decided(found, comparison).map((narrowing): ChangeDraft => {
    const { place, pointer } = placeOf("output", narrowed(narrowing));
    const isUndecided = narrowing.value === undefined;
    return {
      kind: isUndecided ? "undecided-schema" : narrowing.isAddition ? "new-result-value" : "widened-output",
      isUndecided,
      pointer,
      message:
        narrowing.required !== undefined
          ? `${place} of "${is.name}" may now be missing.`
          : isUndecided
            ? `It is not known whether ${place} of "${is.name}" still has only values that were possible before.`
            : `${place} of "${is.name}" may now be ${shown(narrowing.value)}.`,
    };
  });
  const capital = breaks.map((change) => ({ ...change, message: change.message.replace(/^the /, "The ") }));
  const texts = textChanges(was, is, { member: "output", comparison });
  if (breaks.length > 0 || budget.isUsedUp() || !outputs.isWider(before, after)) return [...capital, ...texts];
  return [{ kind: "narrowed-output", pointer: "/output", message: `The output schema of "${is.name}" is stricter.` }, ...texts];
}

/**
 * Without the undecided narrowings of a schema that another narrowing decides, and without those that are undecided only because the budget
 * is used up. `compareContracts` reports the latter together.
 */
function decided(narrowings: readonly Narrowing[], { budget }: Comparison): readonly Narrowing[] {
  const pathOf = (narrowing: Narrowing) => pointerOf(narrowed(narrowing).path);
  const known = new Set(narrowings.filter(({ value }) => value !== undefined).map(pathOf));
  return narrowings.filter((each) => each.value !== undefined || (!budget.isUsedUp() && !known.has(pathOf(each))));
}

/**
 * The path that a message about a narrowed schema names: the path of the member if it became required, else the path of the narrowed value.
 */
function narrowed({ path, required }: Narrowing): Pick<Narrowing, "path"> {
  return { path: required === undefined ? path : [...path, required] };
}

function placeOf(member: "input" | "output", { path }: Pick<Narrowing, "path">): { readonly place: string; readonly pointer: string } {
  const whole = member === "input" ? "the arguments" : "the result";
  return { place: path.length === 0 ? whole : `"${pointerOf(path).slice(1)}"`, pointer: `/${member}${pointerOf(path)}` };
}

interface Texts {
  readonly member: "input" | "output";
  readonly comparison: Comparison;
}

function textChanges(was: JsonObject, is: JsonObject, { member, comparison: { shared, cut, compareTexts } }: Texts): ChangeDraft[] {
  const sides = [
    { schema: was[member] ?? {}, shared: shared.former },
    { schema: is[member] ?? {}, shared: shared.next },
  ] as const;
  const { changes, isCut } = compareTexts(...sides);
  if (isCut) cut.texts.add(is);
  return changes.map((change): ChangeDraft => {
    const { place, pointer } = placeOf(member, change);
    return {
      kind: "changed-text",
      pointer: `${pointer}/${change.keyword}`,
      ...textMessage(change, `${place} of "${is.name}"`),
    };
  });
}

function textMessage({ keyword, before, after }: TextChange, place: string): Pick<ChangeDraft, "message" | "texts"> {
  if (keyword === "properties") return { message: `${place} is ${after.length > 0 ? "described now" : "no longer described"}.` };
  const texts = [before, after].map((values) =>
    values.map((value) => (typeof value === "string" ? value : JSON.stringify(value))).join("\n"),
  );
  const [was = "", is = ""] = texts;
  return { message: `"${keyword}" of ${place} was changed.`, texts: { before: was, after: is } };
}

function compareApproval(was: JsonObject, is: JsonObject): ChangeDraft[] {
  if (was.approval === is.approval) return [];
  const message = is.approval === "none" ? `"${is.name}" no longer needs approval.` : `"${is.name}" needs approval now.`;
  return [{ kind: "changed-approval", pointer: "/approval", message }];
}

/** For each hint, the value because of which clients may skip a question to the user that they asked before. */
const riskier: { readonly [hint: string]: Json } = { readOnly: true, destructive: false, idempotent: true };

function compareHints(was: JsonObject, is: JsonObject): ChangeDraft[] {
  const [before, after] = [was.annotations, is.annotations].map((hints) => (isObject(hints) ? hints : {}));
  return Object.keys({ ...before, ...after }).flatMap((hint): ChangeDraft[] => {
    const [former, now] = [before?.[hint], after?.[hint]];
    // A contract of an older format does not contain all hints.
    if (former === now || former === undefined) return [];
    const message = `The hint "${hint}" of "${is.name}" was ${shown(former)} and is ${shown(now)}.`;
    return [{ kind: riskier[hint] === now ? "changed-hint" : "cautious-hint", pointer: `/annotations/${hint}`, message }];
  });
}
