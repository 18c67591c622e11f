import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { adapter } from "./adapter.mjs";
import { flag } from "./flag.mjs";
import { rule } from "./rule.mjs";
import { target } from "./target.mjs";

/** @type {{ [what: string]: import("./names.mjs").Scaffold }} */
const scaffolds = { rule, target, adapter, flag };

/** Its message says why nothing was written. */
export class RefusedScaffold extends Error {}

/**
 * What these arguments ask for.
 *
 * @param {readonly string[]} args
 */
export function planScaffold([what = "", name = "", ...more]) {
  const scaffold = scaffolds[what];
  if (scaffold === undefined) {
    const usages = Object.values(scaffolds).map(({ usage }) => usage);
    throw new RefusedScaffold(`Usage: npm run new -- ${usages.join("\n       npm run new -- ")}`);
  }
  if (!scaffold.form.test(name) || more.length !== scaffold.more) throw new RefusedScaffold(`Usage: npm run new -- ${scaffold.usage}`);
  return scaffold.plan(name, ...more);
}

/**
 * Writes a scaffold into the project in the folder `root`. Returns the report.
 *
 * @param {readonly string[]} args
 * @param {string} root
 */
export function writeScaffold(args, root) {
  const { files, inserts, tests, next } = planScaffold(args);

  // Everything is checked before the first file is written.
  const existing = Object.keys(files).filter((path) => existsSync(join(root, path)));
  if (existing.length > 0) throw new RefusedScaffold(`There is ${existing.join(", ")} already.`);
  const changed = insertedTexts(inserts, root);
  const written = new Map([...Object.entries(files), ...changed]);
  for (const [path, text] of written) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  format([...written.keys()], root);
  const report = [...Object.keys(files).map((path) => `new      ${path}`), ...[...changed.keys()].map((path) => `changed  ${path}`)];
  return [...report, "", ...next, `Then: npx vitest run ${["test/placeholders.test.ts", ...tests].join(" ")}`].join("\n");
}

/**
 * The files with places for a scaffold, each with its new text.
 *
 * @param {import("./names.mjs").Plan["inserts"]} inserts
 * @param {string} root
 */
function insertedTexts(inserts, root) {
  /** @type {Map<string, string>} */
  const changed = new Map();
  for (const { path, before, text } of inserts) {
    const old = changed.get(path) ?? readFileSync(join(root, path), "utf8");
    const at = old.indexOf(before);
    if (at < 0)
      throw new RefusedScaffold(`${path} has no ${JSON.stringify(before)}, so the scaffold is out of date: correct it in scripts/new.`);
    changed.set(path, old.slice(0, at) + text + old.slice(at));
  }
  return changed;
}

/**
 * @param {readonly string[]} paths
 * @param {string} root
 */
function format(paths, root) {
  const formatted = paths.filter((path) => /\.(?:ts|mjs|json)$/.test(path));
  execFileSync(process.execPath, ["node_modules/@biomejs/biome/bin/biome", "check", "--write", "--log-level=error", ...formatted], {
    cwd: root,
    stdio: ["ignore", "ignore", "inherit"],
  });
}
