import { expect, test } from "vitest";
import { documentTree, findTree, snapshotTree } from "../../../src/project/documents/documents.ts";
import { loadTexts } from "../load-texts.ts";

const sound = "openapi: 3.1.0\ninfo: { title: Orders, version: '1' }\npaths: {}\n";

test("an exported app in a folder is read with its agents, its environment and its tools of other kinds", async () => {
  const { project, accepted, others, findings } = await loadTexts({
    "shop/app.json": '{ "displayName": "shop", "rootAgent": "Clerk" }',
    "shop/environment.json": '{ "toolsets": { "my orders": { "openApiToolset": { "url": "https://example.com" } } } }',
    "shop/agents/Clerk/Clerk.json":
      '{ "displayName": "Clerk", "tools": ["pick"], "toolsets": [{ "toolset": "my orders", "toolIds": ["a"] }] }',
    "shop/toolsets/my_orders/my_orders.json":
      '{ "displayName": "my orders", "openApiToolset": { "openApiSchema": "toolsets/my_orders/open_api_toolset/open_api_schema.yaml" } }',
    "shop/toolsets/my_orders/open_api_toolset/open_api_schema.yaml": sound,
    "shop/tools/pick/pick.yaml": "client_function:\n  name: pick\n",
    "shop/tools/code/code.json":
      '{ "displayName": "code", "pythonFunction": { "name": "code", "pythonCode": "tools/code/python_function/python_code.py" } }',
    "shop/evaluations/e/e.json": '{ "clientFunction": {} }',
  });
  expect(findings).toEqual([]);
  expect(accepted.map(({ name, aliases, app, resource }) => ({ name, aliases, app, resource }))).toEqual([
    { name: "pick", aliases: ["pick"], app: "shop", resource: "tool" },
    { name: "my orders", aliases: ["my orders", "my_orders"], app: "shop", resource: "toolset" },
  ]);
  expect(others.map(({ member, name }) => [member, name])).toEqual([["pythonFunction", "code"]]);
  expect(project.apps.map(({ root, agents }) => [root, agents.map(({ source }) => source.path)])).toEqual([
    ["shop", ["shop/agents/Clerk/Clerk.json"]],
  ]);
  expect(project.environments.map(({ name, app, tree }) => [name, app, tree.source.path])).toEqual([
    ["default", "shop", "shop/environment.json"],
  ]);
  expect(accepted.flatMap((definition) => documentTree(definition, project)?.source.path ?? [])).toEqual([
    "shop/toolsets/my_orders/open_api_toolset/open_api_schema.yaml",
  ]);
});

test("documents inside their definitions are read, as texts and as objects", async () => {
  const { project, accepted, findings } = await loadTexts({
    "a/text.yaml": `openApiToolset:\n  openApiSchema: |\n    ${sound.replaceAll("\n", "\n    ")}\n`,
    "b.json": JSON.stringify({
      openApiToolset: { openApiSchema: { openapi: "3.1.0", info: { title: "B", version: "1" }, paths: { "/x": { $ref: "items.yaml" } } } },
    }),
    "c.json": JSON.stringify({ openApiToolset: { openApiSchema: '{"openapi":"3.1.0","info":{"title":"C","version":"1"},"paths":{}}' } }),
    "items.yaml": "get: { responses: {} }\n",
  });
  expect(findings).toEqual([]);
  const documents = accepted.map((definition) => documentTree(definition, project));
  expect(documents.map((tree) => [tree?.source.path, tree?.within?.path])).toEqual([
    ["a/text.yaml", ["openApiToolset", "openApiSchema"]],
    ["b.json", ["openApiToolset", "openApiSchema"]],
    ["c.json", ["openApiToolset", "openApiSchema"]],
  ]);
  const [, object] = documents;
  expect(object && findTree(object, "items.yaml", project)?.source.path).toBe("items.yaml");
  expect(object && findTree(object, "", project)).toBe(object);
  expect(object && findTree(object, "other.yaml", project)).toBeUndefined();
});

test("requests that create a toolset are read as definitions", async () => {
  const toolset = { displayName: "orders", openApiToolset: { openApiSchema: sound } };
  const { accepted, findings } = await loadTexts({
    "request.json": JSON.stringify({ parent: "projects/p/locations/l/apps/a", toolsetId: "orders", toolset }),
    "call.json": JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: {
        name: "create_toolset",
        arguments: {
          parent: "projects/p/locations/l/apps/a",
          toolset_id: "second",
          toolset: { mcp_toolset: { server_address: "https://example.com/mcp" } },
        },
      },
    }),
  });
  expect(findings).toEqual([]);
  expect(accepted.map(({ name, node, member }) => [name, node.path, member])).toEqual([
    ["second", ["params", "arguments", "toolset"], "mcpToolset"],
    ["orders", ["toolset"], "openApiToolset"],
  ]);
});

