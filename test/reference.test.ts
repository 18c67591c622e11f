import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { assertionsPage, commandPages, configurationPage, rulesPage } from "../scripts/reference.mjs";
import { publishedSchemas } from "../src/cli/commands/schema/published-schemas.ts";
import { createProgram } from "../src/cli/program.ts";
import { shownCommands } from "../src/cli/shown-commands.ts";
import { rules } from "../src/rules/index.ts";

const folder = join(import.meta.dirname, "../docs/reference");
const pages = {
  ...commandPages(shownCommands(createProgram())),
  "configuration.md": configurationPage(publishedSchemas.get("config")),
  "assertions.md": assertionsPage(publishedSchemas.get("config")),
  "rules.md": rulesPage(rules),
};

test.each(Object.entries(pages))("the page docs/reference/%s is what is generated from the code", (path, text) => {
  expect(readFileSync(join(folder, path), "utf8"), "`npm run docs` writes this page").toBe(text);
});

test("the folder docs/reference has no page that is not generated", () => {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".md"));
  expect(files.map((path) => path.replaceAll("\\", "/")).sort()).toEqual(Object.keys(pages).sort());
});
