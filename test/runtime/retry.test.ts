import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { bindTool, type Context, type HttpBinding, retryPolicy, ToolError } from "../../src/runtime/index.ts";
import { http, makeTool, parameter } from "./fixture.ts";
import { type Arrival, emptyObject, type Loopback, startLoopback } from "./loopback.ts";
import { shortenWaits } from "./short-waits.ts";

// What a service asks for too.
shortenWaits(10_000);

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

describe("a call that is safe to repeat is tried again", () => {
  test.each<[string, Answer]>([
    ["429", status(429)],
    ["503", status(503)],
    ["a broken connection", reset],
    [
      "an answer that breaks off",
      (response) => void response.writeHead(200, { "content-length": "9" }).write("{", () => response.destroy()),
    ],
  ])("after %s", async (_name, answer) => {
    answers(answer, emptyObject);
    expect(await call()).toEqual({});
    expect(server.arrivals.length).toBe(2);
  });

  test.each(["GET", "HEAD", "OPTIONS", "PUT", "DELETE", "QUERY"])("up to twice with the method %s", async (method) => {
    answers(status(503));
    expect(await failure({ binding: { method } })).toMatchObject({ code: "http-error", sent: true, details: { status: 503 } });
    expect(server.arrivals.length).toBe(3);
  });

  test("with its whole body, though the body can be read only once", async () => {
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

describe("a call is sent only once", () => {
  test.each<[string, string, Answer, string]>([
    ["POST", "the status 503", status(503), "http-error"],
    ["PATCH", "the status 429", status(429), "http-error"],
    ["POST", "a broken connection", reset, "network-error"],
    ["GET", "the status 500", status(500), "http-error"],
    ["GET", "the status 404", status(404), "http-error"],
    ["GET", "a redirect", status(307, { location: "/" }), "redirect"],
    ["GET", "a text that is no JSON", (response) => response.end("no JSON"), "invalid-response"],
    ["PUT", "a text that is no JSON", (response) => response.end("no JSON"), "invalid-response"],
  ])("with the method %s and the response: %s", async (method, _response, answer, code) => {
    answers(answer, emptyObject);
    expect(await failure({ binding: { method } })).toMatchObject({ code, sent: true });
    expect(server.arrivals.length).toBe(1);
  });

  test('if its response does not match the schema, even with `output: "strict"`', async () => {
    const tool = makeTool({ binding: { ...http, method: "PUT" }, output: { type: "object", required: ["id"] } });
    await expect(tool.execute({}, { baseUrl: server.address, output: "strict" })).rejects.toMatchObject({
      code: "invalid-response",
      sent: true,
    });
    expect(server.arrivals.length).toBe(1);
  });
});

describe("with a retry policy of the caller, a call is tried", () => {
  test.each([
    [1, 1],
    [2, 2],
    [5, 5],
  ])("%i times in all", async (attempts, arrived) => {
    answers(status(429, { "retry-after": "0" }));
    await failure({ context: { retries: retryPolicy({ attempts }) } });
    expect(server.arrivals.length).toBe(arrived);
  });

  test("again after the statuses of the policy, and not after the usual ones", async () => {
    answers(status(502), status(503), emptyObject);
    expect(await failure({ context: { retries: retryPolicy({ statuses: [500, 502] }) } })).toMatchObject({ details: { status: 503 } });
    expect(server.arrivals.length).toBe(2);
  });

  test("as the policy of the call says, or else of the tool, or else of the toolset", async () => {
    answers(status(503));
    const ofToolset = bindTool(makeTool({ binding: http }), { baseUrl: server.address, retries: retryPolicy({ attempts: 1 }) });
    const ofTool = bindTool(ofToolset, { retries: retryPolicy({ attempts: 2 }) });
    await expect(ofToolset.execute({})).rejects.toThrow();
    expect(server.arrivals.length).toBe(1);
    await expect(ofToolset.execute({}, { retries: retryPolicy({ attempts: 2 }) })).rejects.toThrow();
    expect(server.arrivals.length).toBe(3);
    await expect(ofTool.execute({}, { retries: retryPolicy({ attempts: 1 }) })).rejects.toThrow();
    expect(server.arrivals.length).toBe(4);
  });

  test("again until a budget that many calls share is used up", async () => {
    answers(status(503, { "retry-after": "0" }));
    const context = { retries: retryPolicy({ attempts: 2, budget: 3 }) };
    for (let calls = 0; calls < 5; calls++) await failure({ context });
    expect(server.arrivals.length).toBe(5 + 3);
  });

  test("only once if it is a POST without an idempotency key", async () => {
    answers(status(503));
    await failure({ binding: { method: "POST" }, context: { retries: retryPolicy({ attempts: 9, statuses: [503] }) } });
    expect(server.arrivals.length).toBe(1);
  });
});

describe("a POST whose service recognizes repetitions", () => {
  const keyed = (name = "Idempotency-Key"): Partial<HttpBinding> => ({ method: "POST", parameters: [parameter(name, "header")] });
  const keys = (name = "idempotency-key") => server.arrivals.map(({ headers }) => headers[name]);

  test.each(["Idempotency-Key", "X-Idempotency-Key", "PayPal-Request-Id"])(
    "is repeated with one key in %s, and each call has its own",
    async (name) => {
      answers(status(503), reset, emptyObject);
      await call({ binding: keyed(name) });
      const [first, ...others] = keys(name.toLowerCase());
      expect(first).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
      expect(others).toEqual([first, first]);
      await call({ binding: keyed(name) });
      expect(keys(name.toLowerCase())[3]).not.toBe(first);
    },
  );

  test("has the same key if a hook repeats the call", async () => {
    await call({
      binding: keyed(),
      context: { around: async (_call, next) => [await next(), await next({ baseUrl: server.address })][1] },
    });
    expect(server.arrivals.length).toBe(2);
    expect(new Set(keys()).size).toBe(1);
    const input = {};
    await call({ binding: keyed(), input });
    await call({ binding: keyed(), input });
    expect(new Set(keys()).size).toBe(3);
  });

  test("has the key of the caller", async () => {
    answers(status(503), emptyObject);
    await call({ binding: keyed(), input: { "Idempotency-Key": "mine" } });
    expect(keys()).toEqual(["mine", "mine"]);
  });

  test.each<[string, Partial<HttpBinding>, object, { readonly [name: string]: unknown }]>([
    ["the document does not accept the key", keyed(), { "Idempotency-Key": { type: "string", maxLength: 20 } }, {}],
    ["the caller gives an empty one", keyed(), {}, { "Idempotency-Key": " " }],
    ["the header only has a similar name", keyed("X-Request-Id"), {}, {}],
    ["the parameter is in the query", { method: "POST", parameters: [parameter("Idempotency-Key", "query")] }, {}, {}],
  ])("is sent only once if %s", async (_name, binding, properties, input) => {
    answers(status(503), emptyObject);
    const tool = makeTool({ binding: { ...http, ...binding }, input: { type: "object", properties } });
    await expect(tool.execute(input, { baseUrl: server.address })).rejects.toMatchObject({ code: "http-error" });
    expect(server.arrivals.length).toBe(1);
    expect(keys().filter((key) => String(key ?? "").trim())).toEqual([]);
  });

  test("has no key if its method is idempotent anyway", async () => {
    await call({ binding: { ...keyed(), method: "PUT" } });
    expect(keys()).toEqual([undefined]);
  });
});

describe("the wait before a call is tried again lasts", () => {
  test("as long as the service asks for", async () => {
    answers(status(503, { "retry-after": "2" }), emptyObject);
    const start = Date.now();
    await call();
    // A twentieth of the two seconds.
    expect(Date.now() - start).toBeGreaterThanOrEqual(99);
    expect(server.arrivals.length).toBe(2);
  });

  test("as long as the service asks for with a fraction", async () => {
    answers(status(429, { "retry-after": "1.0" }));
    expect(await failure({ binding: { method: "POST" } })).toMatchObject({ details: { retryAfter: 1 } });
  });

  test.each(["-1", "1, 1", "soon", "9".repeat(400), ""])("as long as usual if the header Retry-After is %j", async (text) => {
    answers(status(429, { "retry-after": text }));
    const { details } = await failure({ binding: { method: "POST" } });
    expect(details).not.toHaveProperty("retryAfter");
  });

  test("until the date that the service names", async () => {
    // A date in HTTP has whole seconds.
    const date = new Date(Math.ceil(Date.now() / 1000) * 1000 + 60_000);
    answers(status(429, { "retry-after": date.toUTCString() }));
    const { details } = await failure({ binding: { method: "POST" } });
    expect(details).toMatchObject({ retryAfter: expect.closeTo((date.getTime() - Date.now()) / 1000, -1) });
  });

  test("no time, and the call fails, if it would end after the deadline", async () => {
    answers(status(503, { "retry-after": "240" }), emptyObject);
    // Either wait would be longer than a test may take.
    expect(await failure({ timeout: 120_000 })).toMatchObject({ code: "http-error", details: { status: 503, retryAfter: 240 } });
    expect(server.arrivals.length).toBe(1);
  });

  test("until the caller cancels the call", async () => {
    answers(status(503, { "retry-after": "120" }));
    const controller = new AbortController();
    // Either wait would be longer than a test may take.
    const onResponse = () => void setTimeout(() => controller.abort(), 50);
    const ended = failure({ timeout: 240_000, context: { signal: controller.signal, onResponse } });
    expect(await ended).toMatchObject({ code: "cancelled", sent: true });
    expect(server.arrivals.length).toBe(1);
  });

  test("at most until the deadline of the call, which replaces the toolset's timeout", async () => {
    answers(status(503, { "retry-after": "2" }), emptyObject);
    // The second attempt would come after the deadline.
    expect(await failure({ context: { deadline: 1000 } })).toMatchObject({ code: "http-error" });
    expect(server.arrivals.length).toBe(1);
    answers(() => undefined);
    expect(await failure({ context: { deadline: 100 } })).toMatchObject({ code: "timeout", details: { timeout: 100 } });
    server.answer = emptyObject;
    expect(await call({ timeout: 0, context: { deadline: 5000 } })).toEqual({});
    // A timer of Node has 31 bits.
    expect(await call({ timeout: 0, context: { deadline: Number.POSITIVE_INFINITY } })).toEqual({});
  });

  test("a call with all its attempts ends after the tool's timeout", async () => {
    answers(status(503), () => undefined);
    expect(await failure({ timeout: 600 })).toMatchObject({ code: "timeout", sent: true });
  });
});

test("hooks see each attempt of a call in turn, and each attempt is authorized anew", async () => {
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

describe("the error of a call", () => {
  const refused = () => Promise.reject(new TypeError("fetch failed", { cause: { code: "ECONNREFUSED" } }));

  test("says that it was sent, though the last attempt did not reach the service", async () => {
    const answers = [() => Promise.resolve(new Response("", { status: 503 })), refused, refused];
    const fetch = () => answers.shift()?.() ?? refused();
    expect(await failure({ context: { fetch } })).toMatchObject({ code: "network-error", sent: true });
    expect(answers).toEqual([]);
  });

  test("says that it was sent, though the next attempt was not authorized", async () => {
    answers(status(503));
    let asked = 0;
    const authorize = (request: Request) => (asked++ === 0 ? request : Promise.reject(new Error("no")));
    expect(await failure({ context: { authorize } })).toMatchObject({ code: "authorization-failed", sent: true });
    expect(server.arrivals.length).toBe(1);
  });

  test("says that it was not sent if no attempt reached the service", async () => {
    expect(await failure({ context: { fetch: refused } })).toMatchObject({ code: "network-error", sent: false });
    const gone = await startLoopback();
    await gone.close();
    expect(await failure({ context: { baseUrl: gone.address } })).toMatchObject({ code: "network-error", sent: false });
  });
});
