import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { BodyBinding, HttpBinding } from "../../src/runtime/index.ts";
import { http, makeTool, parameter } from "./fixture.ts";
import { type Arrival, emptyObject, type Loopback, startLoopback } from "./loopback.ts";

let server: Loopback;
beforeAll(async () => {
  server = await startLoopback();
});
afterAll(() => server.close());
beforeEach(() => {
  server.arrivals.length = 0;
  server.answer = emptyObject;
});

/** Calls a tool with this binding and gives what arrived at the server. */
async function send(binding: Partial<HttpBinding>, input: { readonly [name: string]: unknown }): Promise<Arrival> {
  await makeTool({ binding: { ...http, ...binding } }).execute(input, { baseUrl: `${server.address}/v1/` });
  const [arrival] = server.arrivals;
  if (arrival === undefined) throw new Error("Nothing arrived.");
  return arrival;
}

const body = (contentType: string, from: BodyBinding["from"], encoding: BodyBinding["encoding"] = {}): BodyBinding => ({
  required: true,
  contentType,
  from,
  encoding,
});
const members = (...names: string[]): BodyBinding["from"] => ({ members: names.map((name) => ({ name, from: { input: name } })) });

/** What generators for OpenAPI get wrong most often. */
describe("a parameter of an operation", () => {
  test.each<[string, Partial<HttpBinding>, { readonly [name: string]: unknown }, string]>([
    [
      "a path value is percent-encoded",
      { path: "/items/{id}", parameters: [parameter("id", "path")] },
      { id: "a/b c" },
      "/v1/items/a%2Fb%20c",
    ],
    ["a path array", { path: "/items/{ids}/x", parameters: [parameter("ids", "path")] }, { ids: [1, 2] }, "/v1/items/1,2/x"],
    ["a matrix path", { path: "/m/{id}", parameters: [parameter("id", "path", { style: "matrix" })] }, { id: 5 }, "/v1/m/;id=5"],
    ["a label path", { path: "/l/{id}", parameters: [parameter("id", "path", { style: "label" })] }, { id: [1, 2] }, "/v1/l/.1,2"],
    ["a fixed query in the path", { path: "/?Action=List#x", parameters: [parameter("n", "query")] }, { n: 1 }, "/v1/?Action=List&n=1"],
    ["form, explode false", { parameters: [parameter("tags", "query", { explode: false })] }, { tags: ["a", "b,c"] }, "/v1/?tags=a,b%2Cc"],
    ["form, explode true", { parameters: [parameter("tags", "query")] }, { tags: ["a", "b"] }, "/v1/?tags=a&tags=b"],
    ["pipes", { parameters: [parameter("tags", "query", { style: "pipeDelimited" })] }, { tags: ["a", "b"] }, "/v1/?tags=a%7Cb"],
    [
      "a deep object",
      { parameters: [parameter("filter", "query", { style: "deepObject" })] },
      { filter: { a: 1, b: "x y" } },
      "/v1/?filter%5Ba%5D=1&filter%5Bb%5D=x%20y",
    ],
    ["an exploded object", { parameters: [parameter("page", "query")] }, { page: { size: 2, at: "z" } }, "/v1/?size=2&at=z"],
    [
      "reserved characters",
      { parameters: [parameter("url", "query", { allowReserved: true })] },
      { url: "http://x/?a=1&b=2" },
      "/v1/?url=http://x/?a=1%26b=2",
    ],
    [
      "a content parameter",
      { parameters: [{ ...parameter("q", "query"), as: { contentType: "application/json" } }] },
      { q: { a: 1 } },
      "/v1/?q=%7B%22a%22%3A1%7D",
    ],
    ["a fixed value", { parameters: [{ ...parameter("v", "query"), from: { value: 2 } }] }, {}, "/v1/?v=2"],
    [
      "what is not given is not sent",
      { parameters: [parameter("a", "query"), parameter("b", "query")] },
      { a: undefined, b: null },
      "/v1/",
    ],
    ["false and zero are sent", { parameters: [parameter("a", "query"), parameter("b", "query")] }, { a: false, b: 0 }, "/v1/?a=false&b=0"],
    [
      "a whole query",
      { parameters: [{ ...parameter("q", "querystring"), as: { contentType: "application/x-www-form-urlencoded" } }] },
      { q: { a: "x y", b: [1, 2] } },
      "/v1/?a=x+y&b=1&b=2",
    ],
    [
      "a whole query of JSON",
      { parameters: [{ ...parameter("q", "querystring"), as: { contentType: "application/json" } }] },
      { q: [1] },
      "/v1/?%5B1%5D",
    ],
    [
      "a name keeps to itself",
      { parameters: [parameter("o", "query", { allowReserved: true })] },
      { o: { "a=b&c": "d=e" } },
      "/v1/?a%3Db%26c=d=e",
    ],
    [
      "so does the name of a deep member",
      { parameters: [parameter("f", "query", { style: "deepObject", allowReserved: true })] },
      { f: { "a=b": "c=d" } },
      "/v1/?f%5Ba%3Db%5D=c=d",
    ],
    [
      "Swagger 2.0's lists in a path",
      {
        path: "/{a}/{b}",
        parameters: [
          parameter("a", "path", { style: "spaceDelimited", explode: false }),
          parameter("b", "path", { style: "pipeDelimited", explode: false }),
        ],
      },
      { a: ["x", "y z"], b: [1, 2] },
      "/v1/x%20y%20z/1%7C2",
    ],
    ["names are encoded", { parameters: [parameter("a b&c", "query")] }, { "a b&c": 1 }, "/v1/?a%20b%26c=1"],
  ])("becomes part of the request's URL: %s", async (_name, binding, input, url) => {
    expect((await send(binding, input)).url).toBe(url);
  });

  test("of the path keeps its value apart from those of the same name in the query and the body", async () => {
    const arrival = await send(
      {
        method: "POST",
        path: "/items/{id}",
        parameters: [
          { ...parameter("id", "path"), from: { input: "id" } },
          { ...parameter("id", "query"), from: { input: "id_query" } },
        ],
        body: body("application/json", { members: [{ name: "id", from: { input: "id_body" } }] }),
      },
      { id: 1, id_query: 2, id_body: 3 },
    );
    expect(arrival.url).toBe("/v1/items/1?id=2");
    expect(arrival.body).toBe('{"id":3}');
    expect(arrival.headers["content-type"]).toBe("application/json");
  });

  test("of a header or a cookie is written in its style", async () => {
    const arrival = await send(
      {
        parameters: [
          parameter("x-trace", "header"),
          parameter("x-set", "header", { explode: true }),
          parameter("session", "cookie"),
          parameter("seen", "cookie", { style: "cookie", explode: true }),
        ],
      },
      { "x-trace": "a b%", "x-set": { a: 1, b: 2 }, session: "s 1", seen: ["p", "q"] },
    );
    expect(arrival.headers["x-trace"]).toBe("a b%");
    expect(arrival.headers["x-set"]).toBe("a=1,b=2");
    expect(arrival.headers.cookie).toBe("session=s%201; seen=p; seen=q");
    expect(arrival.headers.accept).toBe("application/json");
  });
});

