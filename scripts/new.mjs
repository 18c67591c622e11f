// Writes the files and the places of a new rule, target, adapter or flag of `compile`: `npm run new -- rule model/missing-unit`. Tests
// fail until what the files say with TODO is done, and they name it.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { adapter } from "./new/adapter.mjs";
import { flag } from "./new/flag.mjs";
import { rule } from "./new/rule.mjs";
import { target } from "./new/target.mjs";

/** @type {{ [what: string]: import("./new/names.mjs").Scaffold }} */
const scaffolds = { rule, target, adapter, flag };
const root = fileURLToPath(new URL("..", import.meta.url));

const [what = "", name = "", ...more] = process.argv.slice(2);
const scaffold = scaffolds[what];
if (scaffold === undefined)
  fail(
    `Usage: npm run new -- ${Object.values(scaffolds)
      .map(({ usage }) => usage)
      .join("\n       npm run new -- ")}`,
  );
if (!scaffold.form.test(name) || more.length !== scaffold.more) fail(`Usage: npm run new -- ${scaffold.usage}`);
const { files, inserts, tests, next } = scaffold.plan(name, ...more);

// Everything is checked before the first file is written.
const existing = Object.keys(files).filter((path) => existsSync(join(root, path)));
if (existing.length > 0) fail(`There is ${existing.join(", ")} already.`);
const changed = new Map();
for (const { path, before, text } of inserts) {
  const old = changed.get(path) ?? readFileSync(join(root, path), "utf8");
  const at = old.indexOf(before);
  if (at < 0) fail(`${path} has no ${JSON.stringify(before)}, so the scaffold is out of date: correct scripts/new/${what}.mjs.`);
  changed.set(path, old.slice(0, at) + text + old.slice(at));
}

for (const [path, text] of [...Object.entries(files), ...changed]) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}
const formatted = [...Object.keys(files), ...changed.keys()].filter((path) => /\.(?:ts|mjs|json)$/.test(path));
execFileSync(process.execPath, ["node_modules/@biomejs/biome/bin/biome", "check", "--write", "--log-level=error", ...formatted], {
  cwd: root,
  stdio: "inherit",
});

console.log([...Object.keys(files).map((path) => `new      ${path}`), ...[...changed.keys()].map((path) => `changed  ${path}`)].join("\n"));
console.log(`\n${[...next, `Then: npx vitest run ${["test/placeholders.test.ts", ...tests].join(" ")}`].join("\n")}`);

/**
 * @param {string} message
 * @returns {never}
 */
function fail(message) {
  console.error(message);
  process.exit(2);
}
