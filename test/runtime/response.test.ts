import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Context, type HttpBinding, type Mismatch, type SchemaSource, ToolError } from "../../src/runtime/index.ts";
import { base64Of } from "../../src/runtime/response/base64.ts";
import { checkBounded } from "../../src/runtime/response/parse-bounded.ts";
import { http, makeTool } from "./fixture.ts";
import { emptyObject, type Loopback, startLoopback } from "./loopback.ts";

let server: Loopback;
beforeAll(async () => {
  server = await startLoopback();
});
afterAll(() => server.close());
beforeEach(() => {
  server.arrivals.length = 0;
  server.answer = emptyObject;
});

function answers(status: number, contentType: string, text: string | Buffer): void {
  server.answer = (response) => response.writeHead(status, contentType === "" ? {} : { "content-type": contentType }).end(text);
}

function call(
  binding: Partial<HttpBinding>,
  output: SchemaSource = {},
  context: Context = {},
  pick: readonly string[] = [],
): Promise<unknown> {
  return makeTool({ binding: { ...http, ...binding }, output, pick }).execute({}, { baseUrl: server.address, ...context });
}

const responses: HttpBinding["responses"] = [
  { status: "default", contentType: "text/plain", body: "text" },
  { status: "2XX", contentType: "application/json", body: "json" },
  { status: "200", contentType: "application/json", body: "json" },
  { status: "200", contentType: "image/*", body: "binary" },
  { status: "200", contentType: "application/x-ndjson", body: "sequence" },
  { status: "202", contentType: "application/xml", body: "text" },
  { status: "204", contentType: null, body: "none" },
  { status: "205", contentType: "text/plain", body: "text" },
];

