/**
 * Assigns the modules of the run-time library to the files of its package.
 */
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { importsOf } from "../imports-of.mjs";

/** @typedef {ReadonlyMap<string, string>} Entries The source of each entry, by its name. */

/** Modules that this number of entries need belong to the core, although the core itself does not need them. */
const common = 8;

/**
 * The modules of each file, by its name, in an order in which they can be evaluated. A file of an entry has the modules that no other entry
 * needs. The other modules are in `core`, if the entry `index` needs them, in `requests`, if the entry `parts` does, in `shared`,
 * which the transports share, and in `adapters/shared`. So no two files import each other: all that a module imports is needed by at least as many entries.
 * @type {(sources: readonly string[], entries: Entries) => Map<string, string[]>}
 */
export function planChunks(sources, entries) {
  const imports = new Map(sources.map((path) => [path, modulesOf(path)]));
  const users = new Map(sources.map((path) => [path, new Set()]));
  /** @type {Set<string>} Each module after those that it imports. */
  const ordered = new Set();
  for (const [entry, path] of entries) for (const reached of closure(path, imports)) users.get(reached)?.add(entry) && ordered.add(reached);
  /** @type {Map<string, string[]>} */
  const chunks = new Map();
  for (const path of ordered) {
    const name = chunkOf([...(users.get(path) ?? [])]);
    chunks.set(name, [...(chunks.get(name) ?? []), path]);
  }
  return chunks;
}

/** @type {(users: readonly string[]) => string} */
function chunkOf(users) {
  if (users.includes("index") || users.length >= common) return "core";
  if (users.length === 1) return users[0] ?? "";
  if (users.includes("parts")) return "requests";
  return users.some((entry) => entry.startsWith("adapters/")) ? "adapters/shared" : "shared";
}

/**
 * The modules that a module imports, directly or indirectly, and itself as the last.
 * @type {(start: string, imports: ReadonlyMap<string, readonly string[]>, seen?: Set<string>) => string[]}
 */
function closure(start, imports, seen = new Set()) {
  if (seen.has(start)) return [];
  seen.add(start);
  return [...(imports.get(start) ?? []).flatMap((path) => closure(path, imports, seen)), start];
}

/** The modules of the library that a module imports. @type {(path: string) => string[]} */
function modulesOf(path) {
  return importsOf(path, readFileSync(path, "utf8"))
    .filter((specifier) => specifier.startsWith("."))
    .map((specifier) => join(dirname(path), specifier));
}
