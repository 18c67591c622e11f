import { describe, expect, test } from "vitest";
import { importMessages } from "../../src/rules/ces/import-messages.ts";
import { importFindings } from "../../src/rules/ces/import-response.ts";
import { compileTexts } from "../compile-texts.ts";

describe("the response of an import in CES", () => {
  const app = { name: "projects/p/locations/eu/apps/shop" };
  test.each([
    ["an operation", { done: true, response: { ...app, warnings: ["a", "b"] } }, ["a", "b"]],
    ["an operation without warnings", { done: true, response: app }, []],
    ["the response alone", { ...app, warnings: ["a"] }, ["a"]],
    ["the response alone, without warnings", app, []],
    ["a list of warnings", ["a"], ["a"]],
    ["an error", { done: true, error: { code: 3, message: "no" } }, ["no"]],
    [
      "an error without an operation, as the API answers a request",
      { error: { code: 400, message: "no", status: "INVALID_ARGUMENT" } },
      ["no"],
    ],
    [
      "an error with fields",
      { error: { message: "no", details: [{ fieldViolations: [{ field: "tools", description: "too many" }] }] } },
      ["no", "tools: too many"],
    ],
  ])("has messages: %s", (_what, response, texts) => {
    const messages = importMessages(response);
    expect(messages).not.toBeTypeOf("string");
    expect(typeof messages === "string" ? [] : messages.map(({ text }) => text)).toEqual(texts);
  });

  test.each([
    ["an operation that is not done", { name: "projects/p/locations/eu/operations/1", done: false }],
    ["something else", { tools: [] }],
    ["a text", "done"],
    ["warnings that are no list", { warnings: "a" }],
  ])("is refused if it is %s", (_what, response) => {
    expect(importMessages(response)).toBeTypeOf("string");
  });
});

describe("a message of an import in CES", () => {
  const shop = {
    "app.yaml": "displayName: Shop\n",
    "tools/find/find.yaml": "displayName: find\nclientFunction: { name: find, description: Finds a shop. }\n",
    "toolsets/broken/broken.yaml": "displayName: broken\nopenApiToolset: { openApiSchema: missing.yaml }\n",
    "toolsetc.yaml": "rules: {}\n",
  };
  async function placesOf(response: unknown, texts: { readonly [path: string]: string } = shop): Promise<string[]> {
    const { findings } = await compileTexts({ ...texts, "import.json": JSON.stringify(response) }, { importResponse: "import.json" });
    return findings.filter(({ code }) => code === "ces-not-imported").map(({ mark }) => `${mark.file}:${mark.start.line}`);
  }

  test("is a finding of its own, also with others about the same resource or one that does not compile", async () => {
    expect(await placesOf({ warnings: ["'find' is wrong.", "'find' is long.", "'broken' is wrong."] })).toEqual([
      "tools/find/find.yaml:1",
      "tools/find/find.yaml:1",
      "toolsets/broken/broken.yaml:1",
    ]);
  });

  test("that names nothing of the project is a finding about the response", async () => {
    expect(await placesOf({ warnings: ["", "'nothing' of __proto__ is wrong.", "it's 'unfinished"] })).toEqual([
      "import.json:1",
      "import.json:1",
      "import.json:1",
    ]);
  });

  test("is a finding about a definition that is not part of an app", async () => {
    const texts = { "find.yaml": shop["tools/find/find.yaml"] };
    expect(await placesOf({ error: { message: "Creating 'find' is not supported." } }, texts)).toEqual(["find.yaml:1"]);
  });

  test("cannot be read from a response that is no JSON, empty or missing, which is a finding", async () => {
    for (const text of ["{", "", undefined]) {
      const texts = text === undefined ? shop : { ...shop, "import.json": text };
      const { findings } = await compileTexts(texts, { importResponse: "import.json" });
      expect(findings.some(({ mark, severity }) => mark.file === "import.json" && severity === "error")).toBe(true);
    }
  });

  test("with hostile text is searched in time in proportion to its length", async () => {
    const hostile = ["-".repeat(300_000), "'".repeat(300_001), "a.".repeat(100_000), "Reference '".repeat(50_000), "/".repeat(300_000)];
    expect(await placesOf({ warnings: hostile })).toHaveLength(hostile.length);
  });
});

test("the messages of a response that cannot be parsed are none, as the parser reports it", () => {
  const source = { path: "import.json", text: "{" };
  const tree = { source, format: "json", data: undefined, problems: [], within: undefined } as const;
  expect(importFindings(tree, {} as never)).toEqual([]);
});
