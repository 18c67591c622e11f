import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { Script } from "node:vm";
import { sha256 } from "../source/text/hash.ts";
import { cacheFile, readEntry, writeEntry } from "./cache-folder.ts";

/** The processor time in microseconds of the longest run of each command whose functions an entry contains. */
type Runs = { readonly [command: string]: number };

/** A file of the bundle that was loaded. */
interface LoadedFile {
  readonly script: Script;
  /** The path of its cache entry. */
  readonly entry: string;
  /** The runs of the entry; none if V8 did not accept it. */
  readonly runs: Runs;
}

/**
 * The file whose export imports a module. Node itself loads it, since V8 11 forgets for code from a cache that it may import
 * (ERR_VM_DYNAMIC_IMPORT_CALLBACK_MISSING). `scripts/bundle.mjs` makes it, and replaces each dynamic import by a call of it.
 */
const importer = "./import-module.cjs";

/** More commands than there are: a word that is no command is not added to an entry without end. */
const maxRuns = 50;

/**
 * Loads a file of the bundle, and the files that it requires. The functions that former runs needed are taken from the user's cache, where
 * they are already compiled. At the end of the process, the functions that this run needed are saved if the entry has none for its command,
 * or only those of runs that were less than half as long. Node's own loader is used if there is no folder for caches, if coverage is
 * measured, which needs other code, and in programs that only imitate Node.
 */
export function loadBundle(main: string, command: string): unknown {
  const imitated = ["bun", "deno"].some((name) => name in process.versions);
  if (imitated || process.env["NODE_V8_COVERAGE"] !== undefined || entryFor("") === undefined) return createRequire(main)(main);
  const modules = new Map<string, { exports: unknown }>();
  const loaded: LoadedFile[] = [];
  process.once("exit", () => {
    for (const file of loaded) save(file, command);
  });

  function load(path: string): unknown {
    const known = modules.get(path);
    if (known !== undefined) return known.exports;
    const module = { exports: {} };
    modules.set(path, module);
    const file = compile(path);
    loaded.push(file);
    const folder = dirname(path);
    const others = createRequire(path);
    const require = (name: string) => (name.startsWith("./") && name !== importer ? load(join(folder, name)) : others(name));
    file.script.runInThisContext()(module.exports, Object.assign(require, others), module, path, folder);
    return module.exports;
  }

  return load(main);
}

/** Compiles a file as a function of what Node gives to a CommonJS module. */
function compile(path: string): LoadedFile {
  const source = readFileSync(path, "utf8");
  const entry = entryFor(source) ?? "";
  const { code, runs } = readCode(entry);
  const script = new Script(`(function (exports, require, module, __filename, __dirname) { ${source}\n})`, {
    filename: path,
    ...(code && { cachedData: code }),
  });
  return { script, entry, runs: script.cachedDataRejected === false ? runs : {} };
}

/**
 * The path of the entry for a source text. V8 itself rejects code that another version or other flags of V8 compiled; they are in the key so
 * that such runs do not replace each other's entries.
 */
function entryFor(source: string): string | undefined {
  const { arch, execArgv, env } = process;
  return cacheFile([arch, execArgv, env["NODE_OPTIONS"], sha256(source)], "code", env);
}

/** An entry has two lines, the hash of what follows and the runs, and then the code. V8 would not notice all damages of the code. */
function readCode(file: string): { readonly code: Buffer | undefined; readonly runs: Runs } {
  const content = readEntry(file);
  const start = content?.indexOf("\n") ?? -1;
  const end = content?.indexOf("\n", start + 1) ?? -1;
  if (content === undefined || start === -1 || end === -1) return { code: undefined, runs: {} };
  if (content.toString("latin1", 0, start) !== sha256(content.subarray(start + 1))) return { code: undefined, runs: {} };
  // The cast is safe: only `save` writes a text with its hash.
  return { code: content.subarray(end + 1), runs: JSON.parse(content.toString("utf8", start + 1, end)) as Runs };
}

function save({ script, entry, runs }: LoadedFile, command: string): void {
  const { user, system } = process.cpuUsage();
  const former = Object.hasOwn(runs, command) ? (runs[command] ?? 0) : 0;
  if (user + system <= 2 * former || Object.keys(runs).length >= maxRuns) return;
  writeEntry(entry, () => {
    // Code that was created after the run contains the functions that the run needed.
    const rest = Buffer.concat([Buffer.from(`${JSON.stringify({ ...runs, [command]: user + system })}\n`), script.createCachedData()]);
    return Buffer.concat([Buffer.from(`${sha256(rest)}\n`), rest]);
  });
}
