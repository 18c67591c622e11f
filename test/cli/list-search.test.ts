import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, expect, test } from "vitest";
import { runCommand } from "../run-command.ts";

const folder = mkdtempSync(join(tmpdir(), "toolsetc-list-search-"));
const done = '{ "200": { description: Done. } }';
const id = "{ name: id, in: path, required: true, schema: { type: string } }";
const document = `openapi: 3.1.0
info: { title: Shop, version: "1" }
servers: [{ url: https://shop.example }]
paths:
  /orders:
    get: { operationId: listOrders, tags: [orders], summary: List the orders., responses: ${done} }
    delete: { operationId: removeOrders, tags: [orders], summary: Remove all orders., responses: ${done} }
  /orders/{id}:
    get: { operationId: "tag:orders", tags: [other], summary: Read an order., parameters: [${id}], responses: ${done} }
    delete: { operationId: removeOrder, tags: [other], summary: Remove an order., parameters: [${id}], responses: ${done} }
  /invoices/{id}:
    get: { tags: [invoices], summary: Read the invoice of an order., parameters: [${id}], responses: ${done} }
  /broken/{id}:
    get: { tags: [invoices], summary: An order without its parameter., parameters: [{ $ref: "#/missing" }], responses: ${done} }
`;

beforeEach(async () => {
  for (const entry of readdirSync(folder)) rmSync(join(folder, entry), { recursive: true });
  writeFileSync(join(folder, "shop.openapi.yaml"), document);
  const { status } = await run("init", "shop.openapi.yaml", "--include", "tag:orders", "--exclude", "method:DELETE", "--yes");
  expect(status).toBe(0);
});

afterAll(() => rmSync(folder, { recursive: true }));

test("`list --search` also finds operations that the project does not select, and says how to select them", async () => {
  const { status, stdout, stderr } = await run("list", "--search", "order");
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  expect(stdout).toMatch(/^id +chosen +method/);
  expect(stdout).toMatch(/^listOrders +yes +GET/m);
  expect(stdout).toMatch(/^removeOrders +no +DELETE/m);
  expect(stdout).toContain(`To choose one, change the entry "shop" under overrides in toolsetc.yaml:\n`);
  expect(stdout).toContain('\n  removeOrders: remove "method:DELETE" from exclude\n');
  expect(stdout).toContain('\n  removeOrder: add "removeOrder" to include, remove "method:DELETE" from exclude\n');
  expect(stdout).toContain('\n  GET /invoices/{id}: add "GET /invoices/{id}" to include\n');
  expect(stdout).toMatch(/^5 tools, 1 chosen, \d+ bytes/m);
  expect((await run("list", "shop.openapi.yaml", "--search", "order")).stdout).toMatch(/^5 tools, 1 chosen, /m);
});

test("`list --search` prints the tool with this ID or name first, also if it contains no word that distinguishes tools", async () => {
  writeFileSync(join(folder, "shop.openapi.yaml"), document.replace("removeOrder,", "only1,"));
  for (const search of ["only1", "ONLY1", "shop_only1"]) expect((await run("list", "--search", search)).stdout).toMatch(/^id .*\nonly1 /);
});

test("`list --search` takes a tag that only operations have which the project does not select", async () => {
  expect((await run("list", "--search", "order", "--tag", "invoices")).stdout).toMatch(/^1 of 5 tools, 0 chosen, /m);
  expect(await run("list", "--tag", "invoices")).toMatchObject({ status: 2 });
});

test("`list` without a search prints the selected tools, and says that there are more operations", async () => {
  const { stdout, stderr } = await run("list");
  expect(stdout).toMatch(/^id +method +path +tags +bytes +title\nlistOrders .*\n\n1 tool, /);
  expect(stderr).toBe("5 more operations are not chosen. `toolsetc list --search <words>` also finds these.\n");
});

test("`list --search` says in JSON of each tool whether it is selected, and what would select it", async () => {
  const { tools } = JSON.parse((await run("list", "--search", "order", "--format", "json")).stdout);
  const [own] = JSON.parse((await run("list", "--format", "json")).stdout).tools;
  expect(tools).toHaveLength(5);
  expect(tools.find((tool: { id: string }) => tool.id === "listOrders")).toEqual({ ...own, chosen: true, choose: [] });
  // The id of this operation is the selector of a tag.
  expect(tools.find(({ path, method }: { path: string; method: string }) => path === "/orders/{id}" && method === "GET")).toMatchObject({
    chosen: false,
    choose: [{ change: "add", key: "include", selector: "GET /orders/{id}" }],
  });
});

