import { existsSync, readFileSync, rmSync } from "node:fs";
import { afterEach, expect, test } from "vitest";
import {
  type CompletionItem,
  CompletionItemKind,
  type DocumentSymbol,
  type TextEdit,
  type WorkspaceEdit,
} from "vscode-languageserver/node";
import { TextDocument } from "vscode-languageserver-textdocument";
import { type Editor, startEditor } from "./editor.ts";

let editor: Editor | undefined;
afterEach(() => {
  editor?.kill();
  if (editor !== undefined) rmSync(editor.root, { recursive: true, force: true });
  editor = undefined;
});

async function start(files: Readonly<Record<string, string>>, capabilities = {}): Promise<Editor> {
  editor = await startEditor(files, capabilities);
  return editor;
}

const shop = `displayName: shop
openApiToolset:
  url: $env_var
  openApiSchema: |
    openapi: 3.1.0
    info: { title: Shop, version: "1" }
    paths:
      /things:
        get: { operationId: list_things, tags: [things], summary: List things, responses: { "200": { $ref: "#/components/responses/Things" } } }
        post: { operationId: add_thing, tags: [things], responses: { "200": { description: It. } } }
      /orders/{id}:
        get:
          operationId: read_order
          parameters: [{ name: id, in: path, required: true, description: The id of the order., schema: { type: string } }]
          responses: { "200": { description: It. } }
    components:
      responses:
        Things: { description: All *things*., content: { application/json: { schema: { $ref: "words.yaml#/Word" } } } }
  apiAuthentication:
    apiKeyConfig: { keyName: X-Key, apiKeySecretVersion: $env_var, requestLocation: HEADER }
`;
const agent = "displayName: Helper\ntoolsets:\n  - { toolset: shop, toolIds: [list_things] }\ntools: [map]\n";
const values = { toolsets: { shop: { openApiToolset: { url: "https://shop.example" } } } };
const app = {
  "toolsetc.yaml":
    "environments: { dev: dev.json }\noverrides:\n  shop:\n    include: [list_things]\nbudgets:\n  shop: 5\nsources:\n  shop: https://shop.example/openapi.json\n",
  "dev.json": JSON.stringify(values, null, 2),
  "app.yaml": "displayName: App\nrootAgent: Helper\n",
  "agents/Helper/Helper.yaml": agent,
  "toolsets/shop/shop.yaml": shop,
  "toolsets/shop/words.yaml": "Word: { type: string, description: A word. }\n",
  "tools/map/map.yaml": "displayName: map\nclientFunction: { name: map, description: Shows a map. }\n",
};

/** The completions at `‸` in a text, which the editor opens. */
async function completionsOf(at: Editor, path: string, text: string): Promise<readonly CompletionItem[]> {
  const offset = text.indexOf("‸");
  const plain = text.slice(0, offset) + text.slice(offset + 1);
  at.open(path, plain);
  const position = TextDocument.create("file:///x", "yaml", 1, plain).positionAt(offset);
  return at.connection.sendRequest("textDocument/completion", { textDocument: { uri: at.uri(path) }, position });
}

const labels = (items: readonly CompletionItem[]) => items.map(({ label }) => label);
const written = (items: readonly CompletionItem[], label: string) => {
  const edit = items.find((item) => item.label === label)?.textEdit;
  return edit && "range" in edit ? edit : undefined;
};

