import { afterAll, beforeAll, expect, test } from "vitest";
import { type BodyBinding, type HttpBinding, type ParameterBinding, type Serialization, ToolError } from "../../src/runtime/index.ts";
import { isLong, sampled } from "../long.ts";
import { http, makeTool } from "../runtime/fixture.ts";
import { type RecordedRequest, type RecordingServer, startRecordingServer } from "./recording-server.mjs";

let server: RecordingServer;
beforeAll(async () => {
  server = await startRecordingServer();
});
afterAll(() => server.close());

const texts: readonly string[] = [
  "",
  " ",
  ".",
  "..",
  "./",
  "../",
  "../../admin",
  "a/../../admin",
  "/",
  "//evil.example/",
  "/\\evil.example",
  "\\\\evil.example\\x",
  "http://evil.example/",
  "@evil.example",
  "user:password@evil.example",
  ":8080",
  "%2e",
  "%2e%2e",
  "%2E%2E%2Fadmin",
  "%252e%252e%252fadmin",
  "..%2f",
  "..%5c",
  "%2f..%2f",
  "..;",
  "..;/admin",
  "%00",
  "%0d%0aX-Evil: 1",
  "a%",
  "?admin=1",
  "#fragment",
  "&admin=1",
  "a=b&admin=1",
  ";admin=1",
  "; admin=1",
  ", admin=1",
  '"; admin="1',
  "\r\nX-Evil: 1",
  "\nX-Evil: 1",
  "\rX-Evil: 1",
  "a\r\n\r\nGET /admin HTTP/1.1\r\nHost: evil.example\r\n\r\n",
  "\u0000",
  "\u0085X-Evil: 1",
  "\u2028X-Evil: 1",
  "\u560d\u560aX-Evil: 1",
  "\ud800",
  "\udc00\ud800",
  "\u202e\u2066",
  "．．／admin",
  "__proto__",
  "constructor",
  "toString",
  "{id}",
  "${id}",
];

/** Once for each place and shape is enough of these. */
const long = "a".repeat(1 << 20);

/** A text as each shape of a value that a style can write. */
const shapes: readonly (readonly [name: string, shape: (text: string) => unknown])[] = [
  ["text", (text) => text],
  ["item", (text) => [text]],
  ["member", (text) => ({ a: text })],
  ["name of a member", (text) => JSON.parse(`{${JSON.stringify(text)}:"a"}`)],
];

/** A sample has each text in each place and style, in one of the shapes, and each shape with a quarter of the texts. */
function isTried(row: number, column: number, index: number): boolean {
  return isLong || (row + index) % shapes.length === column;
}

/** Of the two forms of a style, with `explode` and without, which stand one after the other, a sample has each text in one. */
function isFormTried(as: Serialization, row: number, index: number): boolean {
  return isLong || !("style" in as) || (row + Math.floor(index / shapes.length)) % 2 === 0;
}

type Style = Extract<Serialization, { readonly style: string }>["style"];

const styles = (...names: readonly Style[]): Serialization[] =>
  names.flatMap((style) => [true, false].map((explode) => ({ style, explode, allowReserved: false })));
const reserved = (...names: readonly Style[]): Serialization[] => styles(...names).map((as) => ({ ...as, allowReserved: true }));
const contents = ["application/json", "text/plain", "application/x-www-form-urlencoded"].map((contentType) => ({ contentType }));

const places: { readonly [Each in ParameterBinding["in"]]: readonly Serialization[] } = {
  path: [...styles("simple", "label", "matrix"), ...reserved("simple", "label", "matrix"), ...contents],
  query: [
    ...styles("form", "spaceDelimited", "pipeDelimited", "tabDelimited", "deepObject"),
    ...reserved("form", "deepObject"),
    ...contents,
  ],
  header: [...styles("simple"), ...contents],
  cookie: [...styles("form", "cookie"), ...contents],
  querystring: contents,
};

/** Calls a tool with the value. What arrived is checked; what is refused has to be refused before it is sent. */
async function attack(
  binding: Partial<HttpBinding>,
  value: unknown,
  check: (request: RecordedRequest) => void,
): Promise<"sent" | "refused"> {
  server.requests.length = 0;
  const tool = makeTool({ binding: { ...http, ...binding }, endpoint: { timeout: 10_000 } });
  const error: unknown = await tool.execute({ v: value }, { baseUrl: `${server.address}/base` }).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error !== undefined) {
    expect(error).toBeInstanceOf(ToolError);
    expect(error).toMatchObject({ sent: false });
    expect(server.requests).toEqual([]);
    return "refused";
  }
  const [request, ...more] = server.requests;
  if (request === undefined) throw new Error("The call succeeded, but nothing arrived.");
  expect(more).toEqual([]);
  expect(request.line).toBe(`${request.method} ${request.target} HTTP/1.1`);
  expect(request.method).toBe(binding.method ?? "GET");
  // Names of headers that a request has anyway, and the one that the tool sends.
  const names = request.headers.map(([name]) => name);
  expect(names.filter((name) => !expected.includes(name))).toEqual([]);
  expect(new Set(names).size).toBe(names.length);
  expect(new Map(request.headers).get("host")).toBe(server.address.slice("http://".length));
  check(request);
  return "sent";
}

