import { isRecord, ownMember, type UnknownRecord } from "../json.ts";
import type { ServerTool } from "./tool-list.ts";

/** What a model and a client read of a compiled tool. */
export interface CompiledTexts {
  readonly title: string;
  readonly description: string;
  readonly annotations: object;
  readonly inputSchema: unknown;
}

/** A text of a compiled tool that the server sends otherwise. */
export interface TextDifference {
  /** What has the text, in the words of the compiled tool alone: a model may read it. */
  readonly what: string;
  readonly compiled: string;
  readonly server: string;
}

/** How many differences are listed, and how many characters of a text it shows. */
const most = 5;
const longest = 120;
const context = 30;

/** Keywords whose values a model reads. */
const keywords = ["title", "description", "default", "enum", "const", "examples", "pattern"];

/** Where the texts of a compiled tool differ from those that the server sends, with both texts. It finds most differences, not all. */
export function textDifferences(tool: CompiledTexts, { listed, inputSchema, annotations }: ServerTool): TextDifference[] {
  const found: TextDifference[] = [];
  const compare = (what: string, here: unknown, there: unknown) => {
    const [one, two] = [textOf(here), textOf(there)];
    if (one !== two && found.length < most) found.push({ what, compiled: cut(one, two), server: cut(two, one) });
  };
  compare("its description", tool.description, String(listed["description"] ?? "").trim());
  compare("its title", tool.title, listed["title"] || annotations["title"] || "");
  const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = annotations;
  const isReadOnly = readOnlyHint === true;
  const hints: UnknownRecord = {
    readOnly: isReadOnly,
    destructive: !isReadOnly && destructiveHint !== false,
    idempotent: isReadOnly || idempotentHint === true,
    openWorld: openWorldHint !== false,
  };
  for (const [hint, here] of Object.entries(tool.annotations)) compare(`the hint "${hint}"`, here, hints[hint]);
  const visit = (here: unknown, there: unknown, path: string, depth: number): void => {
    if (!isRecord(here) || !isRecord(there) || depth > 20 || found.length >= most) return;
    for (const keyword of keywords)
      if (keyword in there || keyword in here)
        compare(`"${keyword}" of ${path === "" ? "its input" : `"${path}"`}`, here[keyword], there[keyword]);
    const [ours, theirs] = [here["properties"], there["properties"]];
    if (isRecord(theirs))
      for (const [name, inner] of Object.entries(theirs)) {
        const own = ownMember(ours, name);
        if (own === undefined) compare("an argument more", undefined, { [name]: inner });
        else visit(own, inner, path === "" ? name : `${path}/${name}`, depth + 1);
      }
    visit(here["items"], there["items"], `${path}/*`, depth + 1);
  };
  visit(tool.inputSchema, inputSchema, "", 0);
  return found;
}

function textOf(value: unknown): string {
  return value === undefined ? "nothing" : JSON.stringify(value);
}

/** A text around its first difference from another one. */
function cut(text: string, other: string): string {
  if (text.length <= longest) return text;
  let same = 0;
  while (text[same] === other[same] && same < text.length) same++;
  const start = same <= longest - context ? 0 : same - context;
  return `${start > 0 ? "…" : ""}${text.slice(start, start + longest)}${start + longest < text.length ? "…" : ""}`;
}