// What is written up to `‸`, and what is offered there: all of it, or some of much.
const configurations: readonly [text: string, offered: Readonly<Record<string, string>>][] = [
  ["nam‸", { naming: "naming: " }],
  ["naming: ‸", { toolset_operation: "toolset_operation", operation: "operation" }],
  ["over‸: {}", { overrides: "overrides" }],
  ["targets:\n  - target: ‸", { typescript: "typescript", ces: "ces" }],
  ["targets:\n  - target: typescript\n    ‸", { out: "out: ", emit: "emit: " }],
  ["overrides:\n  ‸", { shop: "shop:", map: "map:" }],
  ["base‸", { baseline: "baseline: " }],
  ["budgets:\n  ‸", { shop: "shop:", map: "map:" }],
  ["budgets:\n  shop:\n    ‸", { maxWarnings: "maxWarnings: " }],
  ["overrides:\n  shop:\n    ‸", { include: "include:", body: "body: " }],
  [
    "overrides:\n  shop:\n    include: [list_things, ‸]",
    { "tag:things": "tag:things", "method:GET": "method:GET", read_order: "read_order" },
  ],
  ["overrides:\n  shop:\n    approval:\n      never:\n        - ‸", { "tag:things": "tag:things" }],
  ['overrides: { shop: { exclude: ["ta‸"] } }', { "tag:things": "tag:things" }],
  ["overrides:\n  shop:\n    tools:\n      ‸", { add_thing: "add_thing:", "tag:things": "tag:things:" }],
  ["overrides:\n  shop:\n    tools:\n      read_order:\n        annotations:\n          readOnly: ‸", { true: "true", false: "false" }],
  ["rules:\n  dangling-r‸", { "dangling-reference": "dangling-reference: " }],
  ["rules:\n  dangling-reference: ‸", { error: "error", off: "off" }],
  ["environments: { dev: dev.json, prod: prod.json }\ndefaultEnvironment: ‸", { dev: "dev" }],
  ["sources:\n  ‸", { shop: "shop: " }],
  ["sources:\n  shop:\n    o‸", { overlays: "overlays:" }],
  ["assertions:\n  - name: a\n    each: argument\n    where:\n      ‸", { description: "description: " }],
  // The rest of the file cannot be read while a line is written.
  ["overrides:\n  shop:\n    inc‸\nrules: [\n", { include: "include:" }],
];

test("the editor completes fields, values, names and selectors in the configuration", async () => {
  const at = await start(app);
  at.open("toolsetc.yaml", app["toolsetc.yaml"]);
  for (const [text, offered] of configurations) {
    const items = await completionsOf(at, "toolsetc.yaml", text);
    for (const [label, newText] of Object.entries(offered))
      expect([text, label, written(items, label)?.newText]).toEqual([text, label, newText]);
    // What is written already is not offered again, and each word once.
    expect(new Set(labels(items)).size, text).toBe(items.length);
  }
  const selectors = await completionsOf(at, "toolsetc.yaml", "overrides:\n  shop:\n    include: [ta‸]\n");
  expect(selectors.find(({ label }) => label === "tag:things")).toMatchObject({
    detail: "2 operations",
    textEdit: { range: { start: { line: 2, character: 14 }, end: { line: 2, character: 16 } } },
  });
  expect(selectors.find(({ label }) => label === "list_things")).toMatchObject({ detail: "GET /things", documentation: "List things" });
  expect(labels(await completionsOf(at, "toolsetc.yaml", "overrides: { shop: {} }\nov‸"))).not.toContain("overrides");
  for (const nothing of ["# over‸", "root: ‸", "overrides:\n  shop:\n    body: merged‸x: y"])
    expect(labels(await completionsOf(at, "toolsetc.yaml", nothing)), nothing).toEqual([]);
});

test("the editor completes the paths of the files that a field may name, a folder at a time", async () => {
  const files = {
    ...app,
    "rules/no-plural.js": "",
    "rules/readme.md": "",
    "toolsets/shop/parts/more.yaml": "a: 1\n",
    "tools/map/other.json": "{}",
    "../secret.yaml": "a: 1\n",
  };
  const at = await start(files);
  const offered = async (path: string, text: string) =>
    Object.fromEntries((await completionsOf(at, path, text)).map(({ label, textEdit, kind }) => [label, [textEdit?.newText, kind]]));
  const { File, Folder } = CompletionItemKind;
  expect(await offered("toolsetc.yaml", "ruleFiles: [‸]")).toEqual({ "rules/": ["rules/", Folder] });
  expect(await offered("toolsetc.yaml", "ruleFiles:\n  - ./rules/‸")).toEqual({
    "./rules/no-plural.js": ["./rules/no-plural.js", File],
  });
  expect(await offered("toolsetc.yaml", 'ruleFiles: ["rules/n‸"]')).toEqual({ "rules/no-plural.js": ["rules/no-plural.js", File] });
  expect(await offered("toolsetc.yaml", "extends: ../‸")).toEqual({});
  expect(Object.keys(await offered("toolsetc.yaml", "environments: { dev: ‸ }"))).toEqual([
    "agents/",
    "app.yaml",
    "dev.json",
    "tools/",
    "toolsets/",
  ]);
  expect(Object.keys(await offered("toolsetc.yaml", "definitions: toolsets/‸"))).toEqual(["toolsets/shop/"]);
  expect(Object.keys(await offered("toolsetc.yaml", "sources: { shop: { overlays: [tools/map/‸] } }"))).toEqual(["tools/map/other.json"]);
  // Of a definition, paths are relative to its app or to itself.
  const named = (path: string) => `displayName: shop\nopenApiToolset: { openApiSchema: ${path} }\n`;
  at.open("toolsets/shop/shop.yaml", shop);
  expect(Object.keys(await offered("toolsets/shop/shop.yaml", named("toolsets/shop/‸")))).toEqual([
    "toolsets/shop/parts/",
    "toolsets/shop/words.yaml",
  ]);
  expect(Object.keys(await offered("toolsets/shop/shop.yaml", named("‸")))).toEqual(
    expect.arrayContaining(["words.yaml", "parts/", "toolsets/"]),
  );
});

