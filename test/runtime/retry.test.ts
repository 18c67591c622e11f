import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Context, type HttpBinding, ToolError } from "../../src/runtime/index.ts";
import { http, makeTool } from "./fixture.ts";
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

type Answer = Loopback["answer"];

const status =
  (code: number, headers: { readonly [name: string]: string } = {}): Answer =>
  (response) =>
    response.writeHead(code, headers).end();

/** Breaks the connection when the whole request has arrived. */
const reset: Answer = (response) => response.destroy();

/** Gives one answer after the other, and the last again and again. */
function answers(...list: readonly Answer[]): void {
  server.answer = (response, arrival) => list[Math.min(server.arrivals.length, list.length) - 1]?.(response, arrival);
}

interface Options {
  readonly binding?: Partial<HttpBinding>;
  readonly input?: { readonly [name: string]: unknown };
  readonly context?: Context;
  readonly timeout?: number;
}

function call({ binding = {}, input = {}, context = {}, timeout = 5000 }: Options = {}): Promise<unknown> {
  return makeTool({ binding: { ...http, ...binding }, endpoint: { timeout } }).execute(input, { baseUrl: server.address, ...context });
}

async function failure(options: Options = {}): Promise<ToolError> {
  const error: unknown = await call(options).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ToolError)) throw new Error("The call should have failed with a ToolError.", { cause: error });
  return error;
}

describe("what is tried again", () => {
  test.each<[string, Answer]>([
    ["429", status(429)],
    ["503", status(503)],
    ["a broken connection", reset],
    [
      "an answer that breaks off",
      (response) => void response.writeHead(200, { "content-length": "9" }).write("{", () => response.destroy()),
    ],
  ])("%s", async (_name, answer) => {
    answers(answer, emptyObject);
    expect(await call()).toEqual({});
    expect(server.arrivals.length).toBe(2);
  });

  test.each(["GET", "HEAD", "OPTIONS", "PUT", "DELETE", "QUERY"])("%s, twice and no more", async (method) => {
    answers(status(503));
    expect(await failure({ binding: { method } })).toMatchObject({ code: "http-error", sent: true, details: { status: 503 } });
    expect(server.arrivals.length).toBe(3);
  });

  test("with the whole body each time, though a body can be read once only", async () => {
    answers(status(503), status(503), emptyObject);
    const body = {
      required: true,
      contentType: "multipart/form-data",
      from: { members: [{ name: "file", from: { input: "file" } }] },
      encoding: {},
    };
    await call({ binding: { method: "PUT", body }, input: { file: new Blob(["bytes"]) } });
    const bodies = server.arrivals.map((arrival: Arrival) => arrival.body);
    expect(bodies[0]).toContain("\r\n\r\nbytes\r\n");
    expect(bodies).toEqual([bodies[0], bodies[0], bodies[0]]);
  });
});

describe("what is sent once only", () => {
  test.each<[string, Answer, string]>([
    ["POST", status(503), "http-error"],
    ["PATCH", status(429), "http-error"],
    ["POST", reset, "network-error"],
    ["GET", status(500), "http-error"],
    ["GET", status(404), "http-error"],
    ["GET", status(307, { location: "/" }), "redirect"],
    ["GET", (response) => response.end("no JSON"), "invalid-response"],
    ["PUT", (response) => response.end("no JSON"), "invalid-response"],
  ])("%s %#", async (method, answer, code) => {
    answers(answer, emptyObject);
    expect(await failure({ binding: { method } })).toMatchObject({ code, sent: true });
    expect(server.arrivals.length).toBe(1);
  });

  test("a call whose response does not match its schema, however strict the caller is", async () => {
    const tool = makeTool({ binding: { ...http, method: "PUT" }, output: { type: "object", required: ["id"] } });
    await expect(tool.execute({}, { baseUrl: server.address, output: "strict" })).rejects.toMatchObject({
      code: "invalid-response",
      sent: true,
    });
    expect(server.arrivals.length).toBe(1);
  });
});

