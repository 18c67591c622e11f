import type { ApprovalDecision, DotCraftApprovalRequest } from "./wire.ts";

/** Asks a person for a decision on a request. The result `true` means `accept`, and `false` means `decline`. */
export type ApprovalHandler = (request: DotCraftApprovalRequest) => boolean | ApprovalDecision | Promise<boolean | ApprovalDecision>;

/** A store of `acceptAlways` decisions. A `Set` is one; a persistent store uses a file or a database. */
export interface ApprovalStore {
  has(key: string): boolean | Promise<boolean>;
  add(key: string): unknown;
}

/**
 * Creates a function that decides on approval requests. `acceptForSession` applies to later requests of the same thread, `acceptAlways` to
 * all requests with the same store. Without a handler, or if it fails or returns no decision, the decision is `decline`. `onFailure`
 * receives a handler's error.
 */
export function approvals(
  ask: ApprovalHandler | undefined,
  always: ApprovalStore,
): (request: DotCraftApprovalRequest, onFailure?: (error: unknown) => void) => Promise<ApprovalDecision> {
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

/** Whether the store contains an `acceptAlways` decision for a request. If the store fails, the person is asked again. */
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
    // The current request is accepted even if the store fails.
  }
}

async function decide(
  ask: ApprovalHandler | undefined,
  request: DotCraftApprovalRequest,
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

/**
 * The key under which the decision on a request is stored. Older servers send no `scopeKey`: their requests have the same key if type,
 * operation and target are equal.
 */
function keyOf({ scopeKey, approvalType, operation, target }: DotCraftApprovalRequest): string {
  return scopeKey ?? JSON.stringify([approvalType, operation, target]);
}
