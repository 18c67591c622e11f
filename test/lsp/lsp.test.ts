import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, expect, test } from "vitest";
import type { Diagnostic, Range, TextEdit } from "vscode-languageserver/node";
import { isLong } from "../long.ts";
import { type Editor, startEditor, startProgram } from "./editor.ts";

const config = "targets: [{ target: typescript, out: generated }]\n";

/** A definition with a document inside, in which a type may be wrong. */
const shop = (type: string, name = "list_things") => `displayName: shop
openApiToolset:
  url: https://shop.example
  openApiSchema: |
    openapi: 3.1.0
    info: { title: "Läden 🛒", version: "1" }
    paths:
      /things:
        get:
          operationId: ${name}
          tags: [things]
          summary: List things
          description: Lists all things that the shop sells, with their names.
          parameters:
            - { name: "🛒q", in: query, description: "😀 words", schema: { type: ${type} } }
          responses:
            "200": { description: They. }
`;

let editor: Editor | undefined;
afterEach(() => {
  editor?.kill();
  if (editor !== undefined) rmSync(editor.root, { recursive: true, force: true });
  editor = undefined;
});

async function start(files: Readonly<Record<string, string>>): Promise<Editor> {
  editor = await startEditor(files);
  return editor;
}

const codesOf = (found: readonly Diagnostic[]) => found.map(({ code }) => code);
const has = (code: string) => (found: readonly Diagnostic[]) => codesOf(found).includes(code);
const hasNot = (code: string) => (found: readonly Diagnostic[]) => !codesOf(found).includes(code);

/** The range of a text that occurs once, in UTF-16 code units. */
function rangeOf(text: string, part: string): Range {
  const start = text.indexOf(part);
  const before = text.slice(0, start).split("\n");
  const line = before.length - 1;
  const character = before.at(-1)?.length ?? 0;
  return { start: { line, character }, end: { line, character: character + part.length } };
}

async function editOf(at: Editor, path: string, found: Diagnostic | undefined, title: RegExp): Promise<TextEdit> {
  if (found === undefined) throw new Error("There is no such diagnostic.");
  const actions = await at.actions(path, found);
  const edits = actions.find((action) => title.test(action.title))?.edit?.changes?.[at.uri(path)];
  if (edits?.[0] === undefined) throw new Error(`No action is like ${title}: ${actions.map((action) => action.title).join(", ")}`);
  return edits[0];
}

test("the editor shows a finding about what an overlay writes in the overlay, and so its fix", async () => {
  const overlay = (type: string) => `overlay: 1.1.0
info: { title: Corrections, version: 1.0.0 }
actions:
  - target: $.paths['/things'].get.parameters
    update: { name: page, in: query, description: The number of the page., schema: { type: ${type} } }
`;
  const at = await start({
    "toolsetc.yaml": `${config}sources: { shop: { overlays: [shop.overlay.yaml] } }\n`,
    "shop.yaml": shop("string"),
    "shop.overlay.yaml": overlay("integer"),
  });
  const wrong = overlay("integr");
  at.open("shop.overlay.yaml", wrong);
  const found = (await at.until("shop.overlay.yaml", has("wrong-choice"))).find(({ code }) => code === "wrong-choice");
  expect(found).toMatchObject({ range: rangeOf(wrong, "integr"), severity: 1 });
  at.change("shop.overlay.yaml", await editOf(at, "shop.overlay.yaml", found, /^Write "integer" instead/));
  expect(at.text("shop.overlay.yaml")).toBe(overlay("integer"));
  await at.until("shop.overlay.yaml", hasNot("wrong-choice"));
});

test("the editor shows a finding in a document inside a definition, and applies its fix", async () => {
  editor = await startEditor({ "toolsetc.yaml": config, "shop.yaml": shop("string") }, {}, undefined, startProgram);
  const at = editor;
  expect(at.initialized).toMatchObject({
    serverInfo: { name: "toolsetc" },
    capabilities: { hoverProvider: true, definitionProvider: true, textDocumentSync: { change: 2 } },
  });
  // What is not saved is read instead of the file.
  const wrong = shop("strin");
  at.open("shop.yaml", wrong);
  const found = (await at.until("shop.yaml", has("wrong-choice"))).find(({ code }) => code === "wrong-choice");
  expect(found).toMatchObject({ range: rangeOf(wrong, "strin"), source: "toolsetc", severity: 1 });
  expect(found?.message).toContain("Did you mean");

  const fix = await editOf(at, "shop.yaml", found, /^Write "string" instead/);
  expect(fix).toEqual({ range: { start: found?.range.end, end: found?.range.end }, newText: "g" });
  at.change("shop.yaml", fix);
  expect(at.text("shop.yaml")).toBe(shop("string"));
  expect(codesOf(await at.until("shop.yaml", hasNot("wrong-choice")))).toEqual([]);
  expect(await at.close()).toBe(0);
});

