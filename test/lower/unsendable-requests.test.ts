import { describe, expect, test } from "vitest";
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

describe("for a request that `fetch` cannot send", () => {
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

  test("a toolset that has only operations with TRACE is an error that says why it has no tools", async () => {
    const { diagnostics } = await lowered({ trace: { operationId: "echo", responses } });
    expect(diagnostics.map(({ code, severity }) => [code, severity])).toEqual([
      ["unsendable-method", "warning"],
      ["no-tools", "error"],
    ]);
    expect(diagnostics[1]?.message).toContain("all of its operations are excluded or cannot be called");
  });
});
