import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { runCommand } from "../run-command.ts";
import { lowerTexts } from "./lower-texts.ts";

async function lowered(item: object) {
  const document = {
    openapi: "3.0.3",
    info: { title: "Shop", version: "1" },
    servers: [{ url: "https://shop.example.com" }],
    paths: { "/a": item },
  };
  const input = { kind: "openapi", path: "shop.json", include: [], exclude: [] } as const;
  const { program, diagnostics } = await lowerTexts({ "shop.json": JSON.stringify(document) }, input);
  const [toolset] = program.toolsets;
  return { tools: toolset?.tools ?? [], account: toolset?.account, diagnostics };
}

const responses = { 200: { description: "It." } };

describe("what `fetch` cannot send does not become a tool or an argument", () => {
  test.each([
    ...[
      "Connection",
      "Keep-Alive",
      "TE",
      "Trailer",
      "Transfer-Encoding",
      "Upgrade",
      "Content-Length",
      "Expect",
      "HOST",
      "Proxy-Connection",
    ],
    ...["Accept", "content-type", "Authorization"],
  ])("a required header parameter %s is no argument, and the operation remains a tool", async (name) => {
    const parameters = [
      { name, in: "header", required: true, schema: { type: "string" } },
      { name: "X-Name", in: "header", schema: { type: "string" } },
    ];
    const { tools, diagnostics } = await lowered({ get: { operationId: "find", parameters, responses } });
    expect(tools.map(({ input }) => Object.keys(input.json.properties ?? {}))).toEqual([["X_Name"]]);
    expect(tools[0]?.input.json.required).toEqual([]);
    expect(diagnostics.map(({ code, severity }) => [code, severity])).toEqual([["ignored-parameter", "warning"]]);
  });

  test("an operation with the method TRACE is omitted with a warning, and the others become tools", async () => {
    const { tools, account, diagnostics } = await lowered({
      get: { operationId: "find", responses },
      trace: { operationId: "echo", responses },
    });
    expect(tools.map(({ id }) => id)).toEqual(["find"]);
    expect(account).toMatchObject({ operations: 2, excluded: 1, failed: 0 });
    expect(diagnostics.map(({ code, severity }) => [code, severity])).toEqual([["unsendable-method", "warning"]]);
  });

  test("a toolset that has only such operations is an error that says why it has no tools", async () => {
    const { diagnostics } = await lowered({ trace: { operationId: "echo", responses } });
    expect(diagnostics.map(({ code, severity }) => [code, severity])).toEqual([
      ["unsendable-method", "warning"],
      ["no-tools", "error"],
    ]);
    expect(diagnostics[1]?.message).toContain("all of its operations are excluded or cannot be called");
  });
});

describe("a tool that the server executes only as an MCP task is omitted with a warning, and the others become tools", () => {
  const execution = { taskSupport: "required" };
  const inputSchema = { type: "object" };
  const tools = [
    { name: "find", inputSchema },
    { name: "restock", inputSchema, execution },
    { name: "old", inputSchema, execution },
  ];
  const texts = {
    "shop.yaml": "displayName: shop\nmcpToolset: { serverAddress: https://shop.example.com/mcp }\n",
    "snapshots/shop.tools.json": JSON.stringify({ tools }),
    "toolsetc.yaml": "overrides: { shop: { exclude: [old] } }\n",
  };

  test("the account counts it as excluded, and not as failed", async () => {
    const { program, diagnostics } = await lowerTexts(texts);
    expect(program.toolsets[0]?.tools.map(({ id }) => id)).toEqual(["find"]);
    expect(program.toolsets[0]?.account).toMatchObject({ operations: 3, tools: 1, excluded: 2, failed: 0 });
    expect(diagnostics.map(({ code, severity }) => [code, severity])).toEqual([["task-only-mcp-tool", "warning"]]);
  });

  const folder = mkdtempSync(join(tmpdir(), "toolsetc-unsendable-"));
  afterAll(() => rmSync(folder, { recursive: true }));

  test("`compile` writes the others, and exits with 0", async () => {
    mkdirSync(join(folder, "snapshots"));
    for (const [name, text] of Object.entries(texts)) writeFileSync(join(folder, name), text);
    const { status, stderr, stdout } = await runCommand(["compile", "."], { cwd: folder, env: { XDG_CACHE_HOME: join(folder, ".cache") } });
    expect({ status, text: stdout + stderr }).toMatchObject({ status: 0, text: expect.stringContaining("warning[task-only-mcp-tool]") });
    expect(existsSync(join(folder, "generated/toolsets/shop/index.ts"))).toBe(true);
    expect(readFileSync(join(folder, "generated/toolsets/shop/index.ts"), "utf8")).not.toContain("restock");
  });
});
