/**
 * Writes a module with the section of each code from the pages in docs/diagnostics, which `toolsetc explain` prints. Only that command
 * loads it. The pages themselves are written by test/explain.test.ts, which runs the examples.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const pages = join(import.meta.dirname, "../docs/diagnostics");
const compiled = join(import.meta.dirname, "../src/cli/compiled");

const sections = readdirSync(pages)
  .sort()
  .flatMap((name) =>
    readFileSync(join(pages, name), "utf8")
      .split(/^(?=## )/m)
      .slice(1),
  )
  .map((section) => [section.slice("## ".length, section.indexOf("\n")), section]);
const text = `/** The section of each code in docs/diagnostics, by code. */
export const explanations: { readonly [code: string]: string } = JSON.parse(
  ${JSON.stringify(JSON.stringify(Object.fromEntries(sections)))},
);
`;

const file = join(compiled, "explanations.ts");
if (!existsSync(file) || readFileSync(file, "utf8") !== text) {
  mkdirSync(compiled, { recursive: true });
  writeFileSync(file, text);
}
