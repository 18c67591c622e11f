import type { Narrowing } from "../../schema/reason/subsumption/narrowings/narrowing.ts";
import { isObject, type Json, type JsonObject, member } from "../../source/json/json.ts";
import { isSameValue } from "../../source/json/value-key.ts";
import { pointerOf } from "../../source/tree.ts";
import type { ChangeDraft } from "../changes/change.ts";
import { shown } from "../words/shown.ts";
import type { SchemaVersions } from "./change-place.ts";
import type { TextChange } from "./compare-texts.ts";
import type { Comparison } from "./comparison.ts";
import { schemaChanges, subjectOf } from "./schema-changes.ts";
import { type AppliedSchema, partsAt } from "./schema-parts.ts";
import { typeKeyword, typesAt } from "./value-cause.ts";

/** The changes of one tool, except those of its binding. */
export function compareTool(was: JsonObject, is: JsonObject, comparison: Comparison): ChangeDraft[] {
  const name = String(is.name);
  return [
    ...compareNames(was, is),
    ...compareTexts(was, is),
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
  return members.filter((member) => !compared.has(member) && !isSameValue(was[member] ?? null, is[member] ?? null));
}

function compareNames(was: JsonObject, is: JsonObject): ChangeDraft[] {
  if (was.name !== is.name) {
    const message = `"${was.name}" is called "${is.name}" now.`;
    return [{ ...renaming(was, is, "name"), message, ...otherCase(was, is) }];
  }
  if (was.localName === is.localName) return [];
  const message = `The local name of "${is.name}" was "${was.localName}" and is "${is.localName}".`;
  return [{ ...renaming(was, is, "localName"), message }];
}

function renaming(
  was: JsonObject,
  is: JsonObject,
  name: "name" | "localName",
): Pick<ChangeDraft, "kind" | "pointer"> & Partial<ChangeDraft> {
  return { kind: "renamed-tool", pointer: `/${name}`, from: was[name] ?? null, to: is[name] ?? null };
}

/** The cases of a name that has the same letters as before. Another generator writes all names in another case, which is one cause. */
function otherCase(was: JsonObject, is: JsonObject): Pick<ChangeDraft, "from" | "to" | "cause"> | undefined {
  const [before, after] = [String(was.localName), String(is.localName)];
  const [from, to] = [caseOf(before), caseOf(after)];
  const lettersOf = (name: string) => name.toLowerCase().replaceAll(/[_-]/g, "");
  if (lettersOf(before) !== lettersOf(after) || from === to) return undefined;
  const words = `Names in ${from} are in ${to} now, such as "${is.name}" for "${was.name}"`;
  return { from, to, cause: { place: "names", words, of: "request" } };
}

function caseOf(name: string): string {
  if (/[A-Z]/.test(name)) return /^[A-Z]/.test(name) ? "PascalCase" : "camelCase";
  return name.includes("-") ? "kebab-case" : name.includes("_") ? "snake_case" : "camelCase";
}

/** A summary is the title, and how the description begins: then the texts of the description show both changes. */
function compareTexts(was: JsonObject, is: JsonObject): ChangeDraft[] {
  const title = compareText(was, is, "title");
  const description = compareText(was, is, "description");
  const isRepeated = [was, is].every((tool) => String(tool.description ?? "").startsWith(String(tool.title ?? "")));
  if (title.length === 0 || description.length === 0 || !isRepeated) return [...title, ...description];
  return description.map((change) => ({ ...change, message: `The title and the description of "${is.name}" were changed.` }));
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
  const versions = versionsOf("input", [was, is], comparison);
  const { found, isCut } = inputs.narrowings(after, before);
  if (isCut) comparison.cut.breaks.add(is);
  const breaks = schemaChanges(decided(found, comparison), versions);
  const texts = textChanges(is, versions, comparison);
  if (breaks.length > 0 || budget.isUsedUp() || !inputs.isWider(after, before)) return [...breaks, ...texts];
  return [{ kind: "widened-input", pointer: "/input", message: `"${is.name}" accepts more arguments than before.` }, ...texts];
}

function compareOutputs(was: JsonObject, is: JsonObject, comparison: Comparison): ChangeDraft[] {
  const { outputs, budget } = comparison;
  const [before, after] = [outputs.read(was.output ?? {}, "former"), outputs.read(is.output ?? {}, "next")];
  const versions = versionsOf("output", [was, is], comparison);
  const { found, isCut } = outputs.narrowings(before, after);
  if (isCut) comparison.cut.breaks.add(is);
  const changes = schemaChanges(decided(found, comparison), versions);
  const breaks = changes.length > 0 && isWrapped(was) !== isWrapped(is) ? movedResult(was, is, versions, comparison) : changes;
  const texts = textChanges(is, versions, comparison);
  if (breaks.length > 0 || budget.isUsedUp() || !outputs.isWider(before, after)) return [...breaks, ...texts];
  return [{ kind: "narrowed-output", pointer: "/output", message: `The result of "${is.name}" promises more than before.` }, ...texts];
}

/** Whether the answer of a service is the member `result` of the result, since it is no object. */
function isWrapped({ binding }: JsonObject): boolean {
  return member(binding, "output") === "result";
}

/** The changes of a result that was wrapped in only one version, so that its members have nothing in common: the answers are compared. */
function movedResult(was: JsonObject, is: JsonObject, versions: SchemaVersions, comparison: Comparison): ChangeDraft[] {
  const { outputs, use } = comparison;
  const [former, next] = [answerOf(was), answerOf(is)];
  const { found } = outputs.narrowings(outputs.read(former, "former"), outputs.read(next, "next"));
  const answers = { ...versions, former: { ...versions.former, schema: former }, next: { ...versions.next, schema: next } };
  const changes = schemaChanges(decided(found, comparison), answers);
  const isKept = changes.every(({ kind }) => kind === "new-result-value");
  const [from, to] = [typesAt(answers.former, []) ?? ["anything"], typesAt(answers.next, []) ?? ["anything"]];
  const words = isKept
    ? isWrapped(is)
      ? 'is in the member "result" now'
      : 'is no longer in the member "result"'
    : `was ${from.join(" or ")} and is ${to.join(" or ")} now, ${isWrapped(is) ? "in" : "no longer in"} the member "result"`;
  // Nothing was done with a result that was always null.
  const broken = from.length === 1 && from[0] === "null" ? "new-result-value" : "widened-output";
  const moved: ChangeDraft = {
    ...subjectOf({ steps: [], part: undefined }, words, versions),
    // A model finds the answer where it is, but a program reads other members.
    kind: isKept && use === "model" ? "other-change" : broken,
    from: { type: typeKeyword(from) },
    to: { type: typeKeyword(to) },
  };
  return isKept ? [...changes, moved] : [moved];
}

/** The schema of what the service answers. */
function answerOf(tool: JsonObject): Json {
  return (isWrapped(tool) ? member(member(tool.output, "properties"), "result") : tool.output) ?? {};
}

function versionsOf(part: SchemaVersions["member"], [was, is]: readonly [JsonObject, JsonObject], { shared }: Comparison): SchemaVersions {
  return {
    member: part,
    tool: String(is.name),
    former: { schema: was[part] ?? {}, shared: shared.former },
    next: { schema: is[part] ?? {}, shared: shared.next },
  };
}

/**
 * Without the undecided narrowings of a schema that another narrowing decides, and without those that are undecided only because the budget
 * is used up. `compareContracts` reports the latter together.
 */
function decided(narrowings: readonly Narrowing[], { budget }: Comparison): readonly Narrowing[] {
  const pathOf = ({ path, required }: Narrowing) => pointerOf(required === undefined ? path : [...path, required]);
  const known = new Set(narrowings.filter(({ value }) => value !== undefined).map(pathOf));
  return narrowings.filter((each) => each.value !== undefined || (!budget.isUsedUp() && !known.has(pathOf(each))));
}

function textChanges(is: JsonObject, versions: SchemaVersions, { compareTexts, cut }: Comparison): ChangeDraft[] {
  const { changes, isCut } = compareTexts(versions.former, versions.next);
  if (isCut) cut.texts.add(is);
  return changes.map((change) => textChange(change, versions));
}

function textChange({ path, keyword, before, after }: TextChange, versions: SchemaVersions): ChangeDraft {
  const isMember = keyword === "properties";
  const words = isMember
    ? `is ${after.length > 0 ? "described now" : "no longer described"}`
    : `has another ${keyword === "default" ? "default value" : keyword}`;
  const subject = subjectOf({ steps: path, part: textPart({ path, keyword }, versions) }, words, versions);
  const textIn = (values: readonly Json[]) => values.map((value) => (typeof value === "string" ? value : JSON.stringify(value))).join("\n");
  return {
    ...subject,
    kind: "changed-text",
    pointer: `${subject.pointer}/${keyword}`,
    ...(isMember ? { from: before.length > 0, to: after.length > 0 } : { texts: { before: textIn(before), after: textIn(after) } }),
    ...(isMember ? {} : { from: before, to: after }),
  };
}

/** The part of the schema that has the text, in the new version if it has one. */
function textPart({ path, keyword }: Pick<TextChange, "path" | "keyword">, { former, next }: SchemaVersions): AppliedSchema | undefined {
  const ownIn = (parts: readonly AppliedSchema[]) => parts.find(({ node }) => Object.hasOwn(node, keyword));
  const [after] = partsAt(next, path);
  return ownIn(partsAt(next, path)) ?? ownIn(partsAt(former, path)) ?? after ?? partsAt(former, path)[0];
}

function compareApproval(was: JsonObject, is: JsonObject): ChangeDraft[] {
  if (was.approval === is.approval) return [];
  const isDestructive = member(is.binding, "destructive") === true && member(was.binding, "destructive") === false;
  const reason = isDestructive ? ": the server says that it is destructive, which it did not say before" : "";
  const message = is.approval === "none" ? `"${is.name}" no longer needs approval.` : `"${is.name}" needs approval now${reason}.`;
  return [{ kind: "changed-approval", pointer: "/approval", message, from: was.approval ?? null, to: is.approval ?? null }];
}

/** For each hint, the value because of which clients may skip a question to the user that they asked before. */
export const riskier: { readonly [hint: string]: Json } = { readOnly: true, destructive: false, idempotent: true };

/** What a server says with these values. The other ones are what a server means that says nothing. */
const riskierWords: { readonly [hint: string]: string } = {
  readOnly: "only reads",
  destructive: "destroys nothing",
  idempotent: "may be called twice",
};

function compareHints(was: JsonObject, is: JsonObject): ChangeDraft[] {
  const [before, after] = [was.annotations, is.annotations].map((hints) => (isObject(hints) ? hints : {}));
  // Else, the configuration says it.
  const isListedAnew = member(was.binding, "digest") !== member(is.binding, "digest");
  return Object.keys({ ...before, ...after }).flatMap((hint): ChangeDraft[] => {
    const [former, now] = [before?.[hint], after?.[hint]];
    // A contract of an older format does not contain all hints.
    if (former === now || former === undefined) return [];
    // The other two follow if a tool only reads, which is said as that.
    if (hint !== "readOnly" && riskier[hint] === now && before?.["readOnly"] === false && after?.["readOnly"] === true) return [];
    const words = `The hint "${hint}" was ${shown(former)} and is ${shown(now)}`;
    const message = `The hint "${hint}" of "${is.name}" was ${shown(former)} and is ${shown(now)}.`;
    const pointer = `/annotations/${hint}`;
    if (riskier[hint] === now) {
      const said = isListedAnew ? `The server says now that "${is.name}" ${riskierWords[hint]}, which it did not say before.` : message;
      return [{ kind: "changed-hint", pointer, message: said, from: former ?? null, to: now ?? null }];
    }
    return [
      { kind: "cautious-hint", pointer, message, from: former ?? null, to: now ?? null, cause: { place: hint, words, of: "request" } },
    ];
  });
}
