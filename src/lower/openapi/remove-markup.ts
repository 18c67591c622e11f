import { decodeEntity } from "./entities.ts";
import { removePointers } from "./remove-pointers.ts";

/**
 * Converts a description to plain text for models. OpenAPI 3.2 §3.7: descriptions are CommonMark, which includes HTML. Links, images and
 * emphasis become their text. Tags become line breaks, list marks or `|`, and entities are decoded. Code, tables and lists of Markdown are
 * kept, because models read them. Text that only resembles markup is also kept: `a < b`, `<id>`, `List<String>`, `snake_case`, `2 * 3 * 4`,
 * regular expressions. Sentences that only point at a web page are omitted. The result is never longer than the description, and converting
 * the result again changes nothing.
 */
export function removeMarkup(text: string): string {
  if (text.length > maxLength || !mayBeMarkup.test(text)) return text.trim();
  let before = removePointers(text);
  // Each pass removes the innermost markup.
  for (let pass = 0; pass < maxPasses; pass++) {
    const after = removeOnce(before);
    if (after === before) return after;
    before = after;
  }
  return text;
}

/**
 * A longer description is not changed: the stack that regular expressions need grows with the text, and overflows at ten million
 * characters.
 */
const maxLength = 1_000_000;

/** A description that has more layers of nested markup is not changed. */
const maxPasses = 8;

