import type { PagesBinding } from "../../runtime/binding.ts";
import { type ListFacts, type ListField, plainName } from "./list-facts.ts";

/** How the pages of a list follow each other. The parts of `PagesBinding` that a style decides. */
export type FoundStyle = Pick<PagesBinding, "style" | "parameter" | "next" | "first">;

/** What a style is recognized by, besides the facts. */
export interface ListEnds {
  readonly more: ListField | undefined;
  readonly total: ListField | undefined;
  readonly totalPages: ListField | undefined;
  /** The argument with the size of a page. */
  readonly size: ListField | undefined;
  /** Finds the members of an item. */
  readonly item: () => readonly ListField[];
}

/** The facts of an operation that may be a list, with the members of its result beside the items. */
export interface PagedFacts extends Omit<ListFacts, "outputs"> {
  readonly outputs: readonly ListField[];
}

/** Recognizes one style; `undefined` if the operation has another one, or if it is not certain. */
export type PageStyle = (facts: PagedFacts, ends: ListEnds) => FoundStyle | undefined;

/** The styles, the most certain first. */
export const pageStyles: readonly PageStyle[] = [cursorStyle, linkInResult, linkHeader, lastItemStyle, offsetStyle, pageStyle];

/** Names of parameters that take a cursor, as the result names it: `pageToken` takes `nextPageToken`, `continue` takes `metadata.continue`. */
const cursorInput =
  /^(?:cursor|token|pagetoken|pagecursor|startcursor|nextcursor|nexttoken|nextpagetoken|pageafter|after|startingafter|aftercursor|cursorafter|paginationtoken|continuationtoken|continuation|continue|marker|pagemarker|bookmark|scrollid|position|streamposition|startkey|exclusivestartkey|nextkey|next|nextrecordkey|offset|page|pageid|pagekey|startfrom|start|pagestate|iterator|synctoken|lastid|afterid)$/;

/** Names that are a cursor only if the type is a string: elsewhere they are numbers. */
const numericToo = /^(?:offset|page|start|position)$/;

/** The value that the result says comes next, and the argument that takes it. */
function cursorStyle({ inputs, outputs }: PagedFacts): FoundStyle | undefined {
  for (const input of inputs) {
    if (!cursorInput.test(input.plain) || (numericToo.test(input.plain) && !input.types.has("string"))) continue;
    const next = outputs.find((output) => isScalar(output) && !isAddress(output) && leadsTo(output, input.plain));
    if (next !== undefined) return { style: "cursor", parameter: nameOf(input), next: next.path };
  }
  return undefined;
}

/** Whether a member of the result has the value for the argument: `nextCursor`, `next.cursor` and `after.cursor` for `cursor`. */
function leadsTo({ path, plain }: ListField, input: string): boolean {
  const stem = input.replace(/^(?:next|page|start(?:ing)?|exclusivestart)(?=cursor|token|after|key|marker)/, "");
  const outer = path
    .slice(0, -1)
    .join("")
    .replace(/[^A-Za-z0-9]/g, "")
    .toLowerCase();
  const named = [input, stem, `page${stem}`].flatMap((name) => [`next${name}`, `nextpage${name}`, `next${name}id`]);
  if (named.includes(plain) || plain === "nextcursormark") return true;
  if (
    /^(?:after|startingafter|aftercursor|cursorafter|pageafter|afterid)$/.test(input) &&
    /^(?:endcursor|lastid|nextcursor|after|next)$/.test(plain)
  )
    return true;
  if (/^(?:cursor|token|pagetoken|marker|start|offset|continuation|bookmark)$/.test(input) && plain === "next") return true;
  // The same name stands for the next value, if it is a cursor, or in what describes the next page.
  return (
    (plain === input || plain === stem) &&
    (/next/.test(outer) ||
      /^(?:cursor|continue|continuation|continuationtoken|scrollid|bookmark|after|next(?:page)?(?:token|cursor|marker|key))$/.test(plain))
  );
}

