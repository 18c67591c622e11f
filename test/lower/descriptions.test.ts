import { expect, test } from "vitest";
import { typescriptTarget } from "../../src/targets/typescript/typescript.ts";
import { compileTexts } from "../compile-texts.ts";
import { lowerTexts, shop, toolOf } from "./lower-texts.ts";

const responses = { "200": { description: "Done." } };

async function describeTool(operation: object, config?: unknown) {
  const { description, documentation } = toolOf(
    await lowerTexts(shop({ "/b": { post: { operationId: "removeB", responses, ...operation } } }, {}, config)),
    "removeB",
  );
  return { description, documentation };
}

test.each([
  ["a summary with other words", { summary: "Remove b forever", description: "Requires admin." }, "Remove b forever.\n\nRequires admin."],
  ["a summary that ends itself", { summary: "Remove b forever!", description: "Requires admin." }, "Remove b forever!\n\nRequires admin."],
  [
    "a summary that says the same",
    { summary: "Lists a pet's toys", description: "List all of the toys of a pet." },
    "List all of the toys of a pet.",
  ],
  [
    "a description that begins with something else than the summary",
    { summary: "Remove b", description: "Note:\nThis removes b for good." },
    "Remove b.\n\nNote:\nThis removes b for good.",
  ],
  ["a summary that is the id", { summary: "removeB", description: "Requires admin." }, "Requires admin."],
  [
    "a description that says less",
    { summary: "Logs the user into the shop", description: "Log into the shop." },
    "Logs the user into the shop",
  ],
  ["only a summary", { summary: " Remove b " }, "Remove b"],
  ["only a description", { description: "Remove **b**." }, "Remove b."],
  ["nothing", {}, ""],
  [
    "a deprecated operation",
    { deprecated: true, summary: "Remove b", description: "Admins only." },
    "Deprecated. Remove b.\n\nAdmins only.",
  ],
  ["a deprecated operation without a text", { deprecated: true }, "Deprecated."],
  ["one that says so first", { deprecated: true, description: "**DEPRECATED**: use c. Removes b." }, "DEPRECATED: use c. Removes b."],
  [
    "one that says so of something else",
    { deprecated: true, description: "Removes b. Its deprecated parts too." },
    "Deprecated. Removes b. Its deprecated parts too.",
  ],
])("the description of a tool: %s", async (_what, operation, expected) => {
  expect((await describeTool(operation)).description).toBe(expected);
});

test("a description in the configuration keeps its markup", async () => {
  const operation = { deprecated: true, summary: "Remove b", description: "Admins." };
  const description = "Removes **b**, see [c](/c).";
  const config = { overrides: { shop: { tools: { removeB: { description } } } } };
  expect(await describeTool(operation, config)).toEqual({ description, documentation: description });
});

const described = shop(
  {
    "/b": {
      post: {
        operationId: "removeB",
        description: "Removes <b>b</b>.",
        parameters: [
          { name: "at", in: "query", description: "See [time](/time).", schema: { type: "string" } },
          { name: "own", in: "query", description: "Not this.", schema: { type: "string" } },
        ],
        requestBody: { content: { "application/json": { schema: { $ref: "#/components/schemas/B" } } } },
        responses: { "200": { description: "Done.", content: { "application/json": { schema: { $ref: "#/components/schemas/B" } } } } },
      },
    },
  },
  {
    components: {
      schemas: {
        B: {
          type: "object",
          description: "A *b*.",
          properties: {
            description: { type: "string", description: "<p>Its text.</p>", default: "<p>Kept.</p>" },
            parts: { type: "array", items: { oneOf: [{ type: "string", description: "[A part](/part)" }, { type: "integer" }] } },
          },
        },
      },
    },
  },
  { overrides: { shop: { tools: { removeB: { parameters: { own: { description: "As *I* say." } } } } } } },
);

test("models read descriptions as plain text, and types and documents keep their markup", async () => {
  const { program } = await compileTexts(described);
  const [toolset] = program.toolsets;
  const input = JSON.stringify(toolset?.tools[0]?.input.json);
  for (const text of ['"See time."', '"As *I* say."', '"Its text."', '"A part"', '"<p>Kept.</p>"']) expect(input).toContain(text);
  expect(JSON.stringify(toolset?.schemas.get("B")?.json)).toContain('"A b."');

  const text = (path: RegExp) => files.find((file) => path.test(file.path))?.text ?? "";
  const files = typescriptTarget.emit(
    program,
    { emit: "ts", manifest: true, importExtension: "js", runtime: "@toolsetc/runtime", packageType: "none", subpaths: [] },
    undefined,
  ).value;
  expect(text(/\/tools\//)).toMatch(/\/\*\* Removes <b>b<\/b>\. \*\//);
  expect(text(/\/tools\//)).toContain('description: "Removes b.",');
  expect(text(/\/tools\//)).toContain("See [time](/time).");
  expect(text(/types\.ts$/)).toContain("/** A *b*. */");
  expect(text(/schemas\.ts$/)).toContain('"A b."');
  expect(text(/toolset\.json$/)).not.toMatch(/\[time\]|<b>/);
});
