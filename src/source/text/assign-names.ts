import { sha256 } from "./hash.ts";

/** A name that is requested for an id. */
export interface NameRequest {
  /** Identifies the request. It must be unique, and must not depend on the other requests. */
  readonly id: string;
  readonly name: string;
  /** What a suffix follows, in at most `length` characters. Without it, this is the beginning of the name. */
  readonly cut?: (length: number) => string;
}

/**
 * The number of characters that every model provider accepts in the name of a tool or of a member. A test compares it with the limits of
 * the providers in `src/runtime/projection/limits/provider-limits.ts`, because this folder may not import them.
 */
export const maxNameLength = 64;

/**
 * Assigns a name to each id. Names are unique without regard to case, not in `taken`, and at most `maxNameLength` characters long.
 *
 * All names that conflict get a suffix derived from their id, so that the result does not depend on the order of the requests.
 * If an authored name equals a name with a suffix, the authored name gets a suffix too.
 */
export function assignNames(requests: readonly NameRequest[], taken: readonly string[] = []): Map<string, string> {
  const uses = new Map<string, number>();
  for (const name of taken) count(name, uses);
  for (const { name } of requests) count(name, uses);
  // Suffixes of eight digits are nearly always distinct. If the suffixes of two ids collide, longer suffixes are used.
  for (const digits of [8, 32]) {
    const assigned = tryAssign(requests, uses, digits);
    if (assigned !== undefined) return assigned;
  }
  throw new Error("Two requests have the same id, or a name in `taken` equals an assigned one.");
}

function count(name: string, uses: Map<string, number>): void {
  const key = name.toLowerCase();
  uses.set(key, (uses.get(key) ?? 0) + 1);
}

/** Assigns names with suffixes of `digits` digits. Returns `undefined` if two assigned names are equal, or one of them is taken. */
function tryAssign(requests: readonly NameRequest[], uses: ReadonlyMap<string, number>, digits: number): Map<string, string> | undefined {
  const suffixed = new Map<string, string>();
  const plain: NameRequest[] = [];
  for (const request of requests) {
    if (request.name.length <= maxNameLength && uses.get(request.name.toLowerCase()) === 1) plain.push(request);
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
  // The name of another request or a name in `taken` equals a name with a suffix only if its author computed the hash. Then longer suffixes
  // are tried.
  const isTaken = [...suffixed.values()].some((name) => (uses.get(name.toLowerCase()) ?? 0) > 0 && !isReassigned(name, plain, suffixed));
  return distinct.size === requests.length && !isTaken ? new Map(names) : undefined;
}

/** Whether `name` is free again, because the request for this name was assigned a name with a suffix. */
function isReassigned(name: string, plain: readonly NameRequest[], suffixed: ReadonlyMap<string, string>): boolean {
  return plain.some((request) => request.name.toLowerCase() === name.toLowerCase() && suffixed.has(request.id));
}

function withSuffix({ id, name, cut = (length) => name.slice(0, length) }: NameRequest, digits: number): string {
  return `${cut(maxNameLength - 1 - digits)}_${sha256(id).slice(0, digits)}`;
}
