import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { filesIn } from "../../example-project.ts";
import { runCommand } from "../../run-command.ts";

const document = `openapi: 3.1.0
info: { title: Shop, version: "1.0" }
servers: [{ url: https://shop.example.com }]
paths:
  /orders:
    get:
      operationId: listOrders
      summary: List the orders of a customer
      parameters:
        - { name: first, in: query, schema: { type: string } }
        - { name: state, in: query, schema: { type: string } }
      responses: { "200": { description: The orders. } }
    delete:
      operationId: deleteOrders
      summary: Delete all orders of a customer
      responses: { "204": { description: They are gone. } }
`;
const toolset = (path = "shop.openapi.yaml") => `openApiToolset: { openApiSchema: ${path} }\n`;
const sources = (entry = "{ overlays: [fix.overlay.yaml] }", name = "shop") => `sources:\n  ${name}: ${entry}\n`;
const overlay = (...actions: readonly string[]) =>
  `overlay: 1.1.0\ninfo: { title: Corrections, version: 1.0.0 }\nactions:\n${actions.map((each) => `  - ${each}\n`).join("")}`;
const withoutDelete = `{ target: "$.paths['/orders'].delete", remove: true }`;

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "toolsetc-overlays-")));
  put({
    "shop.openapi.yaml": document,
    "shop.yaml": `displayName: shop\n${toolset()}`,
    "toolsetc.yaml": sources(),
    "fix.overlay.yaml": overlay(withoutDelete),
  });
});
afterEach(() => rmSync(folder, { recursive: true }));

function put(files: { readonly [path: string]: string }): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

const textOf = (path: string) => readFileSync(join(folder, path), "utf8");
const run = (...args: readonly string[]) =>
  runCommand(args, { cwd: folder, env: { XDG_CACHE_HOME: join(folder, ".cache"), NO_COLOR: "1" } });

async function toolNames(...args: readonly string[]): Promise<string[]> {
  const { stdout } = await run("list", "--format", "json", ...args);
  // Where nothing compiled, nothing is listed.
  if (stdout === "") return [];
  return (JSON.parse(stdout) as { tools: { name: string }[] }).tools.map(({ name }) => name).sort();
}

interface Shown {
  readonly code: string;
  readonly file: string;
  readonly range: { readonly start: { readonly line: number } };
  readonly pointer: string;
}

async function findings(...args: readonly string[]): Promise<string[]> {
  const { stdout } = await run("validate", "--format", "json", ...args);
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: Shown[] };
  return diagnostics.map(({ code, file, range, pointer }) => `${code} ${file}:${range.start.line} ${pointer}`);
}

test("every command reads the document with its overlay, and the file of the document is not changed", async () => {
  expect(await toolNames()).toEqual(["shop_listOrders"]);
  expect((await run("compile")).status).toBe(0);
  expect(textOf("generated/toolsets/shop/toolset.json")).toContain("listOrders");
  expect(textOf("generated/toolsets/shop/toolset.json")).not.toContain("deleteOrders");
  expect((await run("lock")).status).toBe(0);
  const lock = Object.values(filesIn(join(folder, "toolsetc.lock"))).join("\n");
  expect(lock).toContain("listOrders");
  expect(lock).not.toContain("deleteOrders");
  expect(textOf("shop.openapi.yaml")).toBe(document);
});

test("a changed overlay changes the contract, and no stored run is repeated", async () => {
  await run("lock");
  expect((await run("validate")).status).toBe(0);
  expect((await run("compile")).status).toBe(0);
  put({ "fix.overlay.yaml": overlay(withoutDelete, `{ target: "$.paths['/orders'].get.parameters[?@.name == 'first']", remove: true }`) });
  const breaking = await run("breaking");
  expect(breaking.stdout + breaking.stderr).toContain("first");
  expect((await run("compile", "--check")).status).toBe(1);
  put({ "fix.overlay.yaml": overlay(`{ target: "$.paths['/nothing']", remove: true }`) });
  expect(await findings()).toContainEqual(expect.stringContaining("action-without-effect fix.overlay.yaml:4 /actions/0/target"));
  expect(await toolNames()).toEqual(["shop_deleteOrders", "shop_listOrders"]);
});