const document = `openapi: 3.1.0
info: { title: Shop, version: "1" }
paths:
  /things:
    get:
      operationId: list_things
      parameters:
        - { $ref: "#/components/parameters/Page" }
      responses: { "200": { $ref: "#/components/responses/Things" } }
components:
  parameters:
    Page: { name: page, in: query, description: The page., schema: { $ref: "#/components/schemas/Word" } }
    Size: { name: size, in: query, schema: { type: integer } }
  schemas:
    Word: { type: string, deprecated: false }
    "Words/all": { title: All., type: array, items: { $ref: "#/components/schemas/Word" } }
  responses:
    Things: { description: All. }
`;

const documented = {
  "toolsetc.yaml": "rules: { unknown: error }\n",
  "shop.yaml": "displayName: shop\nopenApiToolset: { openApiSchema: shop.openapi.yaml }\n",
  "shop.openapi.yaml": document,
};

test("the editor completes the values that facts of assertions have in the compiled tools", async () => {
  const at = await start(documented);
  at.open("toolsetc.yaml", documented["toolsetc.yaml"]);
  await at.until("toolsetc.yaml", (found) => found.some(({ code }) => code === "unknown-rule"));
  const offered = async (assertion: string) =>
    labels(await completionsOf(at, "toolsetc.yaml", `assertions:\n  - { name: a, ${assertion} }\n`));
  expect(await offered("where: { method: ‸ }")).toEqual(["GET"]);
  expect(await offered("each: argument, must: { name: [‸] }")).toEqual(["page"]);
  expect(await offered("where: { kind: ‸ }")).toEqual(expect.arrayContaining(["openapi", "mcp"]));
  expect(await offered("each: argument, where: { description: ‸ }")).toEqual([]);
});

test("the editor completes references to what an OpenAPI document defines, and values that the standard lists", async () => {
  const at = await start(documented);
  at.open("shop.openapi.yaml", document);
  const items = (text: string, part: string) => completionsOf(at, "shop.openapi.yaml", document.replace(text, part));
  const offered = async (text: string, part: string) => labels(await items(text, part));
  expect(await offered('"#/components/parameters/Page"', '"‸"')).toEqual(["#/components/parameters/Page", "#/components/parameters/Size"]);
  expect(await offered('"#/components/responses/Things"', '"#/comp‸"')).toEqual(["#/components/responses/Things"]);
  expect(await offered('items: { $ref: "#/components/schemas/Word" }', 'items: { $ref: "‸" }')).toEqual([
    "#/components/schemas/Word",
    "#/components/schemas/Words~1all",
  ]);
  // A schema that refers to itself alone is none.
  expect(await offered("{ type: string, deprecated: false }", '{ $ref: "‸" }')).toEqual(["#/components/schemas/Words~1all"]);
  // No reference may stand for an operation.
  expect(await offered("operationId: list_things", '$ref: "‸"')).toEqual([]);
  const [page] = await items('- { $ref: "#/components/parameters/Page" }', "- { $ref: ‸ }");
  expect(page).toMatchObject({ documentation: "The page.", textEdit: { newText: '"#/components/parameters/Page"' } });
  expect(await offered("in: query, schema", "in: ‸, schema")).toEqual(["query", "header", "path", "cookie"]);
  expect(await offered("type: integer", "type: in‸")).toContain("integer");
  expect(await offered("deprecated: false", "deprecated: ‸")).toEqual(["true", "false"]);
  expect(await offered("title: All.", "title: ‸")).toEqual([]);
  const older = 'swagger: "2.0"\npaths: {}\nparameters:\n  Page: { in: ‸ }\n';
  expect(labels(await completionsOf(at, "shop.openapi.yaml", older))).toContain("formData");
});