test.each([
  [undefined, false],
  [{ trustedWorkspace: "yes" }, false],
  [{ trustedWorkspace: true }, true],
])("the editor runs rules in files only in a trusted workspace: the options %j", async (options, areRun) => {
  const rule =
    'export default { version: 1, summary: "all", help: "None.", tool: ({ tool }) => [{ message: `There is "${tool.id}".` }] };\n';
  const files = { "toolsetc.yaml": `${config}ruleFiles: [a-rule.mjs]\n`, "a-rule.mjs": rule, "shop.yaml": shop("string") };
  editor = await startEditor(files, {}, options);
  editor.open("shop.yaml", files["shop.yaml"]);
  const found = await editor.until(areRun ? "shop.yaml" : "toolsetc.yaml", has(areRun ? "a-rule" : "rules-not-run"));
  expect(found.map(({ message }) => String(message)).join()).toContain(areRun ? 'There is "list_things".' : "did not run");
});

test("the editor gets a comment that suppresses a finding, in a file with CRLF line ends", async () => {
  const text = shop("string").replaceAll("\n", "\r\n").replace("displayName", "displayname");
  const at = await start({ "toolsetc.yaml": config, "shop.yaml": text });
  at.open("shop.yaml", text);
  const found = (await at.until("shop.yaml", has("unknown-field"))).find(({ code }) => code === "unknown-field");
  expect(found?.range).toEqual(rangeOf(text, "displayname"));
  const comment = await editOf(at, "shop.yaml", found, /^Suppress/);
  expect(comment.newText).toBe("# toolsetc-ignore unknown-field: \r\n");
  at.change("shop.yaml", comment);
  // Its author is to give the reason.
  await at.until("shop.yaml", has("invalid-suppression"));
  at.change("shop.yaml", at.text("shop.yaml").replace("unknown-field: ", "unknown-field: the importer wants it"));
  await at.until("shop.yaml", (all) => hasNot("invalid-suppression")(all) && hasNot("unknown-field")(all));
  expect(at.text("shop.yaml").replaceAll("\r\n", "")).not.toContain("\n");
});

test("the editor gets a comment that suppresses inside a document, but not inside a text", async () => {
  const wrong = shop("strin")
    .replace("description: Lists", 'description: "😀😀" #')
    .replace("List things", "|\n            Lists\n            it");
  const at = await start({ "toolsetc.yaml": config });
  at.open("shop.yaml", wrong);
  const all = await at.until("shop.yaml", has("wrong-choice"));
  const inside = all.find(({ code }) => code === "wrong-choice");
  const comment = await editOf(at, "shop.yaml", inside, /^Suppress/);
  expect(comment).toEqual({
    range: { start: { line: inside?.range.start.line, character: 0 }, end: { line: inside?.range.start.line, character: 0 } },
    newText: `${" ".repeat(12)}# toolsetc-ignore wrong-choice: \n`,
  });
  const json = JSON.stringify({ displayName: "chat", clientFunction: { nme: "chat", description: "Chats about things." } }, null, 2);
  at.open("chat.json", json);
  const found = (await at.until("chat.json", has("unknown-field"))).find(({ code }) => code === "unknown-field");
  expect(found === undefined ? [] : (await at.actions("chat.json", found)).map(({ title }) => title)).toEqual(['Write "name" instead.']);
});

test("the editor shows changes of one file in others, and after closing an unsaved file those on disk", async () => {
  const at = await start({ "toolsetc.yaml": config, "shop.yaml": shop("string") });
  at.open("shop.yaml", shop("string"));
  at.open("toolsetc.yaml", `${config}overrides: { shop: { include: [list_thing] } }\n`);
  const found = (await at.until("toolsetc.yaml", has("unmatched-selector"))).find(({ code }) => code === "unmatched-selector");
  expect(found?.range).toEqual(rangeOf(at.text("toolsetc.yaml"), "list_thing"));
  at.change("shop.yaml", shop("string", "list_thing"));
  await at.until("toolsetc.yaml", hasNot("unmatched-selector"));
  at.connection.sendNotification("textDocument/didClose", { textDocument: { uri: at.uri("shop.yaml") } });
  await at.until("toolsetc.yaml", has("unmatched-selector"));
});

