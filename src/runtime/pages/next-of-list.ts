import type { HttpBinding } from "../binding.ts";
import type { Call } from "../call.ts";
import { linkedAddresses, withNextPage } from "../http/next-page.ts";
import { isRecord, type UnknownRecord } from "../json.ts";
import { attachedNext, attachNext, withNextCall } from "../result/next-call.ts";
import type { Tool } from "../tool/tool.ts";
import { isFirst, nextInput } from "./next-input.ts";

/** The key of a mark on results after which a list is followed only by attached arguments. */
const endKey = Symbol.for("toolsetc.end");

const elsewhere = "The service says that the list continues at an address that this tool does not call. It is not followed.";

/**
 * `withNextPage` for tools whose pages are known. If the list continues at an address that the tool cannot request, such as one on another
 * host, the result is marked: to take its end for the end of the list would lose items.
 */
export function withNextLink(result: unknown, response: Response, url: string, call: Call<HttpBinding>): unknown {
  const attached = withNextPage(result, response, url, call);
  const isElsewhere =
    call.binding.pages?.style === "link" && attachedNext(attached) === undefined && linkedAddresses(result, response).length > 0;
  return isElsewhere ? markEnd(attached, elsewhere) : attached;
}

/** `withNextCall` for tools whose pages are known: the arguments are those of their style, if the result says that there is a next page. */
export function withNextOfList(output: unknown, result: unknown, input: UnknownRecord, tool: Tool): unknown {
  const { binding } = tool;
  const pages = binding.transport === "http" ? binding.pages : null;
  // A tool that was written by hand may have no such member.
  if (!pages) return withNextCall(output, result, input, tool);
  const end = endOf(result);
  if (end !== undefined) return markEnd(output, end);
  const attached = attachedNext(result);
  if (attached !== undefined) return attachNext(output, attached);
  const next = nextInput(pages, { input, output: result, before: isFirst(pages, input) ? 0 : undefined });
  if (next?.isCertain !== true) return pages.style === "link" ? withNextCall(output, result, input, tool) : attachNext(output, undefined);
  const isValid = tool.inputSchema["~standard"].validate(next.input).issues === undefined;
  return attachNext(output, isValid ? next.input : undefined);
}

/**
 * Marks a result as the end of a list, unless arguments for a next page are attached. `problem` says, as a sentence, why there is no next
 * page although the list continues; it is empty if the list has ended.
 */
export function markEnd<Output>(output: Output, problem: string): Output {
  if (!isRecord(output) || !Object.isExtensible(output)) return output;
  return Object.defineProperty(output, endKey, { value: problem, enumerable: false, configurable: true });
}

/** The problem that a result was marked with; `undefined` if it was not marked. */
export function endOf(output: unknown): string | undefined {
  const end: unknown = isRecord(output) ? Reflect.get(output, endKey) : undefined;
  return typeof end === "string" ? end : undefined; // Only `markEnd` uses this key.
}
