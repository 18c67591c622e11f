import { expect, test } from "vitest";
import { nameInputs } from "../../src/lower/openapi/input-names.ts";
import { longestName, requestLimits } from "../../src/runtime/projection/limits/provider-limits.ts";
import { maxNameLength } from "../../src/source/text/assign-names.ts";
import { codesOf, lowerTexts, shop } from "./lower-texts.ts";

const ok = { "200": { description: "Done." } };

async function namesOf(operationIds: readonly string[], config?: object) {
  const paths = Object.fromEntries(operationIds.map((operationId, index) => [`/p${index}`, { get: { operationId, responses: ok } }]));
  const lowered = await lowerTexts(shop(paths, {}, config));
  return { ...lowered, names: lowered.program.toolsets.flatMap(({ tools }) => tools.map(({ name }) => name)) };
}

test("names of tools that conflict all get a suffix, even if one of the operations is excluded", async () => {
  const both = await namesOf(["get-label", "get_label", "other"]);
  expect(both.names).toEqual([
    expect.stringMatching(/^shop_get_label_[0-9a-f]{8}$/),
    expect.stringMatching(/^shop_get_label_[0-9a-f]{8}$/),
    "shop_other",
  ]);
  const one = await namesOf(["get-label", "get_label", "other"], { overrides: { shop: { exclude: ["get_label"] } } });
  expect(one.names).toEqual([both.names[0], "shop_other"]);
});

test("a name of a tool that is too long keeps its beginning", async () => {
  const { names, lowering } = await namesOf(["x".repeat(100)]);
  expect(names).toEqual([expect.stringMatching(/^shop_x{50}_[0-9a-f]{8}$/)]);
  expect(names[0]).toHaveLength(64);
  expect(codesOf(lowering)).toEqual(["changed-name"]);
});

test("changed names of tools are counted, and not reported", async () => {
  const { lowering, program, names } = await namesOf(["a/1", "get-b", "c.d", "plain"]);
  expect(names).toEqual(["shop_a_1", "shop_get_b", "shop_c_d", "shop_plain"]);
  expect(lowering).toEqual([]);
  expect(program.toolsets[0]?.account.renamed).toBe(3);
});

test("names of tools with a suffix are reported in one note for each toolset", async () => {
  const { lowering, program } = await namesOf(["a-1", "a_1", "b-2", "plain"]);
  expect(lowering.map(({ message }) => message.replaceAll(/[0-9a-f]{8}/g, "…"))).toEqual([
    'Models see 2 of 4 tools under a shortened name or a name with a suffix, such as "a-1" as "shop_a_1_…", "a_1" as "shop_a_1_…".',
  ]);
  expect(program.toolsets[0]?.account.renamed).toBe(3);
});

const longPath = "/orders/of-all-shops/by-region-and-date/with-customers/with-returns";

test.each([
  [
    "its operationId",
    { summary: "List.", operationId: "list-orders", responses: ok },
    { path: ["paths", longPath, "get", "operationId"], part: "value" },
  ],
  ["the key of an operation without one", { summary: "List.", responses: ok }, { path: ["paths", longPath, "get"], part: "key" }],
])("the note on changed names of tools points at %s", async (_what, get, written) => {
  const { lowering } = await lowerTexts(shop({ [longPath]: { get }, "/orders": { get: { operationId: "list_orders", responses: ok } } }));
  expect(lowering).toMatchObject([{ code: "changed-name", place: written }]);
});

test("with `naming: operation`, the name of a tool does not begin with its toolset", async () => {
  expect((await namesOf(["list", "get"], { naming: "operation" })).names).toEqual(["list", "get"]);
});

test("hostile names of operations become names that providers accept", async () => {
  const { names, program } = await namesOf(["__proto__", "constructor", "../x", "2fa", "Ünï", "delete"]);
  expect(names).toEqual(["shop___proto__", "shop_constructor", "shop____x", "shop_2fa", "shop__n_", "shop_delete"]);
  expect(program.toolsets[0]?.tools.map(({ localName }) => localName)).toEqual([
    "__proto__",
    "constructor",
    "___x",
    "_2fa",
    "_n_",
    "delete",
  ]);
});

test.each([
  [
    [
      ["id", "path"],
      ["id", "query"],
      ["id", "body"],
    ],
    ["id", "id_query", "id_body"],
  ],
  [
    [
      ["id", "query"],
      ["id", "header"],
    ],
    ["id_query", "id_header"],
  ],
  [
    [
      ["a-b", "path"],
      ["a_b", "path"],
    ],
    [expect.stringMatching(/^a_b_[0-9a-f]{8}$/), expect.stringMatching(/^a_b_[0-9a-f]{8}$/)],
  ],
  [
    [
      ["__proto__", "query"],
      ["constructor", "query"],
    ],
    ["__proto__", "constructor"],
  ],
  [
    [
      ["id", "query"],
      ["id", "cookie"],
      ["id_query", "query"],
    ],
    [expect.stringMatching(/^id_query_/), "id_cookie", expect.stringMatching(/^id_query_/)],
  ],
] as const)("the parameters %j get unique argument names", (given, expected) => {
  expect(nameInputs(given.map(([name, place]) => ({ name, in: place })))).toEqual(expected);
});

test("a tool has a name that every provider allows, however long the operation's name is", () => {
  expect(longestName).toBe(Math.min(...Object.values(requestLimits).map(({ toolName }) => toolName)));
  expect(maxNameLength).toBe(longestName);
});
