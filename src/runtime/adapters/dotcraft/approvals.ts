import type { ApprovalDecision, ApprovalRequest } from "./wire.ts";

/** Asks a person. `true` is `accept`, and `false` is `decline`. */
export type ApprovalHandler = (request: ApprovalRequest) => boolean | ApprovalDecision | Promise<boolean | ApprovalDecision>;

/** Where `acceptAlways` is remembered. A `Set` is one; one that lasts writes to a file or a database. */
export interface ApprovalStore {
  has(key: string): boolean | Promise<boolean>;
  add(key: string): unknown;
}

/**
 * Decides on requests: what was accepted for the session is accepted in its thread from then on, what was accepted always everywhere
 * that the store reaches. Without a handler, and where it fails or gives no decision, the answer is `decline`. `onFailure` is told of a
 * handler's error.
 */
export function approvals(
  ask: ApprovalHandler | undefined,
  always: ApprovalStore,
): (request: ApprovalRequest, onFailure?: (error: unknown) => void) => Promise<ApprovalDecision> {
  const session = new Set<string>();
  return async (request, onFailure) => {
    const key = keyOf(request);
    const inThread = JSON.stringify([request.threadId, key]);
    if (session.has(inThread) || (await isRemembered(always, key))) return "accept";
    const decision = await decide(ask, request, onFailure);
    if (decision === "acceptForSession") session.add(inThread);
    if (decision === "acceptAlways") await remember(always, key);
    return decision;
  };
}

/** A store that fails remembers nothing: the person is asked again. */
async function isRemembered(store: ApprovalStore, key: string): Promise<boolean> {
  try {
    return (await store.has(key)) === true;
  } catch {
    return false;
  }
}

async function remember(store: ApprovalStore, key: string): Promise<void> {
  try {
    await store.add(key);
  } catch {
    // What was accepted now is accepted, though only this once.
  }
}

async function decide(
  ask: ApprovalHandler | undefined,
  request: ApprovalRequest,
  onFailure: ((error: unknown) => void) | undefined,
): Promise<ApprovalDecision> {
  if (ask === undefined) return "decline";
  try {
    const decision = await ask(request);
    if (decision === true) return "accept";
    return isDecision(decision) ? decision : "decline";
  } catch (error) {
    onFailure?.(error);
    return "decline";
  }
}

const decisions: readonly unknown[] = ["accept", "acceptForSession", "acceptAlways", "decline", "cancel"];

function isDecision(value: unknown): value is ApprovalDecision {
  return decisions.includes(value);
}

/** The server's own key; requests of older servers have none, and are alike if all that they name is. */
function keyOf({ scopeKey, approvalType, operation, target }: ApprovalRequest): string {
  return scopeKey ?? JSON.stringify([approvalType, operation, target]);
}
