import type { PagesBinding } from "../binding.ts";
import { isRecord, ownMember, type UnknownRecord } from "../json.ts";

/** The input of the call for the next page, if there may be one. */
export interface NextInput {
  readonly input: UnknownRecord;
  /** Whether the result says that there is a next page. Otherwise it may be empty. */
  readonly isCertain: boolean;
}

/** A page and the call that returned it. */
export interface Page {
  readonly input: UnknownRecord;
  readonly output: unknown;
  /** The number of items on the pages before this one; `undefined` if it is unknown. */
  readonly before: number | undefined;
}

/** The input of the call for the page after `page`, by what its result contains; `undefined` if it is the last one. */
export function nextInput(pages: PagesBinding, page: Page): NextInput | undefined {
  const more = memberInPath(page.output, pages.more);
  return more === false ? undefined : nextByStyle[pages.style](pages, page, more === true);
}

/** The items of a page. */
export function itemsOfPage({ items }: PagesBinding, output: unknown): readonly unknown[] {
  const found = memberInPath(output, items);
  return Array.isArray(found) ? found : [];
}

/** Whether an input asks for the first page. */
export function isFirst({ parameter, first }: PagesBinding, input: UnknownRecord): boolean {
  const given = parameter === undefined ? undefined : input[parameter];
  return given === undefined || given === null || given === first;
}

type ReadNext = (pages: PagesBinding, page: Page, hasMore: boolean) => NextInput | undefined;

const nextByStyle: { readonly [style in PagesBinding["style"]]: ReadNext } = {
  // The transport has attached what the address says.
  link: () => undefined,
  cursor: (pages, page) => withCursor(pages, page, memberInPath(page.output, pages.next), true),
  "last-item": (pages, page, hasMore) => withCursor(pages, page, memberInPath(itemsOfPage(pages, page.output).at(-1), pages.next), hasMore),
  offset: (pages, { input, output }, hasMore) => {
    const count = itemsOfPage(pages, output).length;
    const next = numberIn(pages, input) + count;
    const total = memberInPath(output, pages.total);
    if (count === 0 || (typeof total === "number" && next - (pages.first ?? 0) >= total)) return undefined;
    return { input: withValue(pages, input, next), isCertain: hasMore || typeof total === "number" };
  },
  page: (pages, { input, output, before }, hasMore) => {
    const count = itemsOfPage(pages, output).length;
    const next = numberIn(pages, input) + 1;
    const [total, last] = [memberInPath(output, pages.total), memberInPath(output, pages.totalPages)];
    if (count === 0 || (typeof last === "number" && next - (pages.first ?? 1) >= last)) return undefined;
    const isCounted = typeof total === "number" && before !== undefined;
    if (isCounted && before + count >= total) return undefined;
    return { input: withValue(pages, input, next), isCertain: hasMore || isCounted || typeof last === "number" };
  },
};

function withCursor(pages: PagesBinding, { input }: Page, cursor: unknown, isCertain: boolean): NextInput | undefined {
  const isCursor = (typeof cursor === "string" && cursor !== "") || typeof cursor === "number";
  return isCursor ? { input: withValue(pages, input, cursor), isCertain } : undefined;
}

function withValue({ parameter }: PagesBinding, input: UnknownRecord, value: string | number): UnknownRecord {
  return parameter === undefined ? input : { ...input, [parameter]: value };
}

function numberIn({ parameter, first }: PagesBinding, input: UnknownRecord): number {
  const given = parameter === undefined ? undefined : input[parameter];
  return typeof given === "number" ? given : (first ?? 0);
}

/** The member at a path; `undefined` if there is none, or no path. */
export function memberInPath(value: unknown, path: readonly string[] | null | undefined): unknown {
  return path?.reduce<unknown>((outer, name) => (isRecord(outer) ? ownMember(outer, name) : undefined), value);
}