test("an operation is selected after the change that `list --search` suggests", async () => {
  const found = async () => JSON.parse((await run("list", "--search", "order", "--format", "json")).stdout).tools;
  for (const { id, choose } of await found()) {
    const overrides = { shop: { include: ["tag:orders"], exclude: ["method:DELETE"] } };
    for (const { change, key, selector } of choose as { change: string; key: "include" | "exclude"; selector: string }[])
      overrides.shop[key] = change === "add" ? [...overrides.shop[key], selector] : overrides.shop[key].filter((each) => each !== selector);
    writeFileSync(join(folder, "toolsetc.yaml"), JSON.stringify({ overrides }));
    expect((await found()).find((tool: { id: string }) => tool.id === id)).toMatchObject({ chosen: true, choose: [] });
    expect((await run("list")).stdout).toContain(`${id} `);
  }
});

test("`list --search` does not speak of selection if the project selects all tools", async () => {
  rmSync(join(folder, "toolsetc.yaml"));
  const { stdout } = await run("list", "--search", "orders");
  expect(stdout).toMatch(/^id +method/);
  expect(stdout).not.toContain("chosen");
});

test("`list --search` finds tools of an MCP server that the project does not select", async () => {
  const tools = ["search_notes", "remove_note"].map((name) => ({
    name,
    description: `${name} of notes.`,
    inputSchema: { type: "object" },
  }));
  writeFileSync(join(folder, "toolsets/notes.yaml"), "displayName: notes\nmcpToolset: { serverAddress: https://notes.example/mcp }\n");
  mkdirSync(join(folder, "snapshots"));
  writeFileSync(join(folder, "snapshots/notes.tools.json"), JSON.stringify({ formatVersion: "1.0", tools }));
  writeFileSync(join(folder, "toolsetc.yaml"), "overrides: { notes: { exclude: [remove_*] } }\n");
  const { stdout } = await run("list", "--toolset", "notes", "--search", "note");
  expect(stdout).toMatch(/^search_notes +yes /m);
  expect(stdout).toContain('\n  remove_note: remove "remove_*" from exclude\n');
});

function run(...args: string[]) {
  return runCommand(args, { cwd: folder });
}

test("`list --search` and `list --tag` give one answer for several projects, with the project of each tool", async () => {
  rmSync(join(folder, "toolsetc.yaml"));
  for (const [name, word] of [
    ["a", "coupon"],
    ["b", "voucher"],
    ["c", "ticket"],
  ]) {
    mkdirSync(join(folder, "several", name ?? ""), { recursive: true });
    writeFileSync(join(folder, "several", name ?? "", "toolsetc.yaml"), "targets: []\n");
    writeFileSync(
      join(folder, "several", name ?? "", "shop.yaml"),
      "displayName: shop\nopenApiToolset: { openApiSchema: shop.openapi.yaml }\n",
    );
    writeFileSync(
      join(folder, "several", name ?? "", "shop.openapi.yaml"),
      document.replace(/ {2}\/broken[\s\S]*/, "").replaceAll("order", word ?? ""),
    );
  }
  const list = (...args: string[]) => run("list", "several", ...args);
  const found = await list("--search", "list the vouchers");
  expect(found).toMatchObject({ status: 0, stderr: "" });
  expect(found.stdout).toMatch(/^project +id .*\nseveral\/b +listOrders /);
  expect(found.stdout).toMatch(/tools of 3 projects, [\d,]+ bytes of declarations, in .*\n$/);
  const { tools } = JSON.parse((await list("--search", "list the vouchers", "--format", "json")).stdout);
  expect(tools[0]).toMatchObject({ project: "several/b", toolset: "shop", id: "listOrders" });
  expect(await list("--search", "nothing")).toMatchObject({
    status: 0,
    stderr: "No tool has these words. `toolsetc list` without --search shows all.\n",
  });
  expect(JSON.parse((await list("--search", "nothing", "--format", "json")).stdout)).toEqual({ formatVersion: "1.0", tools: [] });
  expect((await list("--tag", "vouchers")).stdout.match(/^several.*/gm)).toEqual([
    expect.stringContaining("listOrders"),
    expect.stringContaining("removeOrders"),
  ]);
  expect((await list("--tag", "voucher")).stderr).toBe('error: There is no tag "voucher". Did you mean "vouchers"?\n');
});