describe("how long is waited", () => {
  test("as long as the service asks for", async () => {
    answers(status(503, { "retry-after": "1" }), emptyObject);
    const start = Date.now();
    await call();
    expect(Date.now() - start).toBeGreaterThanOrEqual(1000);
    expect(server.arrivals.length).toBe(2);
  });

  test("as long as the service asks for with a fraction", async () => {
    answers(status(429, { "retry-after": "1.0" }), emptyObject);
    const start = Date.now();
    await call();
    expect(Date.now() - start).toBeGreaterThanOrEqual(1000);
  });

  test.each(["-1", "1, 1", "soon", "9".repeat(400), ""])("as usual where the service says %j", async (text) => {
    answers(status(429, { "retry-after": text }));
    const { details } = await failure({ binding: { method: "POST" } });
    expect(details).not.toHaveProperty("retryAfter");
  });

  test("until the date that the service names", async () => {
    // A date in HTTP has whole seconds.
    const date = new Date(Math.ceil(Date.now() / 1000) * 1000 + 1000);
    answers(status(429, { "retry-after": date.toUTCString() }), emptyObject);
    await call();
    expect(Date.now()).toBeGreaterThanOrEqual(date.getTime());
  });

  test("not at all where the deadline would come first", async () => {
    answers(status(503, { "retry-after": "240" }), emptyObject);
    // Either wait would be longer than a test may take.
    expect(await failure({ timeout: 120_000 })).toMatchObject({ code: "http-error", details: { status: 503, retryAfter: 240 } });
    expect(server.arrivals.length).toBe(1);
  });

  test("no longer than the caller wants", async () => {
    answers(status(503, { "retry-after": "120" }));
    const controller = new AbortController();
    // Either wait would be longer than a test may take.
    const onResponse = () => void setTimeout(() => controller.abort(), 50);
    const ended = failure({ timeout: 240_000, context: { signal: controller.signal, onResponse } });
    expect(await ended).toMatchObject({ code: "cancelled", sent: true });
    expect(server.arrivals.length).toBe(1);
  });

  test("all attempts together have the tool's time", async () => {
    answers(status(503), () => undefined);
    expect(await failure({ timeout: 600 })).toMatchObject({ code: "timeout", sent: true });
  });
});

test("hooks see each attempt in turn, and each is authorized anew", async () => {
  answers(status(503), reset, emptyObject);
  const seen: string[] = [];
  let asked = 0;
  await call({
    context: {
      authorize: (request) => {
        asked += 1;
        seen.push(`authorize ${asked}`);
        return new Request(request, { headers: { "x-attempt": String(asked) } });
      },
      onRequest: (request) => seen.push(`request ${request.headers.get("x-attempt")}`),
      onResponse: (response) => seen.push(`response ${response.status}`),
    },
  });
  expect(seen).toEqual([
    "authorize 1",
    "request 1",
    "response 503",
    "authorize 2",
    "request 2",
    "authorize 3",
    "request 3",
    "response 200",
  ]);
  expect(server.arrivals.map(({ headers }) => headers["x-attempt"])).toEqual(["1", "2", "3"]);
});

describe("a call that reached the service is not reported as not made", () => {
  const refused = () => Promise.reject(new TypeError("fetch failed", { cause: { code: "ECONNREFUSED" } }));

  test("though the next attempt did not reach it", async () => {
    const answers = [() => Promise.resolve(new Response("", { status: 503 })), refused, refused];
    const fetch = () => answers.shift()?.() ?? refused();
    expect(await failure({ context: { fetch } })).toMatchObject({ code: "network-error", sent: true });
    expect(answers).toEqual([]);
  });

  test("though the next attempt was not authorized", async () => {
    answers(status(503));
    let asked = 0;
    const authorize = (request: Request) => (asked++ === 0 ? request : Promise.reject(new Error("no")));
    expect(await failure({ context: { authorize } })).toMatchObject({ code: "authorization-failed", sent: true });
    expect(server.arrivals.length).toBe(1);
  });

  test("but one that never did is", async () => {
    expect(await failure({ context: { fetch: refused } })).toMatchObject({ code: "network-error", sent: false });
    const gone = await startLoopback();
    await gone.close();
    expect(await failure({ context: { baseUrl: gone.address } })).toMatchObject({ code: "network-error", sent: false });
  });
});
