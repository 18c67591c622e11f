import type { ResponseBinding } from "../binding.ts";

/** Whether a response is read like the first one of its status, which the output schema describes. */
export function isPreferred({ status, body }: ResponseBinding, responses: readonly ResponseBinding[]): boolean {
  const first = responses.find((response) => response.status === status)?.body ?? body;
  return first === body || (isSequence(first) && isSequence(body));
}

/** Whether a body is read item by item. */
export function isSequence(body: ResponseBinding["body"]): boolean {
  return /^sequence|^event/.test(body);
}