test("a document alone is read as a definition, with the selected operations", async () => {
  const { project, accepted, findings } = await loadTexts(
    { "specs/openapi.yaml": sound },
    { kind: "openapi", path: "specs/openapi.yaml", include: ["tag:x"], exclude: [] },
  );
  expect(findings).toEqual([]);
  expect(accepted.map(({ name, kind }) => [name, kind])).toEqual([["orders", "openapi"]]);
  expect(accepted.map((definition) => documentTree(definition, project)?.source.path)).toEqual(["specs/openapi.yaml"]);
  expect(project.config.overrides.get("orders")?.include).toMatchObject([
    { value: "tag:x", origin: { tree: { source: { path: "--include", text: "tag:x" } } } },
  ]);
});

test("output folders, snapshots and files of other programs are not read as definitions", async () => {
  const definition = "clientFunction: { name: pick }\n";
  const { project, accepted, findings } = await loadTexts({
    "pick.yaml": definition,
    "toolsetc.yaml": "targets: [{ target: typescript, out: made }]\n",
    "made/a.yaml": definition,
    "elsewhere/.written.json": "{}",
    "elsewhere/a.yaml": definition,
    "node_modules/x/a.yaml": definition,
    ".github/a.yaml": definition,
    "snapshots/pick.tools.json": '{ "tools": [] }',
    "app.json": '{ "expo": {} }',
    "notes.txt": definition,
  });
  expect(findings.map(({ code, mark }) => `${code} ${mark.file}`)).toEqual(["skipped-file app.json"]);
  expect(accepted.map(({ node }) => node.tree.source.path)).toEqual(["pick.yaml"]);
  expect(project.apps).toEqual([]);
});

test("an app that the compiler wrote is read if it is the root", async () => {
  const { accepted, findings } = await loadTexts({ ".written.json": "{}", "tools/pick/pick.yaml": "clientFunction: { name: pick }\n" });
  expect(findings).toEqual([]);
  expect(accepted.map(({ name }) => name)).toEqual(["pick"]);
});

test("the snapshot of a toolset is found by the name of the definition's file", async () => {
  const { project, accepted } = await loadTexts({
    "everything.yaml": "displayName: all\nmcpToolset: { serverAddress: 'https://example.com/mcp' }\n",
    "snapshots/everything.tools.json": '{ "tools": [] }',
  });
  expect(accepted.map((definition) => snapshotTree(definition, project)?.source.path)).toEqual(["snapshots/everything.tools.json"]);
});

test("a part of an app has no agents, and its documents are found from the root of the app", async () => {
  const texts = {
    "shop/app.yaml": "displayName: shop\n",
    "shop/agents/Clerk/Clerk.yaml": "displayName: Clerk\n",
    "shop/toolsets/a/a.yaml": "openApiToolset: { openApiSchema: toolsets/a/open_api_toolset/open_api_schema.yaml }\n",
    "shop/toolsets/a/open_api_toolset/open_api_schema.yaml": sound,
    "shop/toolsets/b/b.yaml": "openApiToolset: { openApiSchema: nothing.yaml }\n",
  };
  for (const input of [
    { kind: "file", path: "shop/toolsets/a/a.yaml" },
    { kind: "folder", path: "shop/toolsets/a" },
  ] as const) {
    const { project, accepted, findings } = await loadTexts(texts, input);
    expect(findings).toEqual([]);
    expect(accepted.map((definition) => documentTree(definition, project)?.source.path)).toEqual([
      "shop/toolsets/a/open_api_toolset/open_api_schema.yaml",
    ]);
    expect(project.apps.map(({ root, agents }) => [root, agents])).toEqual([["shop", []]]);
  }
});

test("the order in which the system lists files does not change what is read", async () => {
  const texts: Record<string, string> = {
    "b.yaml": "clientFunction: { name: b }\n",
    "a.yaml": "clientFunction: { name: a }\n",
    "c/app.json": "{}",
    "c/tools/x/x.json": '{ "clientFunction": { "name": "x" } }',
  };
  const forwards = await loadTexts(texts);
  const backwards = await loadTexts(Object.fromEntries(Object.entries(texts).reverse()));
  expect(backwards.accepted).toEqual(forwards.accepted);
  expect([...backwards.project.files.keys()]).toEqual([...forwards.project.files.keys()]);
});

test("a reference of a document to itself or to the web reads no file", async () => {
  const { project, findings } = await loadTexts({
    "a.yaml": "openApiToolset: { openApiSchema: a.openapi.yaml }\n",
    "a.openapi.yaml": `openapi: 3.1.0
info: { title: A, version: '1' }
paths:
  /a: { get: { responses: { '200': { description: A, content: { application/json: { example: { $ref: nothing.json }, schema: { $ref: tree } } } } } } }
components:
  schemas:
    Tree: { $id: https://example.com/tree, type: object, properties: { default: { $ref: https://example.com/other } } }
`,
  });
  expect(findings).toEqual([]);
  expect([...project.files.keys()]).toEqual(["a.openapi.yaml", "a.yaml"]);
});