test("the editor shows hints and definitions for selectors", async () => {
  const selectors = `${config}overrides:
  shop:
    include: ["tag:th*"]
    tools:
      "method:GET": { lazy: true }
      list_things: { title: All }
`;
  const at = await start({ "toolsetc.yaml": selectors, "shop.yaml": shop("string") });
  at.open("toolsetc.yaml", selectors);
  const operation = { uri: at.uri("shop.yaml"), range: rangeOf(shop("string"), "get") };
  for (const selector of ["tag:th*", "method:GET", "list_things"]) {
    expect(await at.hover("toolsetc.yaml", selector)).toBe("Matches 1 operation\n\n- ` list_things ` ` GET /things ` List things");
    expect(await at.definition("toolsetc.yaml", selector)).toEqual([operation]);
  }
  expect(await at.definition("toolsetc.yaml", "shop")).toEqual([{ uri: at.uri("shop.yaml"), range: rangeOf(shop("string"), "shop") }]);
  expect(await at.hover("toolsetc.yaml", "typescript")).toBe(undefined);
});

test("the editor shows hints and definitions for names in agents of an app and for $env_var", async () => {
  const toolset = `displayName: shop
openApiToolset:
  url: $env_var
  openApiSchema: shop.openapi.yaml
  apiAuthentication:
    apiKeyConfig: { keyName: X-Key, apiKeySecretVersion: $env_var, requestLocation: HEADER }
`;
  const document =
    "openapi: 3.1.0\ninfo: { title: Shop, version: '1' }\npaths: { /a: { get: { operationId: list__all, responses: {} } } }\n";
  const remote = "displayName: remote\nmcpToolset: { serverAddress: $env_var }\n";
  const agent = "displayName: Helper\ntoolsets:\n  - { toolset: shop, toolIds: [list_all] }\ntools: [map]\n";
  const values = (stage: string, key: string) =>
    JSON.stringify({
      toolsets: {
        remote: { mcpToolset: { serverAddress: `https://u:hunter2@${stage}.example/mcp?key=hunter3` } },
        shop: { openApiToolset: { url: `https://${stage}.example`, apiAuthentication: { apiKeyConfig: { apiKeySecretVersion: key } } } },
      },
    });
  const at = await start({
    "toolsetc.yaml": "environments: { dev: dev.json, prod: prod.json }\n",
    "dev.json": values("dev", "projects/p/secrets/key/versions/1"),
    "prod.json": values("prod", "sk-live-1234567890"),
    "app.yaml": "displayName: App\nrootAgent: Helper\n",
    "agents/Helper/Helper.yaml": agent,
    "toolsets/shop/shop.yaml": toolset,
    "tools/map/map.yaml": "displayName: map\nclientFunction: { name: map, description: Shows a map. }\n",
    "shop.openapi.yaml": document,
    "toolsets/remote/remote.yaml": remote,
  });
  at.open("agents/Helper/Helper.yaml", agent);
  const shopPlace = { uri: at.uri("toolsets/shop/shop.yaml"), range: rangeOf(toolset, "shop") };
  expect(await at.definition("agents/Helper/Helper.yaml", "shop,")).toEqual([shopPlace]);
  expect(await at.definition("agents/Helper/Helper.yaml", "list_all")).toEqual([shopPlace]);
  expect(await at.hover("agents/Helper/Helper.yaml", "list_all")).toBe("` list__all ` ` GET /a `");
  expect(await at.hover("agents/Helper/Helper.yaml", "map")).toBe("The tool in ` tools/map/map.yaml `");

  at.open("toolsets/shop/shop.yaml", toolset);
  expect(await at.hover("toolsets/shop/shop.yaml", "$env_var\n")).toBe(
    "Values by environment\n\n- dev: ` https://dev.example `\n- prod: ` https://prod.example `",
  );
  // A value of the wrong form may be the secret itself.
  expect(await at.hover("toolsets/shop/shop.yaml", "$env_var,")).toBe(
    "Values by environment\n\n- dev: ` projects/p/secrets/key/versions/1 `\n- prod: not a value for this field",
  );
  const places = await at.definition("toolsets/shop/shop.yaml", "$env_var\n");
  expect(places.map(({ uri }) => basename(uri))).toEqual(["dev.json", "prod.json"]);
  // Nor is what may be one in an address shown.
  at.open("toolsets/remote/remote.yaml", remote);
  const address = await at.hover("toolsets/remote/remote.yaml", "$env_var");
  expect(address).toContain("- dev: ");
  expect(address).not.toMatch(/hunter/);
  const said = JSON.stringify(at.published(at.uri("prod.json")));
  expect(said).not.toContain("sk-live");
});