/** An address of the next page in the result. */
function linkInResult({ method, inputs, outputs }: PagedFacts): FoundStyle | undefined {
  const isPaged = method === "GET" && inputs.some(({ plain }) => paging.test(plain));
  return isPaged && outputs.some(isNextAddress) ? { style: "link" } : undefined;
}

/** Whether the run-time library finds the address of the next page in a member: `nextAddresses` looks at these. */
function isNextAddress(output: ListField): boolean {
  const { path, plain } = output;
  const isLink = plain === "href" && plainName(path.at(-2) ?? "") === "next";
  const [outer, ...others] = path.slice(0, isLink ? -2 : -1).map(plainName);
  if (others.length > 0 || (outer !== undefined && !/^(?:meta|metadata|pagination|paging|pageinfo|responsemetadata|links)$/.test(outer)))
    return false;
  if (!isScalar(output)) return false;
  if (isLink || /^(?:nextlink|nexturl|nextpageurl|nexturi|nextpageuri|nexthref|odatanextlink)$/.test(plain)) return true;
  return plain === "next" && output.types.has("string") && (isAddress(output) || outer === "links");
}

/** The header `Link` (RFC 8288). */
function linkHeader({ method, inputs, hasLinkHeader }: PagedFacts): FoundStyle | undefined {
  const isPaged = method === "GET" && inputs.some((input) => paging.test(input.plain) && (hasLinkHeader || namesLinkHeader(input)));
  return isPaged ? { style: "link" } : undefined;
}

