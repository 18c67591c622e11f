import { type ChangedToolset, textOrigin } from "../../contract/changes/change-origin.ts";
import { rewrittenTexts, unreviewedText } from "../../contract/changes/codes.ts";
import type { ChangedText } from "../../contract/texts/changed-texts.ts";
import type { TextReview } from "../../contract/texts/review-texts.ts";
import { type Diagnostic, diagnostic } from "../../diagnostic/diagnostic.ts";
import { phraseIn } from "../../rules/security/attack-phrases.ts";
import { instructionToModel } from "../../rules/security/instruction-to-model.ts";
import { fileStart } from "../../source/text/file-start.ts";
import { withHiddenNamed } from "../../source/text/word-diff.ts";
import type { Place } from "../../source/tree.ts";

/** The findings about the texts of others that a model reads otherwise than before. */
export function textFindings({ toolset: name, cause, texts }: TextReview, toolset: ChangedToolset | undefined): Diagnostic[] {
  const place = toolset?.origin ?? fileStart("");
  if (cause === "compiler") return [diagnostic(rewrittenTexts, { toolset: name, count: texts.length }, place, { toolset: name })];
  return texts.flatMap((text) => {
    const tool = text.owner?.kind === "tool" ? text.owner.name : undefined;
    const at = (toolset && textOrigin(text, toolset)) ?? place;
    const owner = { toolset: name, ...(tool === undefined ? {} : { tool }) };
    return [
      diagnostic(unreviewedText, { toolset: name, what: changeText(text) }, at, owner),
      ...instructionsIn(text.after.join("\n"), at, owner),
    ];
  });
}

/** The error that a new text gives instructions to the model. In a text that did not change, it is the warning of a rule. */
export function instructionsIn(text: string, place: Place, owner: { readonly toolset: string; readonly tool?: string }): Diagnostic[] {
  const phrase = phraseIn(text);
  const subject = `the changes of "${owner.tool ?? owner.toolset}"`;
  return phrase === undefined ? [] : [{ ...diagnostic(instructionToModel, { subject, phrase }, place, owner), severity: "error" }];
}

/** A change in one sentence, with the words that differ. */
function changeText(text: ChangedText): string {
  const [before, after] = shownTexts(text);
  const subject = capitalized(subjectOf(text));
  const also = text.repeated === 0 ? "" : `, and so at ${text.repeated} other ${text.repeated === 1 ? "place" : "places"}`;
  if (text.before.length === 0) return `${subject} ${text.isNew ? "is new and has the texts" : "got"} ${after}${also}.`;
  if (text.after.length === 0) return `${subject} lost ${before}${also}.`;
  return plurals.has(text.keyword)
    ? `${subject} were ${before} and are ${after}${also}.`
    : `${subject} was ${before} and is ${after}${also}.`;
}

/** The keywords whose nouns are in the plural. */
const plurals: ReadonlySet<string> = new Set(["enum", "examples", "properties"]);

const nouns: { readonly [keyword: string]: string } = { enum: "values", const: "value", default: "default value" };

function subjectOf({ owner, members, keyword, isNew }: ChangedText): string {
  const [side, ...steps] = owner?.kind === "tool" ? members : ["", ...members];
  const inside = owner === undefined ? "" : owner.kind === "tool" ? `"${owner.name}"` : `the schema "${owner.name}"`;
  const path = steps.length === 0 ? "" : `"${steps.join("/")}"`;
  const result = side === "output" ? "the result" : "";
  const subject = [path, result, inside].filter((part) => part !== "").join(" of ");
  if (isNew) return owner?.kind === "tool" && members.length === 0 ? `the tool ${subject}` : subject;
  const [kind, hint] = keyword.split(" ");
  return `the ${hint === undefined ? (nouns[keyword] ?? kind) : `hint "${hint}"`} of ${subject}`;
}

function capitalized(text: string): string {
  return text.replace(/^the /, "The ");
}

/** How many characters of a text a finding shows, and how many of them before the first difference. */
const longest = 160;
const context = 40;

/** Both versions of a text, from a little before the first difference. Characters that nobody sees are named. */
function shownTexts({ before, after }: ChangedText): [before: string, after: string] {
  const [was, is] = [before, after].map((texts) => withHiddenNamed(texts.join(", "))) as [string, string]; // Two texts of two arrays.
  let same = 0;
  while (same < was.length && was[same] === is[same]) same++;
  const start = same > context && Math.max(was.length, is.length) > longest ? same - context : 0;
  return [cut(was, start), cut(is, start)];
}

function cut(text: string, start: number): string {
  const part = text.slice(start, start + longest);
  return `"${start > 0 ? "…" : ""}${part}${start + longest < text.length ? "…" : ""}"`;
}

/** All changed texts of a toolset in full, for those who accept them. */
export function fullTexts({ toolset, texts }: TextReview): string {
  const lines = texts.flatMap((text) => [
    `  ${subjectOf(text)}${text.isNew ? " is new" : ""}\n`,
    ...text.before.map((line) => `    - ${withHiddenNamed(line)}\n`),
    ...text.after.map((line) => `    + ${withHiddenNamed(line)}\n`),
  ]);
  return `${toolset}: ${texts.length} changed ${texts.length === 1 ? "text" : "texts"}\n${lines.join("")}`;
}
