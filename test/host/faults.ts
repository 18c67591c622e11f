import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { resolve, sep } from "node:path";

/**
 * How the file system fails: `kill`: the process ends before the operation; `torn`: it ends within the operation, and a file that it
 * writes has only the first half of its text; `full`: no space is left for this and every later write; `denied`: this operation is not
 * permitted.
 */
export type Fault = "kill" | "torn" | "full" | "denied";
export const faults: readonly Fault[] = ["kill", "torn", "full", "denied"];

/** What the operations of a dead process throw: nothing that it does afterwards has an effect. */
export class Killed extends Error {}

const writing = ["mkdirSync", "mkdtempSync", "openSync", "writeFileSync"] as const;
const moving = ["renameSync", "rmSync", "rmdirSync", "unlinkSync"] as const;
const original = Object.fromEntries([...writing, ...moving].map((name) => [name, fs[name]]));

export interface FaultyRun {
  /** The number of operations that change the file system. */
  readonly operations: number;
  /** What the action threw. */
  readonly error: unknown;
}

/**
 * Runs an action, and lets the n-th of the operations fail that change something in a folder. The functions of `node:fs` themselves are
 * replaced, so that no operation is forgotten, whichever module does it.
 */
export function withFault(folder: string, { at, fault }: { readonly at: number; readonly fault: Fault }, action: () => void): FaultyRun {
  let operations = 0;
  let isDead = false;
  let isFull = false;
  const isWithin = (path: unknown) => typeof path === "string" && (resolve(path) === folder || resolve(path).startsWith(folder + sep));

  const faulty =
    (name: (typeof writing)[number] | (typeof moving)[number]) =>
    (...args: unknown[]): unknown => {
      const run = () => Reflect.apply(original[name] as (...all: unknown[]) => unknown, fs, args);
      // The second write to an open file, such as the lock, counts too. It has a number in place of a path.
      const isWrite = (writing as readonly string[]).includes(name);
      if (!(isWithin(args[0]) || (name === "writeFileSync" && typeof args[0] === "number"))) return run();
      if (name === "openSync" && (args[1] === undefined || typeof args[1] === "number")) return run();
      if (isDead) throw new Killed();
      const isNow = ++operations === at;
      if (isFull && isWrite) throw systemError("ENOSPC", name);
      if (!isNow) return run();
      if (fault === "denied") throw systemError("EACCES", name);
      if (fault === "full") {
        isFull = true;
        if (name === "writeFileSync") writeHalf(args);
        throw systemError("ENOSPC", name);
      }
      isDead = true;
      if (fault === "torn" && name === "writeFileSync") writeHalf(args);
      throw new Killed();
    };

  for (const name of [...writing, ...moving]) Object.assign(fs, { [name]: faulty(name) });
  syncBuiltinESMExports();
  try {
    action();
    return { operations, error: undefined };
  } catch (error) {
    return { operations, error };
  } finally {
    Object.assign(fs, original);
    syncBuiltinESMExports();
  }
}

function writeHalf([path, text, options]: readonly unknown[]): void {
  const half = String(text).slice(0, String(text).length / 2);
  Reflect.apply(original["writeFileSync"] as (...all: unknown[]) => unknown, fs, [path, half, options]);
}

function systemError(code: string, call: string): Error {
  return Object.assign(new Error(`${code}: injected, ${call}`), { code });
}
