import { sha256 } from "./hash.ts";

export interface NameRequest {
  /** What the name is for. No two wishes share an id, and it stays when others come and go. */
  readonly id: string;
  readonly name: string;
}

const maxLength = 64;

/**
 * A name for each id, by id: no two alike without regard to case, none in `taken`, none over 64 characters.
 *
 * Names that clash all get a suffix made from their id, so neither their order nor a newcomer decides who keeps
 * the plain one. Where an author wrote just the name that a suffix would make, the author's is the one that yields.
 */
export function assignNames(requests: readonly NameRequest[], taken: readonly string[] = []): Map<string, string> {
  const uses = new Map<string, number>();
  for (const name of taken) count(name, uses);
  for (const { name } of requests) count(name, uses);
  // Eight digits are nearly always enough. Whoever searches for a pair that shares them gets longer names.
  for (const digits of [8, 32]) {
    const minted = tryAssign(requests, uses, digits);
    if (minted !== undefined) return minted;
  }
  throw new Error("Two requests have the same id, or a name in `taken` is one that was minted for another.");
}

function count(name: string, uses: Map<string, number>): void {
  const key = name.toLowerCase();
  uses.set(key, (uses.get(key) ?? 0) + 1);
}

/** `undefined` where two names with a suffix are alike. */
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
  // A minted name may meet a plain one or a taken one only if someone computed the digits; then more of them are used.
  const isTaken = [...suffixed.values()].some((name) => (uses.get(name.toLowerCase()) ?? 0) > 0 && !isReassigned(name, plain, suffixed));
  return distinct.size === requests.length && !isTaken ? new Map(names) : undefined;
}

/** Whether the author's use of a minted name was given up for it. */
function isReassigned(name: string, plain: readonly NameRequest[], suffixed: ReadonlyMap<string, string>): boolean {
  return plain.some((request) => request.name.toLowerCase() === name.toLowerCase() && suffixed.has(request.id));
}

function withSuffix({ id, name }: NameRequest, digits: number): string {
  return `${name.slice(0, maxLength - 1 - digits)}_${sha256(id).slice(0, digits)}`;
}
