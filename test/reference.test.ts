import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { configurationPage, flagsPage } from "../scripts/reference.mjs";
import { program } from "../src/cli/program.ts";
import { publishedSchemas } from "../src/published-schemas.ts";

// `npm run docs` writes these pages.
test.each([
  ["flags.md", flagsPage(program)],
  ["configuration.md", configurationPage(publishedSchemas.get("config"))],
])("docs/reference/%s is what the code says", (name, text) => {
  expect(readFileSync(join(import.meta.dirname, "../docs/reference", name), "utf8")).toBe(text);
});