describe("the response of a call", () => {
  test.each<[string, number, string, string, unknown]>([
    ["JSON", 200, "application/json; charset=utf-8", '{"a":1}', { a: 1 }],
    ["the range of a status", 201, "application/json", "[1]", [1]],
    ["bytes", 200, "image/png", "hi", { mediaType: "image/png", base64: "aGk=" }],
    ["lines of JSON", 200, "application/x-ndjson", '{"a":1}\n\n{"a":2}\n', [{ a: 1 }, { a: 2 }]],
    ["nothing", 204, "", "", null],
    ["nothing where JSON was promised", 200, "application/json", "", null],
    ["an empty text", 202, "application/xml", "", ""],
    ["an empty file", 200, "image/png", "", { mediaType: "image/png", base64: "" }],
    ["an empty sequence", 200, "application/x-ndjson", "", []],
    ["nothing at all, whatever is promised", 205, "text/plain", "", null],
    ["white space where JSON was promised", 200, "application/json", " \r\n", null],
    ["XML, as one string", 202, "application/xml", "<a>1</a>", "<a>1</a>"],
    ["JSON that is not described", 204 + 2, "application/problem+json", '{"a":1}', { a: 1 }],
  ])("becomes the result: %s", async (_name, status, contentType, text, expected) => {
    answers(status, contentType, text);
    expect(await call({ responses, output: "result" })).toEqual({ result: expected });
  });

  test("becomes a text, or bytes if its media type is not described", async () => {
    answers(200, "text/plain", "hi");
    expect(await call({ responses: [{ status: "default", contentType: "text/plain", body: "text" }] })).toBe("hi");
    expect(await call({ responses: [] })).toBe("hi");
    answers(200, "application/x-unknown", "hi");
    expect(await call({ responses: [] })).toEqual({ mediaType: "application/x-unknown", base64: "aGk=" });
  });

  test("of bytes of any length becomes the same Base64 that Node makes", () => {
    for (const length of [...Array(20).keys(), 786431, 786432, 786433, 1572866]) {
      const bytes = Uint8Array.from({ length }, (_none, index) => index * 7 + length);
      expect(base64Of(bytes) === Buffer.from(bytes).toString("base64"), String(length)).toBe(true);
    }
  });

  test("in another charset is decoded, or read as UTF-8 if the charset is unknown", async () => {
    answers(200, "text/plain; charset=iso-8859-1", Buffer.from([0xe9]));
    expect(await call({ responses: [] })).toBe("é");
    answers(200, "text/plain; charset=unheard-of", "é");
    expect(await call({ responses: [] })).toBe("é");
  });

  test("of server-sent events becomes a list of objects", async () => {
    answers(200, "text/event-stream", ': hello\n\nevent: add\nid: 7\ndata: {"a":1}\ndata: x\nretry: 10\n\ndata:last');
    expect(await call({ responses: [{ status: "200", contentType: "text/event-stream", body: "sequence" }] })).toEqual([
      { event: "add", id: "7", data: '{"a":1}\nx', retry: 10 },
      { data: "last" },
    ]);
  });

  test("of server-sent events has their data as JSON or as text, as its schema says", async () => {
    const read = (body: "event-data" | "event-text") => call({ responses: [{ status: "200", contentType: "text/event-stream", body }] });
    answers(200, "text/event-stream", 'event: add\ndata: {"a":\ndata: 1}\n\ndata: 12\n\ndata: so\n\ndata: [DONE]\n\n');
    expect(await read("event-data")).toEqual([{ a: 1 }, 12, "so"]);
    expect(await read("event-text")).toEqual(['{"a":\n1}', "12", "so"]);
    answers(200, "text/event-stream", "");
    expect(await read("event-data")).toEqual([]);
    answers(200, "text/event-stream", `data: ${"[".repeat(1001)}\n\n`);
    await expect(read("event-data")).rejects.toMatchObject({ code: "invalid-response", sent: true });
    answers(200, "application/jsonl", "[1]\n[2]");
    expect(await read("event-data")).toEqual([[1], [2]]);
  });

  test("of server-sent events may have every kind of line end", async () => {
    answers(200, "text/event-stream", "data: a\n\r\ndata: b\r\n\ndata: c\r\rdata: d\r\n\r\n");
    expect(await call({ responses: [{ status: "200", contentType: "text/event-stream", body: "sequence" }] })).toEqual(
      ["a", "b", "c", "d"].map((data) => ({ data })),
    );
  });

  test("that is not JSON where JSON is described is an error that does not quote it", async () => {
    answers(200, "text/html", "<p>secret</p>");
    const error = await call({}).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: "invalid-response", sent: true });
    expect(String(error) + JSON.stringify(error)).not.toContain("secret");
  });

  test("of JSON that is nested too deep is an error, and brackets in strings do not count", async () => {
    const nested = (depth: number) => `${"[".repeat(depth)}1${"]".repeat(depth)}`;
    answers(200, "application/json", nested(1001));
    await expect(call({})).rejects.toMatchObject({ code: "invalid-response", sent: true });
    answers(200, "application/json", nested(1000));
    expect(JSON.stringify(await call({}))).toBe(nested(1000));
    const text = JSON.stringify({ a: '["{\\"'.repeat(2000), b: [1] });
    answers(200, "application/json", text);
    expect(JSON.stringify(await call({}))).toBe(text);
  });

  test("of JSON texts with record separators becomes a list", async () => {
    answers(200, "application/json-seq", '\u001e{"a":1}\n\u001e[2]\n');
    expect(await call({ responses: [{ status: "200", contentType: "application/json-seq", body: "sequence" }] })).toEqual([{ a: 1 }, [2]]);
  });

  test("of the events in OpenAPI 3.2 §4.14 becomes what the example says", async () => {
    answers(
      200,
      "text/event-stream",
      'event: addString\ndata: This data is formatted\ndata: across two lines\nretry: 5\n\nid: a\0b\nretry: soon\nevent: addNumber\ndata: 1234.5678\nunknown: this is passed over\n\n: a comment\nevent: addJSON\ndata: {"foo": 42}\n\n',
    );
    expect(await call({ responses: [{ status: "200", contentType: "text/event-stream", body: "sequence" }] })).toEqual([
      { event: "addString", data: "This data is formatted\nacross two lines", retry: 5 },
      { event: "addNumber", data: "1234.5678" },
      { event: "addJSON", data: '{"foo": 42}' },
    ]);
  });

  test("may have a member `__proto__`, which becomes a member of the result", async () => {
    answers(200, "application/json", '{"__proto__":{"polluted":true},"a":1}');
    const answer = await call({}, {}, {}, ["a", "__proto__"]);
    expect(Object.keys(answer as object)).toEqual(["__proto__", "a"]); // The answer is an object.
    expect(Object.hasOwn({}, "polluted")).toBe(false);
  });

  test("with a status of failure is an error with the status and the body", async () => {
    answers(404, "application/json", '{"message":"no such shop"}');
    await expect(call({})).rejects.toMatchObject({
      name: "ToolError",
      tool: "shop_call",
      code: "http-error",
      sent: true,
      details: { status: 404, body: '{"message":"no such shop"}' },
    });
  });
});

