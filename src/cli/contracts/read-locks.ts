import { canonical } from "../../contract/canonical.ts";
import { useOf } from "../../contract/grades.ts";
import { type LockDrift, lockDrift } from "../../contract/lock-drift.ts";
import { type LockContent, lockFolder, readLock } from "../../contract/lock-file.ts";
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
  /** The version of the compiler that wrote the lock; empty if the version is unknown. */
  readonly compiler: string;
  /** The format version of a lock that is too new for this version of the compiler; else empty. */
  readonly needs: string;
}

/** Compares each lock of a project with the current contract of its toolset. `contracts` has the names of the toolsets as keys. */
export async function compareLock(
  contracts: ReadonlyMap<string, JsonObject>,
  { base, isPart, config }: Pick<Project, "base" | "isPart" | "config">,
  host: Host,
): Promise<LockState[]> {
  const locks = await readLocks(`${base}${lockFolder}`, host);
  const states = [...contracts].map(([name, contract]) =>
    stateOf(name, { path: `${base}${lockFolder}${name}.json`, lock: locks.get(name), contract, use: useOf(config, name) }),
  );
  const left = isPart ? [] : [...locks.keys()].filter((name) => !contracts.has(name));
  const none = { drift: undefined, compiler: "", needs: "" };
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
    use,
  }: { readonly path: string; readonly lock: LockContent | undefined; readonly contract: JsonObject; readonly use: Use },
): LockState {
  const unknown = { path, name, drift: undefined, compiler: "", needs: "" };
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
      const drift = lockDrift({ ...lock.contract, ...usedBy(lock.use) }, { ...canonical(contract), ...usedBy(lock.use && use) });
      const isSame = drift.toolset.length + drift.tools.length === 0;
      return { ...unknown, change: isSame ? "none" : "outdated", drift, compiler: lock.compiler };
    }
  }
}

/** Who uses the tools, as locks contain it. A lock of an earlier version does not contain it, which is no difference. */
function usedBy(use: Use | undefined): JsonObject {
  return use === undefined ? {} : { breaking: use };
}
