import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** What the build makes of the JSON Schemas, of the run-time library and of the pages on diagnostics, as they are now: single tests need no build. */
export function setup(): void {
  const scripts = ["generate.mjs", "runtime.mjs", "explanations.mjs"].map((name) => join(import.meta.dirname, "../scripts", name));
  const imports = scripts.map((path) => `await import(${JSON.stringify(pathToFileURL(path).href)});`);
  // One process for all: Node takes as long to start as a script.
  execFileSync(process.execPath, ["--input-type=module", "--eval", imports.join("\n")]);
}