/** Whether the description of an argument says that its value comes from the header `Link`. */
function namesLinkHeader({ schema }: ListField): boolean {
  return typeof schema.description === "string" && /\blink`? header\b/i.test(schema.description);
}

/** The id of the last item, after which the next page begins. */
function lastItemStyle({ inputs }: PagedFacts, { more, item }: ListEnds): FoundStyle | undefined {
  const input = inputs.find(({ plain }) => lastItemInput.test(plain));
  if (input === undefined || more === undefined) return undefined;
  const id = item().find(({ path }) => path[0] === "id");
  return id === undefined ? undefined : { style: "last-item", parameter: nameOf(input), next: id.path };
}

/** The number of items to skip. */
function offsetStyle({ method, inputs }: PagedFacts, { more, total, size }: ListEnds): FoundStyle | undefined {
  const input = inputs.find(({ plain, types }) => offsetInput.test(plain) && isNumber(types));
  if (input === undefined || (size === undefined && total === undefined && more === undefined)) return undefined;
  if (method !== "GET" && total === undefined && more === undefined) return undefined;
  const first = input.plain === "startindex" ? firstOf(input) : 0;
  return first === null ? undefined : { style: "offset", parameter: nameOf(input), first };
}

/** The number of the page. */
function pageStyle({ method, inputs }: PagedFacts, { more, total, totalPages, size }: ListEnds): FoundStyle | undefined {
  const input = inputs.find((each) => pageInput.test(each.plain) && isNumbered(each) && !isDeprecated(each));
  const isDescribed = more !== undefined || total !== undefined || totalPages !== undefined;
  if (input === undefined || !(isDescribed || (size !== undefined && method === "GET"))) return undefined;
  const first = firstOf(input);
  return first === null ? undefined : { style: "page", parameter: nameOf(input), first };
}

/** The number of the first page, if the document says it. A wrong one would leave out a page, or return it twice. */
function firstOf({ schema, plain }: ListField): number | null {
  for (const value of [schema.default, schema.minimum]) if (value === 0 || value === 1) return value;
  if (schema.exclusiveMinimum === 0) return 1;
  const text = typeof schema.description === "string" ? schema.description : "";
  if (
    /\b(?:zero|0)[- ](?:based|indexed)|(?:start|begin)(?:s|ing)?(?: \w+)? (?:at|from|with) (?:zero|0\b)|first page is (?:zero|0\b)|default(?:s|:| is)?(?: to)?:? [`'"]?0\b/i.test(
      text,
    )
  )
    return 0;
  if (
    /\b(?:one|1)[- ](?:based|indexed)|(?:start|begin)(?:s|ing)?(?: \w+)? (?:at|from|with) (?:one|1\b)|first page is (?:one|1\b)|default(?:s|:| is)?(?: to)?:? [`'"]?1\b/i.test(
      text,
    )
  )
    return 1;
  return plain === "page" ? 1 : null;
}

const lastItemInput = /^(?:startingafter|after|afterid)$/;
const offsetInput = /^(?:offset|skip|startindex|startat|pageoffset|recordstart|firstresult)$/;
const pageInput = /^(?:page|pagenumber|pageno|pagenum|pageindex|currentpage|p)$/;

/** The names of arguments that page through a list. */
const paging =
  /^(?:page|perpage|pagesize|pagenumber|pageindex|pagetoken|limit|pagelimit|pageoffset|offset|cursor|pagecursor|after|pageafter|startingafter|skip|take|top|first|maxresults|maxitems|nexttoken|continuationtoken|marker|start|count|rows|size)$/;

const sizes =
  /^(?:perpage|pagesize|limit|pagelimit|take|top|maxresults|maxitems|count|rows|size|pagecount|numresults|resultsperpage|itemsperpage|max|first|maxpagesize|pagelen)$/;

/** Whether an operation has an argument that one of the styles needs. */
export function mayContinue({ inputs }: Pick<ListFacts, "inputs">): boolean {
  const names = [cursorInput, paging, lastItemInput, offsetInput, pageInput];
  return inputs.some(({ plain }) => names.some((name) => name.test(plain)));
}

/** What a result says about the end of its list. */
export function endsIn({ inputs, outputs }: PagedFacts, item: ListEnds["item"]): ListEnds {
  const named = (name: RegExp, isMeant: (types: ListField["types"]) => boolean) =>
    outputs.find((output) => name.test(output.plain) && isMeant(output.types));
  return {
    more: named(/^(?:hasmore|hasnext|hasnextpage|more|hasmoreitems|hasmoreresults|morerecords|istruncated|truncated)$/, (types) =>
      types.has("boolean"),
    ),
    total: named(/^(?:total|totalcount|totalitems|totalresults|totalelements|totalsize|totalrecords|totalhits|totalnumber)$/, isNumber),
    totalPages: named(/^(?:totalpages|pagecount|numpages|pagestotal|lastpage|totalpagecount)$/, isNumber),
    size: inputs.find(({ plain, types }) => sizes.test(plain) && isNumber(types)),
    item,
  };
}

function isScalar({ types }: ListField): boolean {
  return !types.has("object") && !types.has("array") && !types.has("boolean");
}

/** Whether the document says that a member is an address. */
function isAddress({ schema, plain }: ListField): boolean {
  const text = typeof schema.description === "string" ? schema.description : "";
  return (
    /^(?:uri|url|uri-reference)$/.test(String(schema.format)) ||
    /(?:url|uri|link|href)$/.test(plain) ||
    /\b(?:ur[li]|link|address)\b/i.test(text)
  );
}

function isNumber(types: ListField["types"]): boolean {
  return types.has("integer") || types.has("number");
}

function nameOf({ path }: ListField): string {
  return path[0] ?? "";
}

/** Whether an argument is a number. Some documents have only its minimum or its default. */
function isNumbered({ types, schema }: ListField): boolean {
  return isNumber(types) || (types.size === 0 && [schema.minimum, schema.default].some((value) => typeof value === "number"));
}

function isDeprecated({ schema }: ListField): boolean {
  return schema.deprecated === true || (typeof schema.description === "string" && /\bdeprecated\b/i.test(schema.description));
}
