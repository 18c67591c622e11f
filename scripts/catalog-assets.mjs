// Writes a module with the script and the style of the catalog page, and their hashes for its content security policy.
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { rolldown } from "rolldown";
import { inAscii } from "./in-ascii.mjs";

const folder = join(import.meta.dirname, "../src/describe/catalog");
const bundle = await rolldown({ input: join(folder, "browser/page.ts"), platform: "browser" });
const { output } = await bundle.generate({ format: "esm", minify: true });
// In ASCII, since the page is.
const script = inAscii(output[0].code.trim());
const style = readFileSync(join(folder, "browser/page.css"), "utf8")
  .replace(/\s+/g, " ")
  .replace(/ ?([{};]) ?/g, "$1")
  .trim();
for (const text of [script, style])
  if (/<\/?(?:script|style)|<!--|[^\0-\x7f]/i.test(text))
    throw new Error("The script or the style would end its element, or is not in ASCII.");

const names = { script, scriptHash: hashOf(script), style, styleHash: hashOf(style) };
const lines = Object.entries(names).map(([name, text]) => `export const ${name} = ${JSON.stringify(text)};\n`);
mkdirSync(join(folder, "compiled"), { recursive: true });
writeFileSync(join(folder, "compiled/assets.ts"), lines.join(""));

/** @param {string} text */
function hashOf(text) {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}
