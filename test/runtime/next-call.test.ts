import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type HttpBinding, modelOutput, resultText, type Tool } from "../../src/runtime/index.ts";
import { http, makeTool, parameter } from "./fixture.ts";
import { emptyObject, type Loopback, startLoopback } from "./loopback.ts";

let server: Loopback;
beforeAll(async () => {
  server = await startLoopback();
});
afterAll(() => server.close());
beforeEach(() => {
  server.answer = emptyObject;
});

const names = ["page", "per_page", "state", "cursor", "pageToken", "start_cursor"];

function listTool(binding: Partial<HttpBinding> = {}, only: readonly string[] = names): Tool<{ readonly [name: string]: unknown }> {
  const integer = ["page", "per_page"];
  return makeTool({
    binding: { ...http, path: "/orders", parameters: only.map((name) => parameter(name, "query")), security: [{ key: [] }], ...binding },
    endpoint: { securitySchemes: { key: { type: "apiKey", in: "query", name: "key" } } },
    input: {
      type: "object",
      properties: Object.fromEntries(only.map((name) => [name, { type: integer.includes(name) ? "integer" : "string" }])),
      additionalProperties: false,
    },
  });
}

/** The text for the model, of a call that the service answers with `body` and `headers`. */
async function told(tool: Tool<{ readonly [name: string]: unknown }>, input: object, body: unknown, headers = {}): Promise<unknown> {
  server.answer = (response) => response.writeHead(200, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
  const output = await tool.execute({ ...input }, { baseUrl: server.address, auth: { key: "hunter2-key" } });
  // The program gets the answer as it is.
  expect(JSON.parse(JSON.stringify(output))).toEqual(
    tool.binding.transport === "http" && tool.binding.output === "result" ? { result: body } : body,
  );
  const text = resultText(tool, output);
  expect(JSON.stringify(modelOutput(tool, output))).toBe(text);
  expect(text).not.toContain("hunter2");
  return JSON.parse(text);
}

describe("a model is told the arguments of the next call", () => {
  test.each([
    ["of a link", {}, '</orders?page=2>; rel="next"', { page: 2 }],
    [
      "among links",
      { state: "open" },
      '</orders?state=open>; rel=first, </orders?state=open&page=3>; title="a, b"; rel="last next"',
      { state: "open", page: 3 },
    ],
    ["of an address with the credential", { page: 1 }, "<http://SERVER/orders?key=hunter2-key&page=2>;rel=next", { page: 2 }],
    ["of a proxied service", { page: 1 }, "<https://SERVER/orders?page=2>;rel=next", { page: 2 }],
    ["that has fewer parameters", { page: 1, state: "open" }, "</orders?cursor=abc>; rel=next", { cursor: "abc" }],
  ])("from a header with a link: %s", async (_name, input, link, _next) => {
    const host = new URL(server.address).host;
    expect(await told(listTool(), input, { items: [1] }, { link: link.replace("SERVER", host) })).toEqual({ items: [1], _next });
  });

  test.each<[string, object, unknown, object]>([
    ["next_cursor", { state: "open" }, { items: [], next_cursor: "c2" }, { state: "open", cursor: "c2" }],
    ["nextPageToken", {}, { nextPageToken: "t2" }, { pageToken: "t2" }],
    ["response_metadata.next_cursor", {}, { response_metadata: { next_cursor: "c2" } }, { cursor: "c2" }],
    ["links.next.href", {}, { _links: { next: { href: "/orders?page=2" } } }, { page: 2 }],
    ["@odata.nextLink", {}, { "@odata.nextLink": "/orders?page=2" }, { page: 2 }],
  ])("from a response with %s", async (_name, input, body, _next) => {
    const only = names.filter((name) => name !== "start_cursor");
    expect(await told(listTool({}, only), input, body)).toEqual({ ...(body as object), _next });
  });

  test("beside the items if the response is a list", async () => {
    const list = listTool({ output: "result" });
    expect(await told(list, {}, [1], { link: "</orders?page=2>; rel=next" })).toEqual({ result: [1], _next: { page: 2 } });
  });

  test("as `__next` if the response has a member `_next`", async () => {
    expect(await told(listTool(), {}, { _next: 1 }, { link: "</orders?page=2>; rel=next" })).toEqual({ _next: 1, __next: { page: 2 } });
  });
});

describe("a model is told no arguments of a next call that are not certain", () => {
  test.each([
    ["another path", "</orders/7?page=2>; rel=next"],
    ["another host", "<http://example.com/orders?page=2>; rel=next"],
    ["a parameter that the tool does not take", "</orders?page=2&sig=x>; rel=next"],
    ["a value of another type", "</orders?page=two>; rel=next"],
    ["two values of a parameter", "</orders?page=2&page=3>; rel=next"],
    ["another relation", "</orders?page=2>; rel=prev"],
    ["an `anchor`, which makes it a link of another document", '</orders?page=2>; rel=next; anchor="/x"'],
    ["the address of this call", "</orders>; rel=next"],
    ["an address that is no URL", "<http://[>; rel=next"],
  ])("those of a link with %s", async (_name, link) => {
    expect(await told(listTool(), {}, { items: [1] }, { link })).toEqual({ items: [1] });
  });

  test.each<[string, unknown]>([
    ["a cursor that two parameters may take", { next_cursor: "c2" }],
    ["an empty cursor", { nextPageToken: "" }],
    ["a cursor elsewhere", { order: { next_cursor: "c2" } }],
    ["a cursor that is no text", { nextPageToken: { a: 1 } }],
    ["a long cursor", { nextPageToken: "x".repeat(5000) }],
  ])("those of a response with %s", async (_name, body) => {
    expect(await told(listTool(), {}, body)).toEqual(body);
  });

  test("those of a link, after a call that changes something", async () => {
    const tool = listTool({ method: "POST" });
    expect(await told(tool, {}, { items: [1] }, { link: "</orders?page=2>; rel=next" })).toEqual({ items: [1] });
  });
});

test("a result is cut to 32 KiB by default, and names the parameters for smaller ones", async () => {
  const items = Array.from({ length: 3000 }, (_, index) => ({ id: index, name: `order ${index}` }));
  const tool = listTool();
  const value = (await told(tool, {}, { items }, { link: "</orders?page=2>; rel=next" })) as { items: unknown[]; _cut: string };
  expect(Buffer.byteLength(JSON.stringify(value))).toBeLessThanOrEqual(32 * 1024);
  expect(value.items.length).toBeGreaterThan(500);
  expect(value._cut).toMatch(
    / Omitted: \d+ array items\. For smaller results, use "page", "per_page", "cursor", "pageToken", "start_cursor"\.$/,
  );
  // The next page would skip what was cut off.
  expect(value).not.toHaveProperty("_next");
  const whole = { ...tool, trim: { pick: [], maxBytes: 8 << 20 } };
  expect(await told(whole, {}, { items }, { link: "</orders?page=2>; rel=next" })).toEqual({ items, _next: { page: 2 } });
});