const mayBeMarkup = /[<&*_`[>#~=|\\]|---|\s\n|\n\n\n|\r/;

/**
 * A kind of markup, such as links. The pattern is tried at each character of `starts` or, if `starts` is empty, at the beginning of each
 * line.
 */
interface Markup {
  readonly starts: string;
  readonly pattern: RegExp;
  /** The replacement for a match; `undefined` if the text only resembles markup. */
  readonly plain: (match: RegExpExecArray, ends: ReadonlyMap<string, number>) => string | undefined;
}

// Each repetition excludes the characters with which its pattern begins, so that failing searches do not read the same text repeatedly.
const lineBreak = "\\n(?![ \\t]*\\n)";
const span = `\`(?!\`)(?:[^\`\\n]|${lineBreak})+\`(?!\`)`;
const emphasized = `((?:${span}|[^*_\\n\`]|(?<=[A-Za-z0-9])_(?=[A-Za-z0-9])|${lineBreak})+)`;
const linked = `((?:${span}|[^\\[\\]\\n\`]|${lineBreak})*)`;
const address = "<?((?:[a-zA-Z][a-zA-Z+.-]*:|/|#|\\.{1,2}/|[\\w-]+[./#])[^()\\s<>]*(?:\\([^()\\s]*\\)[^()\\s<>]*)*)>?";
const link = `\\[${linked}\\]\\([ \\t]*${address}(?:[ \\t]+"[^"\\n]*")?[ \\t]*\\)`;
const inlineTags = "a|abbr|acronym|b|big|cite|del|em|font|i|img|ins|mark|nobr|q|s|small|span|strike|strong|sub|sup|u|var|wbr";
const blockTags =
  "article|aside|blockquote|br|caption|center|dd|details|div|dl|dt|figure|footer|h[1-6]|header|hr|li|ol|p|pre|section|summary|table|tbody|td|tfoot|th|thead|tr|ul";
const boxes = "note|important|caution|warning|tip";
const codeTags = "code|kbd|samp|tt";

const forms: readonly Markup[] = [
  form("", "[ \\t]*(```|~~~)[^\\n]*\\n(?:[^\\n]*\\n)*?[ \\t]*\\1[^\\n]*$", ([found]) => found),
  form("", " {0,3}(?:#{2,6}[ \\t]+|#[ \\t]+(?=[A-Z]))(?=\\S)", () => ""),
  form("", " {0,3}>[ \\t]*\\[!(NOTE|TIP|IMPORTANT|WARNING|CAUTION)\\]", ([, kind = ""]) => `${kind[0]}${kind.slice(1).toLowerCase()}:`),
  // Comparisons, such as `> 5`, and rows of tables are not quotations.
  form("", " {0,3}> ?(?=$|- |[^\\s\\d=|<>$.,;)-])", () => ""),
  form("", " {0,3}([-*_=])[ \\t]*(?:\\1[ \\t]*){2,}$", () => ""),
  form("`", `(?<!\`)${span}`, ([found]) => found),
  form("`", "(?<!`)(`{2,3})(?!`)[^\\n]*?(?<!`)\\1(?!`)", ([found]) => found),
  form("<", "<!--(?:[^-<]|-(?!->)|<(?!!--))*-->", () => ""),
  form("<", "<((?:https?://|mailto:)[^\\s<>]*)>", ([, url]) => url),
  // Documents of AWS have such boxes around paragraphs and lists.
  form("<", `<(${boxes})>\\s*(?:<p>[ \\t]*|(?=<(?:ul|ol|dl)>))`, ({ 1: box = "", index }, ends) =>
    (ends.get(box) ?? -1) > index ? `\n\n${box[0]?.toUpperCase()}${box.slice(1)}: ` : undefined,
  ),
  form("<", `(?<=</(?:p|ul|ol|dl)>\\s*)</(?:${boxes})>[ \\t]*`, () => "\n\n"),
  form("<", `<(${codeTags})(?:\\s[^<>]*)?>((?:[^<]|<(?!/?(?:${codeTags})\\b))*)</\\1>`, ([, , content = ""]) => codeSpan(content)),
  form("<", `<(/?)(${inlineTags})(?=[\\s/>])[^<>]*>`, (match, ends) => (isTag(match, ends) ? "" : undefined)),
  form("<", `<(/?)(${blockTags})(?=[\\s/>])[^<>]*>[ \\t]*`, (match, ends) => (isTag(match, ends) ? breakOf(match) : undefined)),
  form("![", `(?:!|(?<![\\w!]))${link}`, ([found, text = "", url]) => (text.trim() === "" && !found.startsWith("!") ? url : text.trim())),
  form("[", "(?<![\\w\\]])\\[([\\w. -]+)\\]\\[\\1?\\]", ([, text]) => text),
  form("*", `(?<![A-Za-z0-9*\\\\])(\\*{2,3})(?=[^\\s*])${emphasized}(?<![\\s\\\\])\\1(?!\\*)`, ([, , text]) => text),
  form("_", `(?<![\\w_\\\\])__(?=[^\\s_])${emphasized}(?<![\\s\\\\])__(?![\\w_])`, ([, text = ""]) => (isName(text) ? undefined : text)),
  form("*_", `(?<=^|[\\s("'[{:;,–—-])([*_])(?=[\\w"'(\`])${emphasized}(?<![\\s\\\\])\\1(?=$|[\\s.,;:!?)"'\\]}–—-])`, ([, , text]) => text),
  form("&", "&(#\\d{2,7}|#[xX][\\da-fA-F]{2,6}|[a-zA-Z]{2,8});(?=([^]{0,40}))", ([, entity = "", next = ""]) => decodeEntity(entity, next)),
  form("\\", "(?:(?<=\\w)\\\\(?=_\\w)|(?<=\\d)\\\\(?=\\.(?:\\s|$)))", () => ""),
];

function form(starts: string, pattern: string, plain: Markup["plain"]): Markup {
  return { starts, pattern: new RegExp(pattern, "my"), plain };
}

const atLine = forms.filter(({ starts }) => starts === "");
const byCharacter = new Map([..."`<![*_&\\"].map((each) => [each, forms.filter(({ starts }) => starts.includes(each))]));

function removeOnce(given: string): string {
  const hasTags = given.includes("<");
  const lines = given.replace(/\r\n?/g, "\n");
  const text = hasTags ? lines.replace(spaceBetweenTags, "$1") : lines;
  const ends = hasTags ? endsOfTags(text) : new Map<string, number>();
  const candidates = /^(?=[ \t`~>#*_=-])|[`<![*_&\\]/gm;
  let plain = "";
  let done = 0;
  for (let next = candidates.exec(text); next !== null; next = candidates.exec(text)) {
    const at = next.index;
    const atStart = next[0] === "" ? findMarkup(text, at, { forms: atLine, ends }) : undefined;
    const found = atStart ?? findMarkup(text, at, { forms: byCharacter.get(text[at] ?? "") ?? [], ends });
    if (found !== undefined) {
      plain += text.slice(done, at) + found.plain;
      done = found.end;
    }
    candidates.lastIndex = Math.max(found?.end ?? 0, at + 1);
  }
  return tidy(plain + text.slice(done));
}

/** The replacement and the end of the markup that begins at `at`; `undefined` if no markup begins there. */
function findMarkup(
  text: string,
  at: number,
  { forms: tried, ends }: { readonly forms: readonly Markup[]; readonly ends: ReadonlyMap<string, number> },
): { readonly plain: string; readonly end: number } | undefined {
  for (const { pattern, plain } of tried) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    const replaced = match === null ? undefined : plain(match, ends);
    if (match !== null && replaced !== undefined) return { plain: replaced, end: at + match[0].length };
  }
  return undefined;
}

function tidy(text: string): string {
  const lines = text.split("\n").map((line) => {
    const kept = line.trimEnd();
    return kept.startsWith("|") ? kept.replace(/ {2,}/g, " ").replace(/-{4,}/g, "---") : kept;
  });
  return lines
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

/** Matches the white space between the tags of lists and tables. HTML ignores this white space. */
const spaceBetweenTags =
  /(<\/?(?:ul|ol|li|table|thead|tbody|tr|td|th)(?: [^<>]*)?>)\s+(?=<\/?(?:ul|ol|li|table|thead|tbody|tr|td|th|p)\b)/g;

/** The index of the last end tag of each name. */
function endsOfTags(text: string): ReadonlyMap<string, number> {
  return new Map([...text.matchAll(/<\/([a-z][a-z1-6]*)\s*>/g)].map(({ 1: tag = "", index }) => [tag, index]));
}

/** Tags that are complete without an end tag. Any other name in angle brackets is a placeholder if no end tag follows it. */
const standalone: ReadonlySet<string> = new Set(["br", "dd", "dt", "hr", "img", "li", "p", "td", "th", "tr", "wbr"]);

function isTag({ 1: end, 2: tag = "", index }: RegExpExecArray, ends: ReadonlyMap<string, number>): boolean {
  return end !== "" || standalone.has(tag) || (ends.get(tag) ?? -1) > index;
}

function breakOf({ 1: end, 2: tag = "" }: RegExpExecArray): string {
  if (tag === "br" || tag === "div") return "\n";
  const mark = new Map([
    ["tr", "\n"],
    ["dt", "\n"],
    ["li", "\n- "],
    ["td", " | "],
    ["th", " | "],
    ["dd", ": "],
  ]).get(tag);
  if (mark === undefined) return "\n\n";
  return end === "" ? mark : "";
}

/** Whether the text between two `__` is part of a name, as in `__proto__`. */
function isName(text: string): boolean {
  return /^[a-z]\w*$/.test(text);
}

/**
 * Converts the content of an HTML element to a code span of Markdown. Content with a backtick or a line break remains as text, because a
 * code span cannot contain it.
 */
function codeSpan(content: string): string {
  const text = content
    .replace(new RegExp(`</?(?:${inlineTags})(?:\\s[^<>]*)?>`, "g"), "")
    .replace(/&(#?\w{2,8});/g, (found, entity: string) => decodeEntity(entity, "") ?? found)
    .trim();
  return text === "" || /[`\n]/.test(text) ? text : `\`${text}\``;
}