test("the editor completes in a document that is the text of a field of a definition, and nothing in other texts", async () => {
  const at = await start(documented);
  const nested = (text: string, style: string) => `displayName: shop\nopenApiToolset:\n  openApiSchema: ${style}\n${indented(text)}`;
  const indented = (text: string) => text.replace(/^(?=.)/gm, "    ");
  at.open("shop.yaml", nested(document, "|"));
  const items = (text: string, part: string, style = "|") => completionsOf(at, "shop.yaml", nested(document.replace(text, part), style));
  const offered = async (text: string, part: string, style?: string) => labels(await items(text, part, style));
  expect(await offered('"#/components/parameters/Page"', '"‸"')).toEqual(["#/components/parameters/Page", "#/components/parameters/Size"]);
  expect(await offered("in: query, schema", "in: ‸, schema", "|-")).toEqual(["query", "header", "path", "cookie"]);
  const [page] = await items('- { $ref: "#/components/parameters/Page" }', "- { $ref: ‸ }");
  expect(page).toMatchObject({
    documentation: "The page.",
    textEdit: { newText: '"#/components/parameters/Page"', range: { start: { line: 10 } } },
  });
  // What is written after the line may have errors.
  expect(await offered("in: query, schema: { type: integer } }", "in: ‸ }\n    x: {")).toEqual(["query", "header", "path", "cookie"]);
  // The fields of the definition and the names of the project belong to no line of the document.
  expect(await offered("info:", "‸:")).toEqual([]);
  expect(labels(await completionsOf(at, "shop.yaml", "displayName: shop\ndescription: |\n  openapi: 3.1.0\n  The wo‸\n"))).toEqual([]);
});

test("the editor completes names in definitions, agents and environments", async () => {
  const at = await start(app);
  at.open("toolsets/shop/shop.yaml", shop);
  const offered = async (path: string, text: string) => labels(await completionsOf(at, path, text));

  expect(await offered("toolsets/shop/shop.yaml", `desc‸\n${shop}`)).toContain("description");
  expect(await offered("toolsets/shop/shop.yaml", shop.replace("url: $env_var", "url: ‸"))).toEqual(["$env_var"]);
  expect(await offered("toolsets/shop/shop.yaml", shop.replace("requestLocation: HEADER", "requestLocation: ‸"))).toEqual([
    "HEADER",
    "QUERY_STRING",
  ]);
  expect(await offered("toolsets/shop/shop.yaml", shop.replace("keyName: X-Key, ", "‸, "))).toContain("keyName");
  expect(await offered("toolsets/shop/shop.yaml", shop.replace("operationId: list_things", "opera‸"))).toEqual([]);
  at.open("toolsets/shop/shop.yaml", shop);
  expect(await offered("agents/Helper/Helper.yaml", agent.replace("toolset: shop", "toolset: ‸"))).toEqual(["shop"]);
  expect(await offered("agents/Helper/Helper.yaml", agent.replace("[list_things]", "[list_things, ‸]"))).toEqual([
    "list_things",
    "add_thing",
    "read_order",
  ]);
  expect(await offered("agents/Helper/Helper.yaml", agent.replace("[map]", "[‸]"))).toEqual(["map"]);
  expect(await offered("dev.json", '{ "toolsets": { "‸" } }')).toEqual(["shop"]);
  expect(await offered("dev.json", '{ "toolsets": { "shop": { "‸" } } }')).toContain("openApiToolset");
  // A file that is no definition yet; and one that is something else.
  expect(await offered("toolsets/new/new.yaml", "displayName: new\nmcp‸")).toContain("mcpToolset");
  expect(await offered("other.yaml", "apiVersion: v1\nkind: Service\n‸")).toEqual([]);
});

test("the editor renames a toolset or a tool in definitions, agents, configuration and environments", async () => {
  const at = await start(app);
  at.open("agents/Helper/Helper.yaml", agent);
  at.open("toolsets/shop/shop.yaml", shop);
  const rename = (path: string, text: string, newName: string): Promise<WorkspaceEdit | null> =>
    at.connection.sendRequest("textDocument/rename", { ...at.at(path, text), newName });
  expect(await at.connection.sendRequest("textDocument/prepareRename", at.at("agents/Helper/Helper.yaml", "shop,"))).toEqual({
    range: { start: { line: 2, character: 15 }, end: { line: 2, character: 19 } },
    placeholder: "shop",
  });
  const after = applied(at, await rename("agents/Helper/Helper.yaml", "shop,", "store"));
  expect(after).toEqual({
    "agents/Helper/Helper.yaml": agent.replace("shop", "store"),
    "toolsets/shop/shop.yaml": shop.replace("displayName: shop", "displayName: store"),
    "toolsetc.yaml": app["toolsetc.yaml"].replaceAll("  shop:", "  store:"),
    "dev.json": app["dev.json"].replace('"shop"', '"store"'),
  });
  expect(applied(at, await rename("toolsets/shop/shop.yaml", "shop", "no: yes"))["toolsets/shop/shop.yaml"]).toContain(
    'displayName: "no: yes"',
  );
  expect(Object.keys(applied(at, await rename("agents/Helper/Helper.yaml", "map", "plan"))).sort()).toEqual([
    "agents/Helper/Helper.yaml",
    "tools/map/map.yaml",
  ]);
  expect(await at.connection.sendRequest("textDocument/prepareRename", at.at("agents/Helper/Helper.yaml", "Helper"))).toBe(null);
  await expect(rename("toolsets/shop/shop.yaml", "shop", " ")).rejects.toThrow("at least one visible character");
});