describe("a result that does not match the output schema", () => {
  const output = { type: "object", properties: { id: { type: "integer" } }, required: ["id"] };

  test("is returned, and reported to the caller's `onMismatch`", async () => {
    answers(200, "application/json", '{"id":"secret"}');
    const mismatches: Mismatch[] = [];
    expect(await call({}, output, { onMismatch: (mismatch) => mismatches.push(mismatch), toolCallId: "c1" })).toEqual({ id: "secret" });
    expect(mismatches).toEqual([{ tool: "shop_call", toolCallId: "c1", issues: [{ message: '"/id" must be an integer.', path: ["id"] }] }]);
  });

  test('is an error with `output: "strict"`, which says that the call was made', async () => {
    answers(200, "application/json", "{}");
    await expect(call({}, output, { output: "strict" })).rejects.toMatchObject({
      code: "invalid-response",
      sent: true,
      message: expect.stringContaining("The call was made"),
    });
  });

  test("is accepted if only a `format` does not match", async () => {
    answers(200, "application/json", '{"at":"yesterday"}');
    expect(await call({}, { properties: { at: { format: "date-time" } } }, { output: "strict" })).toEqual({ at: "yesterday" });
  });
});

test("a result has only the members that `pick` selects", async () => {
  answers(200, "application/json", '[{"a":1,"b":2},{"b":3},null]');
  expect(await call({ output: "result" }, {}, {}, ["a"])).toEqual({ result: [{ a: 1 }, {}, null] });
  answers(200, "application/json", '{"a":1,"b":2}');
  expect(await call({}, {}, {}, ["b"])).toEqual({ b: 2 });
});

test("hooks get the request and the response, and the caller's `fetch` sends the request", async () => {
  const seen: string[] = [];
  const answer = await call(
    {},
    {},
    {
      fetch: (request) =>
        Promise.resolve(new Response(JSON.stringify({ url: request.url }), { headers: { "content-type": "application/json" } })),
      baseUrl: "https://shop.example/v2",
      onRequest: (request) => seen.push(request.redirect),
      onResponse: (response) => seen.push(String(response.status)),
    },
  );
  expect(answer).toEqual({ url: "https://shop.example/v2/" });
  expect(seen).toEqual(["manual", "200"]);
});

test("invalid arguments are not sent, and the error names their place but not their value", async () => {
  const tool = makeTool({
    binding: http,
    input: { type: "object", properties: { day: { type: "string", format: "date" } }, required: ["day"], additionalProperties: false },
  });
  const error: unknown = await tool.execute({ day: "secret", more: 1 }, { baseUrl: server.address }).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ToolError);
  expect(error).toMatchObject({
    code: "invalid-arguments",
    sent: false,
    message: expect.stringContaining('"/day" must be a valid date, such as "2026-01-31".'),
  });
  expect(String(error)).not.toContain("secret");
  expect(server.arrivals).toEqual([]);
});

test("a response with too many distinct names of members is refused, and one that repeats names is not", () => {
  const members = (name: (index: number) => string) =>
    `[${"0,".repeat(20_001)}{${Array.from({ length: 50_100 }, (_, index) => `"${name(index)}":0`).join()}}]`;
  expect(() => checkBounded(members((index) => `n${index}`))).toThrow("has more than 50000 names of members");
  expect(() => checkBounded(members((index) => `n${index % 100}`))).not.toThrow();
});
