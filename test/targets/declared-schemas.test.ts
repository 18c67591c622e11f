import { expect, test } from "vitest";
import type { JsonObject } from "../../src/source/json/json.ts";
import { compileTexts } from "../compile-texts.ts";

const text = "The owner of the repository.";

/** The module of the tools of a document whose operations have these query parameters, by their ids. */
async function moduleOf(operations: { readonly [id: string]: { readonly [name: string]: JsonObject } }, emit = "ts"): Promise<string> {
  const paths = Object.fromEntries(
    Object.entries(operations).map(([operationId, properties], index) => {
      const parameters = Object.entries(properties).map(([name, schema]) => ({ name, in: "query", schema }));
      return [`/${index}`, { get: { operationId, tags: ["all"], parameters, responses: { 204: { description: "Done." } } } }];
    }),
  );
  const components = { schemas: { Kind: { type: "string", enum: ["a", "b"] } } };
  const document = {
    openapi: "3.1.0",
    info: { title: "Shop", version: "1" },
    servers: [{ url: "https://shop.example" }],
    paths,
    components,
  };
  const { outputs } = await compileTexts({
    "toolsetc.yaml": `targets: [{ target: typescript, out: generated, emit: ${emit === "ts" ? "ts" : "js"} }]`,
    "shop.json": JSON.stringify({ displayName: "shop", openApiToolset: { openApiSchema: JSON.stringify(document) } }),
  });
  return outputs[0]?.files.find(({ path }) => path.endsWith(`tools/all.${emit}`))?.text ?? "";
}

/** The constants that a module declares, then the properties whose schemas they are. */
function constantsIn(module: string): string[] {
  return module.match(/^const \w+ = .*|\w+: \w+Schema\d*\b/gm) ?? [];
}

test("a schema of several properties in a module is one constant, with the name of the first", async () => {
  const owner = { type: "string", description: text };
  const module = await moduleOf({ one: { owner }, two: { owner, kind: { type: "string" } }, three: { "user-name": owner } });
  expect(constantsIn(module)).toEqual([
    `const ownerSchema = { type: "string", description: "${text}" };`,
    ...["owner: ownerSchema", "owner: ownerSchema", "user_name: ownerSchema"],
  ]);
  // Editors show the type of a tool, in which the text is at its property.
  expect(module.match(/^ {2}\/\*\* The owner .* \*\/$/gm)).toHaveLength(3);
});

test("different schemas are different constants, and a schema of one tool or a short one is none", async () => {
  const sort = (order: string) => ({ type: "string", description: `${text} In ${order} order.` });
  const module = await moduleOf({
    one: { sort: sort("ascending"), page: { type: "integer" }, alone: sort("no") },
    two: { sort: sort("descending"), page: { type: "integer" } },
    three: { sort: sort("ascending") },
    four: { sort: sort("descending") },
  });
  expect(constantsIn(module)).toEqual([
    `const sortSchema = { type: "string", description: "${text} In ascending order." };`,
    `const sortSchema2 = { type: "string", description: "${text} In descending order." };`,
    ...["sort: sortSchema", "sort: sortSchema2", "sort: sortSchema", "sort: sortSchema2"],
  ]);
});

test("the constant of a schema has a name that nothing else has, and the same references as its tools", async () => {
  const kind = { description: text, allOf: [{ $ref: "#/components/schemas/Kind" }] };
  const module = await moduleOf({
    kindSchema: { kind, default: { type: "string", description: text } },
    two: { kind, default: { type: "string", description: text }, other: { type: "string" } },
  });
  expect(constantsIn(module).filter((line) => line.startsWith("const "))).toEqual([
    expect.stringMatching(/^const kindSchema2 = .*\$ref: Kind/),
    expect.stringMatching(/^const defaultSchema = /),
  ]);
  expect(module).toContain("export const kindSchema: Tool<");
});

test("an input that several tools share is a constant, which contains the constants of properties", async () => {
  const input = { owner: { type: "string", description: text }, user: { type: "string", description: `${text} Or another.` } };
  const module = await moduleOf({ one: input, two: input, three: { owner: input.owner } });
  expect(constantsIn(module)).toEqual([
    `const ownerSchema = { type: "string", description: "${text}" };`,
    "const inputSchema = {",
    ...["owner: ownerSchema", "input: inputSchema", "input: inputSchema", "owner: ownerSchema"],
  ]);
  // What only the constant contains is in it.
  expect(module.match(/description: "The owner of the repository. Or another."/g)).toHaveLength(1);
});

test("a short input or output is no constant", async () => {
  expect(constantsIn(await moduleOf({ one: {}, two: {} }))).toEqual([]);
});

test("files of declarations have no constants of schemas", async () => {
  const owner = { type: "string", description: text };
  expect(constantsIn(await moduleOf({ one: { owner }, two: { owner } }, "js"))).toHaveLength(3);
  expect(constantsIn(await moduleOf({ one: { owner }, two: { owner } }, "d.ts"))).toEqual([]);
});