test("the editor renames an operation in its document, in agents and in the configuration", async () => {
  const linked = shop.replace(
    "      responses:\n        Things: {",
    "      links: { all: { operationId: list_things } }\n      responses:\n        Things: {",
  );
  const config = `overrides:
  shop:
    include: [list_things, read_order]
    approval: { never: [list_things] }
    tools: { list_things: { title: Things } }
`;
  const files = { ...app, "toolsets/shop/shop.yaml": linked, "toolsetc.yaml": config };
  const at = await start(files);
  for (const path of ["agents/Helper/Helper.yaml", "toolsets/shop/shop.yaml", "toolsetc.yaml"] as const) at.open(path, files[path]);
  const rename = (path: string, text: string, newName: string): Promise<WorkspaceEdit | null> =>
    at.connection.sendRequest("textDocument/rename", { ...at.at(path, text), newName });
  for (const [path, text] of [
    ["agents/Helper/Helper.yaml", "list_things"],
    ["toolsets/shop/shop.yaml", "list_things"],
    ["toolsetc.yaml", "list_things"],
  ] as const)
    expect(applied(at, await rename(path, text, "all_things"), files)).toEqual({
      "agents/Helper/Helper.yaml": agent.replace("list_things", "all_things"),
      "toolsets/shop/shop.yaml": linked.replaceAll("list_things", "all_things"),
      "toolsetc.yaml": config.replaceAll("list_things", "all_things"),
    });
  await expect(rename("toolsetc.yaml", "list_things", "read_order")).rejects.toThrow('an operation with the id "read_order" already');
});

test("the editor renames no operation of a document that `pull` writes", async () => {
  const at = await start(app);
  at.open("agents/Helper/Helper.yaml", agent);
  const rename = at.connection.sendRequest("textDocument/rename", { ...at.at("agents/Helper/Helper.yaml", "list_things"), newName: "all" });
  await expect(rename).rejects.toThrow("overrides.shop.tools.list_things.name");
});

/** The texts that an edit changes, by path, after the edit. */
function applied(at: Editor, edit: WorkspaceEdit | null, files: Readonly<Record<string, string>> = app): Record<string, string> {
  return Object.fromEntries(
    Object.entries(edit?.changes ?? {}).map(([uri, edits]) => {
      const path = decodeURIComponent(new URL(uri).pathname).slice(at.root.length + 1);
      return [path, TextDocument.applyEdits(TextDocument.create(uri, "yaml", 1, files[path] ?? ""), edits)];
    }),
  );
}

const remote = "displayName: remote\nmcpToolset: { serverAddress: https://remote.example/mcp }\n";
const remoteFiles = {
  "toolsetc.yaml": "sources: { remote: https://remote.example/mcp }\n",
  "remote.yaml": remote,
  "snapshots/remote.tools.json": JSON.stringify({ formatVersion: "1.0", tools: [{ name: "hello", inputSchema: { type: "object" } }] }),
};

test("the editor renames the snapshot of a renamed toolset if it can rename files", async () => {
  const rename = async (capabilities: object) => {
    const at = await start(remoteFiles, capabilities);
    at.open("remote.yaml", remote);
    const answer = await at.connection
      .sendRequest("textDocument/rename", { ...at.at("remote.yaml", "remote"), newName: "far" })
      .catch(String);
    const uris = { oldUri: at.uri("snapshots/remote.tools.json"), newUri: at.uri("snapshots/far.tools.json") };
    at.kill();
    return { answer, uris };
  };
  const able = await rename({ workspace: { workspaceEdit: { documentChanges: true, resourceOperations: ["rename"] } } });
  expect((able.answer as WorkspaceEdit).documentChanges).toContainEqual({ kind: "rename", ...able.uris });
  expect((await rename({})).answer).toContain("this editor cannot rename files");
});