test("the language server survives hostile messages, and a hostile project reads nothing outside", async () => {
  const outside = realpathSync(mkdtempSync(join(tmpdir(), "toolsetc-outside-")));
  writeFileSync(join(outside, "far.yaml"), shop("strin"));
  const far = `../${basename(outside)}/far.yaml`;
  const reaching = `displayName: far\nopenApiToolset: { url: https://x.example, openApiSchema: ${far} }\n`;
  editor = await startEditor({ "toolsetc.yaml": config, "far.yaml": reaching }, {}, undefined, startProgram);
  const at = editor;
  const strange = [
    "untitled:one",
    "http://evil.example/x.yaml",
    "file:///%00.yaml",
    `${at.uri("")}%00.yaml`,
    "file://host/share/x.yaml",
    "file:///a%2Fb.yaml",
    "%",
    "",
    pathToFileURL(join(outside, "far.yaml")).href,
    "file:///proc/self/environ",
  ];
  for (const uri of strange) {
    at.connection.sendNotification("textDocument/didOpen", { textDocument: { uri, languageId: "yaml", version: 1, text: shop("strin") } });
    const textDocument = { uri };
    expect(await at.connection.sendRequest("textDocument/hover", { textDocument, position: { line: 0, character: 1 } })).toBe(null);
    const range = { start: { line: 0, character: 0 }, end: { line: 99, character: 0 } };
    expect(await at.connection.sendRequest("textDocument/codeAction", { textDocument, range, context: { diagnostics: [] } })).toEqual([]);
  }
  await expect(at.connection.sendRequest("no/such/method")).rejects.toThrow("Unhandled method");

  // An open document outside the root is not read as a part of the project either.
  at.open("far.yaml", reaching);
  const found = await at.until("far.yaml", (all) => all.length > 0);
  expect(found.some(({ severity }) => severity === 1)).toBe(true);
  expect(JSON.stringify(found)).not.toContain("strin");
  for (const uri of strange) expect(at.published(uri)).toEqual([]);

  // A message of 10 MB, by default of 1 MB, and positions that no text has.
  at.open("shop.yaml", `# ${"x".repeat(isLong ? 10_000_000 : 1_000_000)}\n${shop("strin")}`);
  expect((await at.until("shop.yaml", has("wrong-choice"))).find(({ code }) => code === "wrong-choice")?.range.start.line).toBe(15);
  const nowhere = { textDocument: { uri: at.uri("shop.yaml") }, position: { line: 1e9, character: 1e9 } };
  expect(await at.connection.sendRequest("textDocument/hover", nowhere)).toBe(null);
  expect(await at.connection.sendRequest("textDocument/definition", nowhere)).toEqual([]);
  expect(await at.close()).toBe(0);
  rmSync(outside, { recursive: true });
});

test("the editor shows a `root` above the home folder as a finding, and the project is not read", async () => {
  const text = "definitions: .\nroot: /\n";
  const at = await start({ "toolsetc.yaml": text, "shop.yaml": shop("strin") });
  at.open("shop.yaml", shop("strin"));
  const [found, ...others] = await at.until("toolsetc.yaml", ({ length }) => length > 0);
  expect(others).toEqual([]);
  expect(found?.message).toContain('the root "/" contains your home folder, so nothing was read.');
  expect(found?.range).toEqual(rangeOf(text, "/"));
  expect(at.published(at.uri("shop.yaml"))).toEqual([]);
  expect(await at.hover("shop.yaml", "strin")).toBeUndefined();

  writeFileSync(join(at.root, "toolsetc.yaml"), config);
  at.change("shop.yaml", shop("strinn"));
  await at.until("shop.yaml", ({ length }) => length > 0);
  expect(await at.until("toolsetc.yaml", ({ length }) => length === 0)).toEqual([]);
});