test("lists in headers are sent as Swagger 2.0 describes them", async () => {
  const styled = (["spaceDelimited", "tabDelimited", "pipeDelimited"] as const).map((style) => parameter(style, "header", { style }));
  const { headers } = await send({ parameters: styled }, { spaceDelimited: ["a", "b"], tabDelimited: [1, 2], pipeDelimited: ["a", "b,c"] });
  expect(headers["spacedelimited"]).toBe("a b");
  expect(headers["tabdelimited"]).toBe("1\t2");
  expect(headers["pipedelimited"]).toBe("a|b,c");
});

describe("the body of a request", () => {
  const post = (value: BodyBinding): Partial<HttpBinding> => ({ method: "POST", body: value });

  test("of JSON may be an array", async () => {
    expect((await send(post(body("application/vnd.shop+json", { input: "body" })), { body: [1, 2] })).body).toBe("[1,2]");
  });

  test("of a form writes a deep object, an array, an object and a style", async () => {
    const encoding = {
      deep: { contentType: null, as: { style: "deepObject", explode: true, allowReserved: false }, headers: {} },
      pipes: { contentType: null, as: { style: "pipeDelimited", explode: false, allowReserved: false }, headers: {} },
    } as const;
    const arrival = await send(
      post(body("application/x-www-form-urlencoded", members("name", "deep", "tags", "address", "pipes"), encoding)),
      {
        name: "a b&c",
        deep: { x: { y: 1 } },
        tags: ["p", "q"],
        address: { street: "1 Main" },
        pipes: [1, 2],
      },
    );
    expect(arrival.headers["content-type"]).toBe("application/x-www-form-urlencoded");
    expect(arrival.body).toBe("name=a+b%26c&deep%5Bx%5D%5By%5D=1&tags=p&tags=q&address=%7B%22street%22%3A%221+Main%22%7D&pipes=1%7C2");
  });

  test("of multipart parts contains files, objects and headers", async () => {
    const encoding = {
      note: { contentType: "text/markdown", as: null, headers: { "X-Kind": "n\r\nX-Evil: 1", "Content-Type": "no" } },
    } as const;
    const arrival = await send(post(body("multipart/form-data", members("note", "photo", "extra", "files"), encoding)), {
      note: "# Hi",
      photo: { filename: 'a"\r\nb.png', mediaType: "image/png", base64: "aGVsbG8=" },
      extra: { a: 1 },
      files: [new Blob(["one"], { type: "text/plain" }), { base64: "dHdv" }],
    });
    const boundary = /^multipart\/form-data; boundary=(.+)$/.exec(arrival.headers["content-type"] ?? "")?.[1] ?? "";
    expect(arrival.body.replaceAll(boundary, "B").split("\r\n")).toEqual([
      "--B",
      'Content-Disposition: form-data; name="note"',
      "Content-Type: text/markdown",
      "X-Kind: n X-Evil: 1",
      "",
      "# Hi",
      "--B",
      'Content-Disposition: form-data; name="photo"; filename="a%22%0D%0Ab.png"',
      "Content-Type: image/png",
      "",
      "hello",
      "--B",
      'Content-Disposition: form-data; name="extra"',
      "Content-Type: application/json",
      "",
      '{"a":1}',
      "--B",
      'Content-Disposition: form-data; name="files"; filename="file"',
      "Content-Type: text/plain",
      "",
      "one",
      "--B",
      'Content-Disposition: form-data; name="files"; filename="file"',
      "Content-Type: application/octet-stream",
      "",
      "two",
      "--B--",
      "",
    ]);
  });

  test("of multipart parts writes a member in its style", async () => {
    const encoding = { o: { contentType: null, as: { style: "form", explode: true, allowReserved: false }, headers: {} } } as const;
    const arrival = await send(post(body("multipart/form-data", members("o"), encoding)), { o: { "a b": "c&d" } });
    expect(arrival.body).toContain('name="a b"\r\n\r\nc&d\r\n');
  });

  test("of multipart parts percent-encodes nothing in a member with a style", async () => {
    const as = { style: "spaceDelimited", explode: false, allowReserved: false } as const;
    const encoding = { "a=b": { contentType: null, as, headers: {} } };
    const arrival = await send(post(body("multipart/form-data", members("a=b"), encoding)), { "a=b": ["x", "y"] });
    expect(arrival.body).toContain('name="a=b"\r\n\r\nx y\r\n');
  });

  test("may be text or bytes, and takes a type within a range of media types", async () => {
    expect(await send(post(body("text/csv", { input: "body" })), { body: "a,b" })).toMatchObject({
      body: "a,b",
      headers: { "content-type": "text/csv" },
    });
    server.arrivals.length = 0;
    const file = { mediaType: "image/png", base64: "aGVsbG8" };
    expect(await send(post(body("image/*", { input: "body" })), { body: file })).toMatchObject({
      body: "hello",
      headers: { "content-type": "image/png" },
    });
    server.arrivals.length = 0;
    expect(await send(post(body("*/*", { input: "body" })), { body: { a: 1 } })).toMatchObject({
      body: '{"a":1}',
      headers: { "content-type": "application/json" },
    });
  });

  test("keeps the exact media type of the document, whatever type the file states", async () => {
    for (const [contentType, file, sent] of [
      ["application/octet-stream", { mediaType: "image/png", base64: "aGk=" }, "application/octet-stream"],
      ["application/octet-stream", new Blob(["hi"], { type: "image/png" }), "application/octet-stream"],
      ["application/pdf", { mediaType: "image/png", base64: "aGk=" }, "application/pdf"],
      ["application/*", { mediaType: "application/zip", base64: "aGk=" }, "application/zip"],
      ["image/*", { base64: "aGk=" }, "application/octet-stream"],
    ] as const) {
      server.arrivals.length = 0;
      expect((await send(post(body(contentType, { input: "body" })), { body: file })).headers["content-type"]).toBe(sent);
    }
  });

  test("has a name for a file without one, as servers drop a part with an empty name", async () => {
    const files = [{ filename: "", base64: "aGk=" }, new File(["hi"], ""), { filename: "a.txt", base64: "aGk=" }];
    const arrival = await send(post(body("multipart/form-data", members("files"))), { files });
    expect([...arrival.body.matchAll(/filename="(.*?)"/g)].map(([, name]) => name)).toEqual(["file", "file", "a.txt"]);
  });

  test("that is optional is not sent without members, and one that is required is empty", async () => {
    expect((await send(post({ ...body("application/json", members("a")), required: false }), {})).headers["content-type"]).toBeUndefined();
    server.arrivals.length = 0;
    expect((await send(post(body("application/json", members("a"))), {})).body).toBe("{}");
  });

  test("is sent with the method QUERY too", async () => {
    expect(await send({ method: "QUERY", body: body("application/json", { input: "q" }) }, { q: 1 })).toMatchObject({
      method: "QUERY",
      body: "1",
    });
  });

  test.each<[string, Partial<HttpBinding>, { readonly [name: string]: unknown }, string]>([
    ["a Blob in JSON", post(body("application/json", { input: "body" })), { body: { a: new Blob(["x"]) } }, "unsupported-request"],
    ["wrong Base64", post(body("image/png", { input: "body" })), { body: { base64: "é" } }, "invalid-arguments"],
    ["an object as XML", post(body("application/xml", { input: "body" })), { body: { a: 1 } }, "unsupported-request"],
    ["a GET with a body", { body: body("application/json", { input: "body" }) }, { body: 1 }, "unsupported-request"],
    ["a header name that is none", { parameters: [parameter("x y", "header")] }, { "x y": 1 }, "unsupported-request"],
    ["a method that fetch forbids", { method: "TRACE" }, {}, "unsupported-request"],
  ])("that cannot be written is an error before anything is sent: %s", async (_name, binding, input, code) => {
    await expect(send(binding, input)).rejects.toMatchObject({ code, sent: false });
    expect(server.arrivals).toEqual([]);
  });
});

describe("a cookie that the runtime would not send, as in browsers, is an error", () => {
  const signedIn = makeTool({
    binding: { ...http, security: [{ sid: [] }] },
    endpoint: { securitySchemes: { sid: { type: "apiKey", in: "cookie", name: "sid" } } },
  });

  test.each<[string, () => Promise<unknown>]>([
    ["of a parameter", () => send({ parameters: [parameter("session", "cookie")] }, { session: "s" })],
    ["of a credential", () => signedIn.execute({}, { baseUrl: server.address, auth: { sid: "s" } })],
  ])("if it is the cookie %s", async (_whose, call) => {
    const original = globalThis.Request;
    globalThis.Request = class extends original {
      constructor(...args: ConstructorParameters<typeof Request>) {
        super(...args);
        this.headers.delete("cookie");
      }
    };
    try {
      await expect(call()).rejects.toMatchObject({
        code: "unsupported-request",
        sent: false,
        message: expect.stringContaining("cookies"),
      });
    } finally {
      globalThis.Request = original;
    }
    expect(server.arrivals).toEqual([]);
  });
});