test("the editor lists the keys of a definition, and the operations and components of its document", async () => {
  const at = await start(app);
  at.open("toolsets/shop/shop.yaml", shop);
  const symbols: DocumentSymbol[] = await at.connection.sendRequest("textDocument/documentSymbol", {
    textDocument: { uri: at.uri("toolsets/shop/shop.yaml") },
  });
  const names = (of: readonly DocumentSymbol[] | undefined): unknown[] =>
    (of ?? []).map(({ name, children }) => (children?.length ? [name, names(children)] : name));
  expect(names(symbols)).toEqual([
    "displayName",
    [
      "openApiToolset",
      [
        "url",
        [
          "openApiSchema",
          ["openapi", "info", ["paths", ["GET /things", "POST /things", "GET /orders/{id}"]], ["components", [["responses", ["Things"]]]]],
        ],
        "apiAuthentication",
      ],
    ],
  ]);
  const [, toolset] = symbols;
  const document = toolset?.children?.find(({ name }) => name === "openApiSchema");
  const order = document?.children?.find(({ name }) => name === "paths")?.children?.at(-1);
  expect(order).toMatchObject({
    detail: "read_order",
    selectionRange: { start: { line: 11, character: 8 }, end: { line: 11, character: 11 } },
  });
});

test("the editor formats a file as `fmt` does", async () => {
  const at = await start({ ...app, "other.json": '{"displayName":"chat",\n"clientFunction":{"name":"chat","description":"Chats."}}' });
  const format = async (path: string, text: string) => {
    at.open(path, text);
    const edits: TextEdit[] = await at.connection.sendRequest("textDocument/formatting", {
      textDocument: { uri: at.uri(path) },
      options: { tabSize: 2, insertSpaces: true },
    });
    return TextDocument.applyEdits(TextDocument.create(at.uri(path), "yaml", 1, text), edits);
  };
  const text = readFileSync(`${at.root}/other.json`, "utf8");
  expect(await format("other.json", text)).toBe(`${JSON.stringify(JSON.parse(text), null, 2)}\n`);
  expect(await format("toolsetc.yaml", "naming:   operation # why\n")).toBe("naming: operation # why\n");
  // What cannot be read stays.
  expect(await format("dev.json", "{ broken")).toBe("{ broken");
  expect(existsSync(`${at.root}/generated`)).toBe(false);
});

test("the editor shows hints and definitions for a `$ref`, also into another file", async () => {
  const at = await start(app);
  at.open("toolsets/shop/shop.yaml", shop);
  expect(await at.hover("toolsets/shop/shop.yaml", "components/responses")).toContain("All \\*things\\*.");
  expect(await at.definition("toolsets/shop/shop.yaml", "components/responses")).toEqual([
    { uri: at.uri("toolsets/shop/shop.yaml"), range: { start: { line: 17, character: 8 }, end: { line: 17, character: 14 } } },
  ]);
  expect(await at.hover("toolsets/shop/shop.yaml", "words.yaml")).toBe('A word.\n\n```json\n{\n  "type": "string"\n}\n```');
  expect(await at.definition("toolsets/shop/shop.yaml", "words.yaml")).toEqual([
    { uri: at.uri("toolsets/shop/words.yaml"), range: { start: { line: 0, character: 0 }, end: { line: 0, character: 4 } } },
  ]);
});

test("the editor's fix of a reference without a target writes the most similar name", async () => {
  const wrong = shop.replace("responses/Things", "responses/Thing");
  const at = await start({ ...app, "toolsets/shop/shop.yaml": wrong });
  at.open("toolsets/shop/shop.yaml", wrong);
  const found = await at.until("toolsets/shop/shop.yaml", (all) => all.some(({ code }) => code === "dangling-reference"));
  const diagnostic = found.find(({ code }) => code === "dangling-reference");
  const actions = diagnostic === undefined ? [] : await at.actions("toolsets/shop/shop.yaml", diagnostic);
  expect(actions[0]?.title).toBe('Write "#/components/responses/Things" instead.');
  const edits = actions[0]?.edit?.changes?.[at.uri("toolsets/shop/shop.yaml")] ?? [];
  expect(TextDocument.applyEdits(TextDocument.create("file:///x", "yaml", 1, wrong), edits)).toBe(shop);
});
