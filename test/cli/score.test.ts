import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, expect, test } from "vitest";
import { runCommand } from "../run-command.ts";

// An API with a tool without a flaw and some with each kind of flaw, and the tools of a server.
const folder = mkdtempSync(join(tmpdir(), "toolsetc-score-"));
afterAll(() => rmSync(folder, { recursive: true }));

const responses = { "200": { description: "Done." } };
const query = (name: string, description: string) => ({ name, in: "query", required: true, description, schema: { type: "string" } });
const api = {
  openapi: "3.1.0",
  info: { title: "Shop", version: "1" },
  servers: [{ url: "https://shop.example.com" }],
  paths: {
    "/orders": {
      get: { operationId: "list_orders", summary: "List the orders", parameters: [query("zone", "A part of the town.")], responses },
      post: { operationId: "create_order", parameters: [query("zone", ""), query("on", "")], responses },
    },
    "/orders/{id}": {
      delete: {
        operationId: "__proto__",
        summary: "list the orders.",
        parameters: [{ ...query("id", "Its number."), in: "path" }],
        responses,
      },
    },
    "/a b": { get: { summary: "Get the stock", description: "Deprecated: use list_orders.", responses } },
  },
};
const tools = [
  { name: "find: pages", description: "<p>Finds pages.</p>", inputSchema: { type: "object" } },
  { name: "get_page", title: "Read text", description: "Runs last.", inputSchema: { type: "object" } },
];

function put(path: string, text: string): void {
  writeFileSync(join(folder, path), text);
}

beforeEach(() => {
  mkdirSync(join(folder, "snapshots"), { recursive: true });
  put("shop.yaml", "displayName: shop\nopenApiToolset: { openApiSchema: api.yaml }\n");
  put("api.yaml", JSON.stringify(api));
  put("wiki.yaml", "displayName: wiki\nmcpToolset: { serverAddress: https://wiki.example.com/mcp }\n");
  put("snapshots/wiki.tools.json", JSON.stringify({ tools }));
  put("toolsetc.yaml", "targets: []\n");
});

function run(...flags: string[]) {
  return runCommand(["score", ...flags], { cwd: folder });
}

async function scores(): Promise<Record<string, [score: number, ...codes: string[]]>> {
  const { tools } = JSON.parse((await run("--format", "json")).stdout);
  return Object.fromEntries(
    tools.map(({ id, score, costs }: { id: string; score: number; costs: { code: string }[] }) => [
      id,
      [score, ...costs.map(({ code }) => code)],
    ]),
  );
}

test("`score` gives each tool 100 less its findings, and lists the worst first", async () => {
  expect(Object.entries(await scores())).toEqual([
    ["create_order", [30, "missing-description", "unexplained-parameter", "unexplained-parameter"]],
    ["__proto__", [70, "equal-descriptions"]],
    ["find: pages", [90, "markup-in-description"]],
    ["get_page", [90, "title-not-in-description"]],
    ["GET /a b", [95, "unmarked-deprecation"]],
    ["list_orders", [100]],
  ]);
  const { toolsets } = JSON.parse((await run("--format", "json")).stdout);
  expect(toolsets).toEqual([
    { name: "shop", score: 73, tools: 4 },
    { name: "wiki", score: 90, tools: 2 },
  ]);
});

test("the overrides that `score` suggests fix the findings that they are suggested for", async () => {
  const { stdout } = await run();
  const [, overrides = ""] = stdout.split("with your own texts:\n\n");
  let texts = 0;
  // Each text in its own words, as two equal ones would be a finding.
  put(
    "toolsetc.yaml",
    overrides.replace(/(?:What it does, and when to call it|What it is)\./g, () => `Does the ${"abcdef"[texts++]} thing`),
  );
  expect(texts).toBe(6);
  expect(await scores()).toEqual({
    create_order: [100],
    list_orders: [100],
    ["__proto__"]: [100],
    "find: pages": [100],
    get_page: [100],
    // It can only be marked in its document.
    "GET /a b": [95, "unmarked-deprecation"],
  });
});

test("a longer description does not change the score", async () => {
  const before = await scores();
  const longer = JSON.stringify(api).replace("A part of the town.", "A part of the town, as the map of the year shows it. ".repeat(9));
  put(
    "api.yaml",
    longer.replace("List the orders", `List the orders ${"of the town ".repeat(9)}`).replace("list the orders.", "Delete one"),
  );
  expect(await scores()).toEqual({ ...before, ["__proto__"]: [100] });
});

test("a large tool has a lower score, and `score` names what to hide", async () => {
  const notes = Object.fromEntries(
    [...Array(400).keys()].map((index) => [
      `note_${index}`,
      { type: "string", description: `Note of page ${index}, for the people of the shop who read the notes.` },
    ]),
  );
  const large = {
    name: "add_note",
    description: "Adds notes.",
    inputSchema: { type: "object", properties: { notes: { type: "object", properties: notes } } },
  };
  put("snapshots/wiki.tools.json", JSON.stringify({ tools: [large] }));
  const { stdout } = await run("--toolset", "wiki");
  expect(stdout).toMatch(/^80 {2}wiki\.add_note\n {2}-20 large-tools: "add_note" has about [\d,]+ tokens/m);
  expect(stdout).toContain("notes:\n            hide: true\n");
});

test.each([
  ["70", 0, ""],
  ["74", 1, 'The score of "shop" is 73, less than --min 74.\n'],
  ["100", 1, 'The score of "shop" is 73, less than --min 100.\nThe score of "wiki" is 90, less than --min 100.\n'],
])("`score --min %s` exits with %i", async (min, status, stderr) => {
  expect(await run("--min", min)).toMatchObject({ status, stderr });
});

test.each(["-1", "101", "x"])("`score --min` takes no %s", async (min) => {
  expect(await run("--min", min)).toMatchObject({ status: 2, stdout: "" });
});

test("Markdown of `score` has one row for each of the worst tools, and no text of the input adds one", async () => {
  tools[0]!.name = "find|pages\n| 1 |";
  put("snapshots/wiki.tools.json", JSON.stringify({ tools }));
  tools[0]!.name = "find: pages";
  const { stdout } = await run("--format", "markdown");
  expect(stdout.split("\n").filter((line) => line.startsWith("|"))).toHaveLength(2 + 2 + 2 + 5);
});