test("a finding is reported in the file that wrote the value, also after an overlay removed items", async () => {
  put({
    "shop.openapi.yaml": document.replace(
      "name: state, in: query, schema: { type: string }",
      "name: state, in: query, schema: { type: strin }",
    ),
    "fix.overlay.yaml": overlay(
      `{ target: "$.paths['/orders'].get.parameters[?@.name == 'first']", remove: true }`,
      `{ target: "$.paths['/orders'].get.parameters", update: { name: page, in: query, schema: { type: integr } } }`,
    ),
  });
  const found = (await findings()).filter((each) => each.startsWith("wrong-choice"));
  expect(found).toEqual([
    "wrong-choice fix.overlay.yaml:5 /actions/1/update/schema/type",
    "wrong-choice shop.openapi.yaml:11 /paths/~1orders/get/parameters/1/schema/type",
  ]);
});

test("`validate --fix` corrects a value in the overlay that wrote it, not in a document of `pull`", async () => {
  put({
    "toolsetc.yaml": sources("{ url: https://shop.example.com/openapi.yaml, overlays: [fix.overlay.yaml] }"),
    "fix.overlay.yaml": overlay(`{ target: "$.paths['/orders'].get.parameters[0].schema", update: { type: strin } }`),
  });
  await run("validate", "--fix", "--unsafe");
  expect(textOf("fix.overlay.yaml")).toContain("update: { type: string } }");
  expect(textOf("shop.openapi.yaml")).toBe(document);
});

test("a comment in an overlay suppresses a finding about what it writes", async () => {
  const action = `# toolsetc-ignore unknown-keyword: the service's own\n  - { target: "$.paths['/orders'].get.parameters[0].schema", update: { maxLenght: 9 } }`;
  put({ "fix.overlay.yaml": overlay(withoutDelete).replace(/$/, `  ${action}\n`) });
  expect(await findings()).toEqual([]);
});

test("`pathRules` for an overlay apply to findings about what it writes", async () => {
  const pathRules = 'pathRules: { "*.overlay.yaml": { unknown-keyword: "off" } }\n';
  put({
    "toolsetc.yaml": sources() + pathRules,
    "shop.openapi.yaml": document.replace("{ type: string }", "{ type: string, minLenght: 1 }"),
    "fix.overlay.yaml": overlay(withoutDelete, `{ target: "$.paths['/orders'].get.parameters[*].schema", update: { maxLenght: 9 } }`),
  });
  expect(await findings()).toEqual([expect.stringContaining("unknown-keyword shop.openapi.yaml:10")]);
});

test("`export --create-request` prints the overlaid document", async () => {
  const { stdout, stderr } = await run("export", "--create-request", "--parent", "projects/p/locations/l/apps/a");
  expect(stdout + stderr).toContain("listOrders");
  expect(stdout + stderr).not.toContain("deleteOrders");
});

test.each<[string, { readonly [path: string]: string }]>([
  ["a file that is absent", { "toolsetc.yaml": sources("{ overlays: [absent.yaml] }") }],
  ["a file outside of the project", { "toolsetc.yaml": sources("{ overlays: [../fix.overlay.yaml] }") }],
  ["an address", { "toolsetc.yaml": sources("{ overlays: ['https://shop.example.com/fix.yaml'] }") }],
  ["a misspelt key", { "toolsetc.yaml": sources("{ overlay: [fix.overlay.yaml] }") }],
  ["a text in place of a list", { "toolsetc.yaml": sources("{ overlays: fix.overlay.yaml }") }],
  ["a name that no toolset has", { "toolsetc.yaml": sources(undefined, "shpo") }],
  ["an empty file", { "fix.overlay.yaml": "" }],
  ["a file that is no YAML", { "fix.overlay.yaml": "a: [" }],
  ["a file that is no overlay", { "fix.overlay.yaml": "openapi: 3.1.0\n" }],
  ["an unknown version", { "fix.overlay.yaml": overlay(withoutDelete).replace("1.1.0", "1.3.0") }],
  ["`copy` in 1.0", { "fix.overlay.yaml": overlay(`{ target: $.info, copy: $.info }`).replace("1.1.0", "1.0.0") }],
  ["the same action twice", { "fix.overlay.yaml": overlay(withoutDelete, withoutDelete) }],
  ["a query that cannot be parsed", { "fix.overlay.yaml": overlay(`{ target: "$.paths['/orders'", remove: true }`) }],
  ["an action that cannot be applied", { "fix.overlay.yaml": overlay(`{ target: "$.paths", update: [] }`) }],
])("%s is an error, and the toolset is not compiled without its overlay", async (_title, files) => {
  put(files);
  expect((await run("validate")).status).toBeGreaterThan(0);
  expect(await toolNames()).toEqual([]);
  expect((await run("compile")).status).toBeGreaterThan(0);
  expect(existsSync(join(folder, "generated/toolsets/shop"))).toBe(false);
});

