import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { explanations } from "../src/cli/compiled/explanations.ts";
import { diagnosticCodes } from "../src/findings/diagnostic-codes.ts";
import { adviceCodes } from "./compile-texts.ts";
import { type Example, exampleFiles, readExample } from "./explain/example.ts";
import { type Pages, pagesOf, withoutLink, withPagesOfOthers, writePages } from "./explain/pages.ts";
import { type Given, run, withBug } from "./explain/run.ts";

// Each file in a folder of explain/ is an example of the code that it is named after. It is run as a user runs it; what it
// gives is the text of docs/diagnostics, which `npm run test:update` rewrites.
const docs = join(import.meta.dirname, "../docs");
const update = process.env.UPDATE_GOLDEN === "1" && !process.env.CI;
const examples = exampleFiles().map(readExample);
const given = new Map<string, Given>();

test("each diagnostic code has an example, and each example has its code", () => {
  const needed = "each code is in an array of codes, and has a test/explain/<group>/<code>.yaml";
  expect(examples.map(({ code }) => code).sort(), needed).toEqual(diagnosticCodes.map(({ code }) => code).sort());
});

describe.each(examples)("the code $code", (example) => {
  test("is reported in its bad project, at a place", async () => {
    const found = (await findingsOf(example, "bad")).filter(({ code }) => code === example.code);
    expect(found).not.toEqual([]);
    expect(found[0]?.text).toMatch(/^ *--> \S/m);
    given.set(example.code, found[0]!);
  });

  test("is not reported in its good project, which has no errors or warnings", async () => {
    const found = await findingsOf(example, "good");
    const isObjection = ({ code, severity }: Given) =>
      code === example.code || (severity !== "note" && (adviceCodes.has(example.code) || !adviceCodes.has(code)));
    expect(found.filter(isObjection).map(({ text }) => text)).toEqual([]);
  });
});

// The pages show what was given. Not a test of its own, which could come before the others.
afterAll(() => {
  const pages = withPagesOfOthers(pagesOf(examples, given), readPages(), given);
  if (update) writePages(docs, pages);
  expect(readPages(), "`npm run test:update` writes the pages of codes").toEqual(pages);
});

test("pages of examples that did not run, because of `-t`, are not changed", () => {
  const example = (code: string) => [`diagnostics/${code}.md`, "made"];
  const made = Object.fromEntries([["diagnostics.md", "index"], example("run"), example("filtered"), example("new")]);
  const written = { "diagnostics/run.md": "old", "diagnostics/filtered.md": "old", "diagnostics/gone.md": "old" };
  const run = new Map([["run", { code: "run", severity: "error", text: "" } as Given]]);
  expect(withPagesOfOthers(made, written, run)).toEqual({
    "diagnostics.md": "index",
    "diagnostics/run.md": "made",
    "diagnostics/filtered.md": "old",
  });
});

// The build reads the pages, so they are written before it.
test.skipIf(update)("`explain` prints the text of the pages", () => {
  const { "diagnostics.md": _index, ...pages } = readPages();
  const texts = Object.entries(pages).map(([path, page]) => [basename(path, ".md"), withoutLink(page)]);
  expect(explanations).toEqual(Object.fromEntries(texts));
});

async function findingsOf(example: Example, side: "bad" | "good"): Promise<Given[]> {
  const given = () => run(example.run[side], { ...example.files, ...example[side] });
  return example.bug !== undefined && side === "bad" ? withBug(example.bug, given) : given();
}

function readPages(): Pages {
  const folder = join(docs, "diagnostics");
  const pages = readdirSync(folder).sort();
  const texts = pages.map((name) => [`diagnostics/${name}`, readFileSync(join(folder, name), "utf8")]);
  return Object.fromEntries([["diagnostics.md", readFileSync(join(docs, "diagnostics.md"), "utf8")], ...texts]);
}
