// Removes from dist what no entry of the package reaches: modules that are in the bundle, and their types. `npm pack` runs this.
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { importsOf } from "./imports-of.mjs";

const root = fileURLToPath(new URL("../", import.meta.url));
const { bin, exports } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const entries = [
  ...Object.values(bin),
  ...Object.values(exports).flatMap((entry) => (typeof entry === "string" ? [] : Object.values(entry))),
];

/** @type {Set<string>} */
const reached = new Set();
const open = entries.map((path) => resolve(root, path));
for (let path = open.pop(); path !== undefined; path = open.pop()) {
  if (reached.has(path)) continue;
  reached.add(path);
  for (const name of importsOf(path, readFileSync(path, "utf8"))) if (name.startsWith(".")) open.push(imported(path, name));
}

const dist = join(root, "dist");
for (const entry of readdirSync(dist, { recursive: true, withFileTypes: true })) {
  const path = join(entry.parentPath, entry.name);
  if (entry.isFile() && /\.js$|\.d\.ts$/.test(path) && !reached.has(path)) rmSync(path);
}

/**
 * The file that an import names. One in a declaration names the module, whose declaration is beside it.
 *
 * @param {string} from
 * @param {string} name
 */
function imported(from, name) {
  const path = resolve(dirname(from), name);
  const file = from.endsWith(".d.ts") ? path.replace(/(?:\.d)?\.[jt]s$/, ".d.ts") : path;
  if (!existsSync(file)) throw new Error(`${from} imports ${name}, which was not built.`);
  return file;
}