test("toolsets with the same document share its overlays, and different ones for it are an error", async () => {
  put({
    "twin.yaml": `displayName: twin\n${toolset()}`,
    "other.yaml": `displayName: other\n${toolset("other.openapi.yaml")}`,
    "other.openapi.yaml": document,
  });
  expect(await toolNames()).toEqual(["other_deleteOrders", "other_listOrders", "shop_listOrders", "twin_listOrders"]);
  put({ "toolsetc.yaml": `${sources()}  twin: { overlays: [absent.overlay.yaml] }\n` });
  expect(await findings()).toEqual([expect.stringContaining("conflicting-overlays toolsetc.yaml:3 /sources/twin/overlays/0")]);
  expect(await toolNames()).toEqual(["other_deleteOrders", "other_listOrders"]);
  put({ "toolsetc.yaml": sources("{ overlays: [absent.overlay.yaml] }", "twin") });
  expect(await toolNames()).toEqual(["other_deleteOrders", "other_listOrders"]);
});

test("a document inside a definition, and a document without a definition, may have overlays", async () => {
  put({
    "toolsetc.yaml": `${sources()}  inline: { overlays: [fix.overlay.yaml] }\n`,
    "inline.yaml": `displayName: inline\nopenApiToolset:\n  openApiSchema: |\n${document.replace(/^/gm, "    ")}`,
    "bare.yaml": document,
  });
  expect(await toolNames("inline.yaml")).toEqual(["inline_listOrders"]);
  put({ "toolsetc.yaml": sources(undefined, "bare") });
  expect(await toolNames("--openapi", "bare.yaml")).toEqual(["bare_listOrders"]);
});

test("references that an overlay writes are relative to the document", async () => {
  put({
    "shop.yaml": `displayName: shop\n${toolset("api/shop.openapi.yaml")}`,
    "api/shop.openapi.yaml": document,
    "api/parts.yaml": "page: { name: page, in: query, schema: { type: integer } }\nback: { $ref: 'shop.openapi.yaml#/paths/~1gone' }\n",
    "toolsetc.yaml": sources("{ overlays: [fixes/fix.overlay.yaml] }"),
    "fixes/fix.overlay.yaml": overlay(`{ target: "$.paths['/orders'].get.parameters", update: [{ $ref: 'parts.yaml#/page' }] }`),
  });
  const { stdout } = await run("show", "shop_listOrders");
  expect(stdout).toContain("page");
  put({ "fixes/fix.overlay.yaml": overlay(`{ target: "$.paths['/orders'].get.parameters", update: [{ $ref: 'part.yaml#/page' }] }`) });
  expect(await findings()).toContainEqual(expect.stringContaining("file-not-found fixes/fix.overlay.yaml:4 /actions/0/update/0/$ref"));
});

test.each([
  ["shop.openapi.yaml", []],
  ["./shop.openapi.yaml", []],
  ["https://shop.example.com/openapi.yaml", []],
  ["https://shop.example.com/v2/openapi.yaml", ["other-extends fix.overlay.yaml:2 /extends"]],
  ["../shop.openapi.yaml", ["other-extends fix.overlay.yaml:2 /extends"]],
])("`extends: %s` in an overlay must name its document or the document's address", async (extended, found) => {
  put({
    "toolsetc.yaml": sources("{ url: https://shop.example.com/openapi.yaml, overlays: [fix.overlay.yaml] }"),
    "fix.overlay.yaml": overlay(withoutDelete).replace("\n", `\nextends: ${extended}\n`),
  });
  expect(await findings()).toEqual(found);
  expect(await toolNames()).toEqual(["shop_listOrders"]);
});

test("a syntax problem in a part of the document that an overlay removes is not reported", async () => {
  put({ "shop.openapi.yaml": `${document}      operationId: twice\n` });
  expect(await findings()).toEqual([]);
  put({ "fix.overlay.yaml": overlay(`{ target: "$.paths['/orders'].get", remove: true }`) });
  expect((await findings())[0]).toContain("duplicate-key shop.openapi.yaml:17");
});
