/**
 * Writes a module with the text of the pages in docs/diagnostics, which `toolsetc explain` prints. Only that command
 * loads it. The pages themselves are written by test/explain.test.ts, which runs the examples.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const pages = join(import.meta.dirname, "../docs/diagnostics");
const compiled = join(import.meta.dirname, "../src/cli/compiled");

const explanations = readdirSync(pages)
  .sort()
  .map((name) => {
    const page = readFileSync(join(pages, name), "utf8");
    // The last line is a link to the index.
    return [name.replace(/\.md$/, ""), page.slice(0, page.lastIndexOf("\nMore: "))];
  });
const text = `/** The text of each page in docs/diagnostics, by code. */
export const explanations: { readonly [code: string]: string } = JSON.parse(
  ${JSON.stringify(JSON.stringify(Object.fromEntries(explanations)))},
);
`;

const file = join(compiled, "explanations.ts");
if (!existsSync(file) || readFileSync(file, "utf8") !== text) {
  mkdirSync(compiled, { recursive: true });
  writeFileSync(file, text);
}
