import { sha256 } from "./hash.ts";

export interface NameRequest {
  /** Identifies the request. Unique, and independent of the other requests. */
  readonly id: string;
  readonly name: string;
}

const maxLength = 64;

/**
 * A name for each id, by id: unique without regard to case, not in `taken`, at most 64 characters long.
 *
 * All names that clash get a suffix derived from their id, so that neither their order nor a new name decides which keeps
 * the plain one. If an authored name equals a name with a suffix, the authored one gets a suffix too.
 */
export function assignNames(requests: readonly NameRequest[], taken: readonly string[] = []): Map<string, string> {
  const uses = new Map<string, number>();
  for (const name of taken) count(name, uses);
  for (const { name } of requests) count(name, uses);
  // Eight digits are nearly always enough. For ids that were chosen to collide, longer suffixes are used.
  for (const digits of [8, 32]) {
    const minted = tryAssign(requests, uses, digits);
    if (minted !== undefined) return minted;
  }
  throw new Error("Two requests have the same id, or a name in `taken` equals an assigned one.");
}

function count(name: string, uses: Map<string, number>): void {
  const key = name.toLowerCase();
  uses.set(key, (uses.get(key) ?? 0) + 1);
}

/** `undefined` if two names with a suffix are equal. */
function tryAssign(requests: readonly NameRequest[], uses: ReadonlyMap<string, number>, digits: number): Map<string, string> | undefined {
  const suffixed = new Map<string, string>();
  const plain: NameRequest[] = [];
  for (const request of requests) {
    if (request.name.length <= maxLength && uses.get(request.name.toLowerCase()) === 1) plain.push(request);
    else suffixed.set(request.id, withSuffix(request, digits));
  }
  const used = new Set([...suffixed.values()].map((name) => name.toLowerCase()));
  if (used.size !== requests.length - plain.length) return undefined;
  for (const request of plain) {
    if (!used.has(request.name.toLowerCase())) continue;
    suffixed.set(request.id, withSuffix(request, digits));
    used.add(withSuffix(request, digits).toLowerCase());
  }
  const names = requests.map(({ id, name }): [string, string] => [id, suffixed.get(id) ?? name]);
  const distinct = new Set(names.map(([, name]) => name.toLowerCase()));
  // An assigned name equals a plain or a taken one only if someone computed the digits; then longer suffixes are used.
  const isTaken = [...suffixed.values()].some((name) => (uses.get(name.toLowerCase()) ?? 0) > 0 && !isReassigned(name, plain, suffixed));
  return distinct.size === requests.length && !isTaken ? new Map(names) : undefined;
}

/** Whether an authored name that equals the assigned one got a suffix itself. */
function isReassigned(name: string, plain: readonly NameRequest[], suffixed: ReadonlyMap<string, string>): boolean {
  return plain.some((request) => request.name.toLowerCase() === name.toLowerCase() && suffixed.has(request.id));
}

function withSuffix({ id, name }: NameRequest, digits: number): string {
  return `${name.slice(0, maxLength - 1 - digits)}_${sha256(id).slice(0, digits)}`;
}
