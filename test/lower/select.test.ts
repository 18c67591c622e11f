import { describe, expect, test } from "vitest";
import { withoutUnused } from "../../src/findings/without-unused.ts";
import { listTools } from "../../src/lower/list-tools.ts";
import { usedOperations } from "../../src/lower/openapi/select-operations.ts";
import { matcherOf } from "../../src/lower/overrides/match-selectors.ts";
import { codesOf, lowerTexts, shop } from "./lower-texts.ts";

const ok = { "200": { description: "Done." } };
const paths = {
  "/issues": {
    get: { operationId: "issues/list", tags: ["issues"], responses: ok },
    post: { operationId: "issues/create", tags: ["issues"], responses: ok },
  },
  "/repos/{id}": {
    parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
    delete: { operationId: "repos/delete", tags: ["repos"], responses: ok },
  },
};

describe("a selector", () => {
  const operation = { id: "issues/list-for-repo", key: "GET /repos/{id}/issues", method: "GET", tags: ["issues", "repos"] };
  test.each([
    ["tag:issues", true],
    ["tag:iss*", true],
    ["tag:issue", false],
    ["method:get", true],
    ["method:POST", false],
    ["GET /repos/*", true],
    ["POST /repos/*", false],
    ["issues/list-for-repo", true],
    ["issues/*", true],
    ["*list*", true],
    ["*/list-*-repo", true],
    ["*repo*repo*", false],
    ["issues/list-for-repo*", true],
    ["*", true],
    ["ISSUES/*", false],
  ])("matches an operation with a tag, a method, a path or an id, or not: %s", (selector, expected) => {
    expect(matcherOf(selector)(operation)).toBe(expected);
  });

  // What tries each way would not end in a lifetime.
  test("is matched in bounded time, however many stars it has", () => {
    expect(matcherOf(`${"*a".repeat(2000)}b`)({ ...operation, id: "a".repeat(20000) })).toBe(false);
  });
});

async function ids(overrides: object) {
  const lowered = await lowerTexts(shop(paths, {}, { overrides: { shop: overrides } }));
  return { ...lowered, ids: lowered.program.toolsets.flatMap(({ tools }) => tools.map(({ id }) => id)) };
}

test("`include` selects operations, `exclude` removes some, and the table of tools counts both", async () => {
  const chosen = await ids({ include: ["tag:issues"], exclude: ["method:POST"] });
  expect(chosen.ids).toEqual(["issues/list"]);
  expect(chosen.program.toolsets[0]?.account).toMatchObject({ operations: 3, tools: 1, excluded: 2, failed: 0 });
  expect(chosen.program.toolsets[0]?.groups).toEqual([{ name: "issues", description: "", tools: ["shop_issues_list"] }]);
});

test("a selector that matches nothing is an error with the nearest name", async () => {
  const { lowering } = await ids({
    include: ["tag:isues", "issues/*"],
    exclude: ["isues/list"],
    approval: { required: ["method:DELET"] },
    tools: { "issues/creat": { title: "x" } },
  });
  expect(
    lowering.filter(({ severity }) => severity === "error").map(({ code, message }) => [code, /Did you mean "(.*)"/.exec(message)?.[1]]),
  ).toEqual([
    ["unmatched-selector", "tag:issues"],
    ["unmatched-selector", "issues/list"],
    ["unmatched-selector", "method:DELETE"],
    ["unknown-tool-override", "issues/create"],
  ]);
});

test("a toolset without any selected tool is an error", async () => {
  const { lowering, program } = await ids({ exclude: ["*"] });
  expect(codesOf(lowering)).toContain("no-tools");
  expect(program.toolsets).toEqual([]);
});

test("overrides for a toolset that does not exist are an error with the nearest name", async () => {
  const { lowering } = await lowerTexts(shop(paths, {}, { overrides: { shp: {} } }));
  expect(lowering.map(({ code, message }) => [code, message.endsWith('Did you mean "shop"?')])).toContainEqual(["unknown-override", true]);
});

test("overrides set approval, names, titles, descriptions, hints and metadata of tools", async () => {
  const { program } = await ids({
    approval: { required: ["issues/list"], never: ["method:DELETE"] },
    tools: {
      "issues/create": {
        name: "create_issue",
        title: "T",
        description: "D",
        annotations: { destructive: true },
        metadata: { a: 1 },
        lazy: true,
        output: { pick: ["a"], maxBytes: 10 },
      },
    },
  });
  const [list, create, remove] = program.toolsets[0]?.tools ?? [];
  expect([list?.approval, create?.approval, remove?.approval]).toEqual(["required", "required", "none"]);
  expect(create).toMatchObject({
    name: "shop_create_issue",
    localName: "create_issue",
    id: "issues/create",
    title: "T",
    description: "D",
    metadata: { a: 1 },
    lazy: true,
    trim: { pick: ["a"], maxBytes: 10 },
  });
});

test("findings about operations that are not selected are not reported", async () => {
  const broken = { $ref: "#/components/schemas/Gone" };
  const files = shop(
    {
      "/a": {
        get: {
          operationId: "a",
          responses: { "200": { description: "", content: { "application/json": { schema: { $ref: "#/components/schemas/A" } } } } },
        },
      },
      "/b": {
        post: {
          operationId: "b",
          responses: {},
          requestBody: { content: { "application/json": { schema: { $ref: "#/components/schemas/B" } } } },
        },
        get: { operationId: "c", parameters: [broken], responses: ok },
      },
    },
    { components: { schemas: { A: { type: "object", properties: { x: broken } }, B: { type: "object", properties: { y: broken } } } } },
    { overrides: { shop: { include: ["a"] } } },
  );
  const { diagnostics, taken, project } = await lowerTexts(files);
  const places = (found: typeof diagnostics) => found.flatMap(({ place }) => ("path" in place ? [place.path.join("/")] : []));
  expect(places(diagnostics).some((path) => path.includes("/B/") || path.includes("/b/"))).toBe(true);
  const relevant = places(withoutUnused(diagnostics, usedOperations(taken), project));
  expect(relevant.some((path) => path.includes("schemas/A"))).toBe(true);
  expect(relevant.filter((path) => path.includes("schemas/B") || path.startsWith("paths//b"))).toEqual([]);
});

test("a tool is listed with the id, tags, method and path that select it", async () => {
  const { program } = await lowerTexts(shop(paths));
  const listed = program.toolsets.flatMap(listTools);
  expect(listed.map(({ id, name, method, path, tags }) => [id, name, method, path, tags])).toContainEqual([
    "repos/delete",
    "shop_repos_delete",
    "DELETE",
    "/repos/{id}",
    ["repos"],
  ]);
  expect(listed.every(({ size }) => size > 40)).toBe(true);
});
