import type { Contracts } from "../../contract/compare/comparable-contracts.ts";
import { type LockDrift, lockDrift } from "../../contract/lock/lock-drift.ts";
import { type LockContent, lockFolder, readLock } from "../../contract/lock/lock-file.ts";
import type { Use } from "../../diagnostic/use.ts";
import type { Host } from "../../project/load.ts";
import type { Project } from "../../project/project.ts";
import type { JsonObject } from "../../source/json/json.ts";
import { compareText } from "../../source/text/compare.ts";

/** The lock of one toolset, compared with the current contract of the toolset. */
export interface LockState {
  /** The path of the lock, relative to the project's root. */
  readonly path: string;
  /** The name of the toolset. */
  readonly name: string;
  readonly change: "none" | "missing" | "outdated" | "conflict" | "unreadable" | "left over" | "too-new";
  readonly drift: LockDrift | undefined;
  /** Whether a release before 0.3 wrote the lock, so that it contains nothing beside the contract. This is no difference. */
  readonly isFormer: boolean;
  /** The version of the compiler that wrote the lock; empty if the version is unknown. */
  readonly compiler: string;
  /** The format version of a lock that is too new for this version of the compiler; else empty. */
  readonly needs: string;
}

/**
 * Compares each lock of a project with the current contract of its toolset. Toolsets that did not compile, or only in part, are left out.
 * `base` is the folder with the folder of the locks.
 */
export async function compareLock(
  { contracts, uses, sources, broken, incomplete, isWhole }: Contracts,
  base: Project["base"],
  host: Host,
): Promise<LockState[]> {
  const locks = await readLocks(`${base}${lockFolder}`, host);
  const compared = [...contracts].filter(([name]) => !broken.has(name) && !incomplete.has(name));
  const states = compared.map(([name, contract]) => {
    const head = headOf(uses.get(name), sources.get(name));
    return stateOf(name, { path: `${base}${lockFolder}${name}.json`, lock: locks.get(name), contract, head });
  });
  const left = isWhole ? [...locks.keys()].filter((name) => !contracts.has(name) && !broken.has(name)) : [];
  const none = { drift: undefined, isFormer: false, compiler: "", needs: "" };
  const leftOver = left.map((name) => ({ path: `${base}${lockFolder}${name}.json`, name, change: "left over" as const, ...none }));
  return [...states, ...leftOver].sort((a, b) => compareText(a.name, b.name));
}

/** The locks in a folder, by name of the toolset. `folder` ends with a `/`. */
export async function readLocks(folder: string, host: Host): Promise<Map<string, LockContent>> {
  const paths = (await host.list()).filter((path) => path.startsWith(folder) && /^[^/]+\.json$/.test(path.slice(folder.length)));
  const locks = new Map<string, LockContent>();
  for (const path of paths.sort(compareText)) {
    const content = await host.read(path);
    if (typeof content === "string") continue;
    locks.set(path.slice(folder.length, -".json".length), readLock(path, new TextDecoder().decode(content)));
  }
  return locks;
}

function stateOf(
  name: string,
  {
    path,
    lock,
    contract,
    head,
  }: { readonly path: string; readonly lock: LockContent | undefined; readonly contract: JsonObject; readonly head: JsonObject },
): LockState {
  const unknown = { path, name, drift: undefined, isFormer: false, compiler: "", needs: "" };
  switch (lock?.kind) {
    case undefined:
      return { ...unknown, change: "missing" };
    case "too-new":
      return { ...unknown, change: "too-new", needs: lock.needs };
    case "conflict":
      return { ...unknown, change: "conflict" };
    case "invalid":
      return { ...unknown, change: "unreadable" };
    case "contract": {
      const isFormer = lock.use === undefined;
      const heads = isFormer ? [{}, {}] : [headOf(lock.use, lock.source), head];
      const drift = lockDrift({ ...lock.contract, ...heads[0] }, { ...contract, ...heads[1] });
      const isSame = drift.toolset.length + drift.tools.length === 0;
      return { ...unknown, change: isSame ? "none" : "outdated", drift, isFormer, compiler: lock.compiler };
    }
  }
}

/** What locks contain besides the contract and the version of the compiler. */
function headOf(use: Use | undefined, source: string | undefined): JsonObject {
  return { ...(use === undefined ? {} : { breaking: use }), ...(source === undefined ? {} : { source }) };
}
