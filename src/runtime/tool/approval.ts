import type { Tool } from "./tool.ts";

/** A call that requires approval. In the type, `name` determines the type of `input`. */
export type ApprovalRequest<Of extends Tool = Tool> =
  Of extends Tool<infer Input, unknown, infer Name>
    ? ["required"] extends [Of["approval"]]
      ? ApprovalRequestOf<Of, Name, Input>
      : never
    : never;

interface ApprovalRequestOf<Of, Name, Input> {
  readonly tool: Of;
  readonly name: Name;
  readonly toolCallId: string | undefined;
  /** The validated arguments. */
  readonly input: Input;
}

/** Decides on a call that requires approval. Any result other than `true` declines the call. */
export type Approve<Of extends Tool = Tool> = (request: ApprovalRequest<Of>) => boolean | Promise<boolean>;

/** The approvals of an SDK that were used, by the object of the SDK or the adapter for which they are valid. */
const used = new WeakMap<object, Set<string>>();

/** How many used approvals are remembered for one object. People give approvals, so a process has few of them. */
const maxUsed = 10_000;

/**
 * Whether an approval that an SDK has recorded is used for the first time, so that one approval never makes two calls. `owner` is the object
 * for which the approval is valid.
 */
export function isFirstUse(owner: object, approval: string): boolean {
  const known = used.get(owner) ?? new Set();
  used.set(owner, known);
  if (known.has(approval)) return false;
  known.add(approval);
  for (const oldest of known) {
    if (known.size <= maxUsed) break;
    known.delete(oldest);
  }
  return true;
}
