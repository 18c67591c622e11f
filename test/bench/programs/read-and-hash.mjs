// The least that a compiler must do to know that nothing has changed.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

const [path] = process.argv.slice(2);
// Of a folder, all files but its output.
const files = statSync(path).isDirectory() ? filesIn(path) : [path];
for (const each of files) createHash("sha256").update(readFileSync(each)).digest("hex");

function filesIn(parent) {
  const entries = readdirSync(parent, { withFileTypes: true }).filter(({ name }) => name !== "generated");
  return entries.flatMap((entry) => (entry.isDirectory() ? filesIn(join(parent, entry.name)) : [join(parent, entry.name)]));
}