const expected = [
  "host",
  "connection",
  "accept",
  "accept-language",
  "sec-fetch-mode",
  "user-agent",
  "accept-encoding",
  "content-type",
  "content-length",
  "x-v",
  "cookie",
];

test.each(Object.entries(places))(
  "no argument leaves its place in a %s of the request",
  async (place, serializations) => {
    const counts = { sent: 0, refused: 0 };
    for (const [row, as] of serializations.entries()) {
      for (const [column, [, shape]] of shapes.entries()) {
        for (const [index, text] of (as === serializations[0] ? [...texts, long] : texts).entries()) {
          if (!isTried(row, column, index) || !isFormTried(as, row, index)) continue;
          const where = place as ParameterBinding["in"]; // A key of `places`.
          const parameter = { name: where === "header" ? "x-v" : "v", in: where, from: { input: "v" }, required: true, as };
          const path = where === "path" ? "/users/{v}/posts" : "/users";
          counts[await attack({ path, parameters: [parameter] }, shape(text), (request) => checkTarget(request.target, where))] += 1;
        }
      }
    }
    expect(counts.sent).toBeGreaterThan(sampled(100));
    expect(counts.refused).toBeGreaterThan(place === "query" || place === "querystring" ? -1 : sampled(20));
  },
  120_000,
);

/** What the template allows: the argument is one segment, or only part of the query. */
function checkTarget(target: string, place: ParameterBinding["in"]): void {
  const [path = "", ...queries] = target.split("?");
  expect(target).toMatch(/^[\x21-\x7e]*$/);
  expect(target).not.toContain("#");
  if (place === "path") {
    expect(queries).toEqual([]);
    expect(path.split("/").length).toBe(5);
    expect(path).toMatch(/^\/base\/users\/[^/]+\/posts$/);
    expect(
      decodeURIComponent(path)
        .split("/")
        .some((segment) => /^\.\.?(?:;|$)/.test(segment)),
    ).toBe(false);
    return;
  }
  expect(path).toBe("/base/users");
  if (place === "header" || place === "cookie") expect(queries).toEqual([]);
}

test("no argument in a cookie becomes another cookie", async () => {
  for (const as of styles("form", "cookie").filter((each) => "style" in each && !each.explode)) {
    for (const text of texts) {
      const parameter: ParameterBinding = { name: "v", in: "cookie", from: { input: "v" }, required: true, as };
      await attack({ path: "/users", parameters: [parameter] }, text, ({ headers }) => {
        expect(new Map(headers).get("cookie") ?? "v=").toMatch(/^v=[^;]*$/);
      });
    }
  }
});

const bodies: readonly string[] = [
  "application/json",
  "application/x-www-form-urlencoded",
  "multipart/form-data",
  "multipart/mixed",
  "text/plain",
  "application/xml",
  "*/*",
];

test.each(bodies)(
  "no argument leaves a body of %s",
  async (contentType) => {
    let sent = 0;
    for (const [column, [, shape]] of shapes.entries()) {
      for (const [index, text] of texts.entries()) {
        if (!isTried(bodies.indexOf(contentType), column, index)) continue;
        const whole: BodyBinding = { required: true, contentType, from: { input: "v" }, encoding: {} };
        const members: BodyBinding = { ...whole, from: { members: [{ name: "v", from: { input: "v" } }] } };
        for (const body of [whole, members]) {
          const outcome = await attack({ method: "POST", path: "/users", body }, shape(text), (request) => {
            expect(request.target).toBe("/base/users");
            expect(request.body.length).toBe(Number(new Map(request.headers).get("content-length")));
            if (contentType === "application/json" && body === whole)
              expect(JSON.stringify(JSON.parse(request.body.toString()))).toBe(JSON.stringify(shape(text)));
          });
          if (outcome === "sent") sent += 1;
        }
      }
    }
    expect(sent).toBeGreaterThan(sampled(50));
  },
  60_000,
);

test("the name and type of a file stay in the header of their part", async () => {
  const body: BodyBinding = {
    required: true,
    contentType: "multipart/form-data",
    from: { members: [{ name: "v", from: { input: "v" } }] },
    encoding: {},
  };
  for (const text of texts) {
    await attack({ method: "POST", path: "/users", body }, { filename: text, mediaType: text, base64: "eA==" }, (request) => {
      const [head = "", content = ""] = request.body.toString("latin1").split("\r\n\r\n");
      const names = head
        .split("\r\n")
        .slice(1)
        .map((line) => line.split(":")[0]);
      expect(names).toEqual(["Content-Disposition", "Content-Type"]);
      expect(content.startsWith("x\r\n--")).toBe(true);
    });
  }
});

test("hostile arguments of a call change no prototype of an object", () => {
  expect(Object.keys(Object.prototype)).toEqual([]);
  expect(Reflect.get({}, "a")).toBeUndefined();
});
