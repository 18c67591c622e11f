import type { PagesBinding } from "../binding.ts";
import type { UnknownRecord } from "../json.ts";
import { attachedNext } from "../result/next-call.ts";
import { isFirst, itemsOfPage, nextInput } from "./next-input.ts";
import { endOf } from "./next-of-list.ts";

/** The maximum number of pages, and of pages without items in a row, that are followed: a service may say for ever that there are more. */
const maxPages = 10_000;
const maxEmptyPages = 20;

/** One page of a list. */
export interface WalkedPage {
  readonly input: UnknownRecord;
  readonly output: unknown;
  readonly items: readonly unknown[];
  /** The input of the call for the next page; `undefined` after the last page. */
  readonly next: UnknownRecord | undefined;
  /** Why the list is not followed further although it has not ended, as a sentence. */
  readonly problem: string | undefined;
}

/** Makes one call of a tool. */
export type CallPage = (input: UnknownRecord) => Promise<unknown>;

/** The pages of a list, each requested when the one before it was taken, from the page that `input` asks for. */
export async function* walkPages(pages: PagesBinding, input: UnknownRecord, call: CallPage): AsyncGenerator<WalkedPage, void> {
  const requested = new Set<string>();
  let before = isFirst(pages, input) ? 0 : undefined;
  let [former, empty] = ["", 0];
  for (let given: UnknownRecord | undefined = input; given !== undefined; ) {
    requested.add(JSON.stringify(given));
    const output = await call(given);
    const items = itemsOfPage(pages, output);
    const text = items.length === 0 ? "" : JSON.stringify(items);
    const end = endOf(output);
    const following: UnknownRecord | undefined = end === undefined ? nextInput(pages, { input: given, output, before })?.input : undefined;
    const next: UnknownRecord | undefined = attachedNext(output) ?? following;
    empty = items.length === 0 ? empty + 1 : 0;
    const isRepeated = text !== "" && text === former;
    const problem = problemOf({
      end,
      // A list may have equal items on two pages. But if the number of the page is ignored, each page is the first one.
      isRepeated: (isRepeated && pages.next === undefined) || (next !== undefined && requested.has(JSON.stringify(next))),
      isEmpty: empty > maxEmptyPages,
      isLong: requested.size === maxPages && next !== undefined,
    });
    yield { input: given, output, items: isRepeated && problem !== undefined ? [] : items, next, problem };
    if (problem !== undefined) return;
    before = before === undefined ? undefined : before + items.length;
    former = text;
    given = next;
  }
}

function problemOf(found: {
  readonly end: string | undefined;
  readonly isRepeated: boolean;
  readonly isEmpty: boolean;
  readonly isLong: boolean;
}): string | undefined {
  if (found.end) return found.end;
  if (found.isRepeated) return "The service returned the same page of the list twice.";
  if (found.isEmpty) return `The service returned ${maxEmptyPages + 1} pages without items, and says that there are more.`;
  return found.isLong ? `The list has more than ${maxPages} pages.` : undefined;
}
