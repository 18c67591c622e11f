import type { CollectLimits, PagesBinding } from "../binding.ts";
import type { Context } from "../context.ts";
import { isRecord, type UnknownRecord } from "../json.ts";
import { utf8Length } from "../result/cut-value.ts";
import { attachNext } from "../result/next-call.ts";
import { anySignal } from "../transport/any-signal.ts";
import { markEnd } from "./next-of-list.ts";
import { type WalkedPage, walkPages } from "./walk-pages.ts";

/** The bytes of a result that are left for `_next` and `_stopped`. */
const reserved = 1024;

/**
 * Follows the pages of a list up to its limits, and returns the last page with the items of all of them. If the list continues, its member
 * `_stopped` says where it ends, and the arguments of the call for the page that would come next are attached. A first page is returned
 * whole. If a later page cannot be requested, the list ends before it.
 */
export async function collectPages(
  pages: PagesBinding & { readonly collect: CollectLimits },
  call: (input: unknown, context: Context) => Promise<unknown>,
  input: unknown,
  context: Context,
): Promise<unknown> {
  if (!isRecord(input)) return call(input, context);
  const { collect } = pages;
  const timer = new AbortController();
  const timeout = setTimeout(() => timer.abort(), collect.seconds * 1000);
  const signal = context.signal === undefined ? timer.signal : anySignal([context.signal, timer.signal]);
  const collected: unknown[] = [];
  let last: WalkedPage | undefined;
  let [calls, bytes] = [0, 0];
  const stop = (reason: string, next: UnknownRecord | undefined) => finished(pages, last, { collected, calls, reason, next });

  // The first page has the deadline of its call.
  const walk = walkPages(pages, input, (given) => call(given, last === undefined ? context : { ...context, signal }));
  try {
    while (true) {
      if (last !== undefined) {
        const reason = limitReached(collect, { items: collected.length + last.items.length, calls, isLate: timer.signal.aborted });
        if (reason !== undefined) return stop(reason, last.next);
      }
      const step = await walk.next().catch((error: unknown) => {
        if (last === undefined || context.signal?.aborted === true) throw error;
        return { failed: true } as const;
      });
      if ("failed" in step)
        return stop(timer.signal.aborted ? `${collect.seconds} seconds have passed` : "the next page could not be read", last?.next);
      if (step.done === true) return stop("", undefined);
      const page: WalkedPage = step.value;
      const size = utf8Length(JSON.stringify(page.items));
      if (last !== undefined && bytes + size + reserved > collect.bytes)
        return stop(`it would be longer than ${collect.bytes} bytes`, last.next);
      if (last !== undefined && collected.length + page.items.length > collect.items)
        return stop(`it would have more than ${collect.items} items`, last.next);
      calls += 1;
      bytes += last === undefined ? utf8Length(JSON.stringify(page.output)) : size;
      collected.push(...page.items);
      last = page;
      if (page.problem !== undefined) return stop(page.problem, undefined);
      if (page.next === undefined) return stop("", undefined);
    }
  } finally {
    clearTimeout(timeout);
  }
}

/** The limit that would be exceeded by one more page like the last one. */
function limitReached(
  limits: CollectLimits,
  { items, calls, isLate }: { readonly items: number; readonly calls: number; readonly isLate: boolean },
): string | undefined {
  if (isLate) return `${limits.seconds} seconds have passed`;
  if (calls >= limits.calls) return `it has ${calls} pages`;
  return items > limits.items ? `it would have more than ${limits.items} items` : undefined;
}

interface Collected {
  readonly collected: readonly unknown[];
  readonly calls: number;
  /** Why the list was not followed further; empty if it has ended. */
  readonly reason: string;
  readonly next: UnknownRecord | undefined;
}

function finished(pages: PagesBinding, last: WalkedPage | undefined, { collected, calls, reason, next }: Collected): unknown {
  const output = withMember(last?.output, pages.items, collected);
  if (reason === "" || !isRecord(output)) return markEnd(output, "");
  const note = `The list is incomplete: ${collected.length} items of ${calls} ${calls === 1 ? "page" : "pages"}. ${sentence(reason)}`;
  // A program that reads all pages goes on with `next`, and gets an error if there is none.
  return attachNext(markEnd({ ...output, _stopped: note }, next === undefined ? note : ""), next);
}

function sentence(reason: string): string {
  return reason.endsWith(".") ? reason : `It was not followed further, since ${reason}.`;
}

/** A copy of a value with another member at a path. */
function withMember(value: unknown, path: readonly string[], member: unknown): unknown {
  const [name, ...inner] = path;
  if (name === undefined) return member;
  return isRecord(value) ? { ...value, [name]: withMember(value[name], inner, member) } : value;
}
