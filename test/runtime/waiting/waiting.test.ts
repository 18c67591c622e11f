import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Context, modelMessage, ToolError } from "../../../src/runtime/index.ts";
import { type Loopback, startLoopback } from "../loopback.ts";
import { shortenWaits } from "../short-waits.ts";
import { finished } from "./finished.ts";
import { bearer, compiledStart, send, serviceOf, styleNames, works } from "./works.ts";

shortenWaits();

let server: Loopback;
let other: Loopback;
beforeAll(async () => {
  [server, other] = await Promise.all([startLoopback(), startLoopback()]);
});
afterAll(() => Promise.all([server.close(), other.close()]));
beforeEach(() => {
  server.arrivals.length = 0;
  other.arrivals.length = 0;
});

const given = (others: Context = {}): Context => ({ ...bearer, baseUrl: server.address, ...others });
const requests = () => server.arrivals.map(({ method, url }) => `${method} ${url}`);
const byId = "the id of the answer";
const byHeader = "the header Location";
/** The styles in which one request begins the work and others read its state. */
const begun = styleNames.filter((style) => style !== "the same request");

describe("a call waits for its result", () => {
  test.each(styleNames)("by %s", async (style) => {
    server.answer = serviceOf(style, 2);
    const start = await compiledStart(style);
    const work = works[style];
    expect(await start.execute({}, given({ output: "strict" }))).toEqual(work?.done);
    expect(requests()).toEqual([`${work?.start.method} ${work?.start.path}`, ...Array(3).fill(`GET ${work?.at}`)]);
    expect(server.arrivals.every(({ headers }) => headers.authorization === "Bearer hunter2-token")).toBe(true);
  });

  test.each(begun)("of the style %s, and throws the error of work that fails", async (style) => {
    server.answer = serviceOf(style, 1, "failed");
    const start = await compiledStart(style);
    const error = await start.execute({}, given()).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ToolError);
    expect(error).toMatchObject({ code: "tool-failed", sent: true, details: { body: JSON.stringify(works[style]?.failed) } });
    expect(modelMessage(error)).toContain("no disk");
    expect(requests().filter((each) => !each.startsWith("GET"))).toHaveLength(1);
  });

  test("only if the service answers 202", async () => {
    server.answer = (response) => send(response, 200, { id: "x", status: "pending" });
    expect(await (await compiledStart(byId)).execute({}, given())).toEqual({ id: "x", status: "pending" });
    expect(requests()).toEqual(["POST /exports"]);
  });

  test("inside one call of the hook `around`, and each poll calls the request hooks", async () => {
    server.answer = serviceOf(byId, 1);
    const [around, attempts]: string[][] = [[], []];
    const context = given({
      around: (call, next) => {
        around?.push(call.tool);
        return next();
      },
      onRequest: ({ method }) => void attempts?.push(method),
      onResponse: ({ status }) => void attempts?.push(String(status)),
    });
    await (await compiledStart(byId)).execute({}, context);
    expect([around, attempts]).toEqual([["shop_start"], ["POST", "202", "GET", "200", "GET", "200"]]);
  });

  test("unless the tool is configured with `wait: false`", async () => {
    server.answer = serviceOf(byId, 1);
    const start = await compiledStart(byId, { wait: false });
    expect(await start.execute({}, given())).toEqual(works[byId]?.begun.body);
    expect(start.inputSchema["~standard"].validate({ _waiting: "x" }).issues).toBeDefined();
  });

  describe("with pauses between polls", () => {
    shortenWaits(10_000);

    test("as long as the service asks for", async () => {
      const at: number[] = [];
      server.answer = (response, { method }) => {
        at.push(Date.now());
        if (method === "POST") send(response, 202, { id: "1" }, { "retry-after": "4" });
        else send(response, 200, { status: "done" });
      };
      await (await compiledStart(byId)).execute({}, given());
      // A twentieth of the four seconds.
      expect((at[1] ?? 0) - (at[0] ?? 0)).toBeGreaterThanOrEqual(190);
    });
  });

  test("by a further poll after a response that says nothing of the work", async () => {
    let asked = 0;
    server.answer = (response, { method }) => {
      if (method === "POST") send(response, 202, { id: "1" });
      else if (asked++ === 0) send(response, 500, { error: "once" });
      else send(response, 200, { status: "done" });
    };
    expect(await (await compiledStart(byId)).execute({}, given())).toEqual({ status: "done" });
    expect(requests()).toEqual(["POST /exports", "GET /exports/1", "GET /exports/1"]);
  });
});

describe("a call that ends before the work", () => {
  test.each(begun)("returns a handle with which a later call goes on, by %s", async (style) => {
    server.answer = serviceOf(style, 99);
    const start = await compiledStart(style, { wait: { seconds: 1 } });
    const { _waiting, ...last } = await start.execute({}, given({ output: "strict" }));
    expect(last).toEqual(works[style]?.running.body ?? {});
    const made = server.arrivals.length;
    server.answer = serviceOf(style, 0);
    expect(await start.execute({ _waiting: String(_waiting) }, given())).toEqual(works[style]?.done);
    // The later call begins nothing.
    expect(requests().slice(made)).toEqual([`GET ${works[style]?.at}`]);
    expect(JSON.stringify(_waiting)).toMatch(/^"[0-9a-f-]{36}"$/);
  });

  test("returns the same handle again if the next call ends before the work, too", async () => {
    server.answer = serviceOf(byId, 99);
    const start = await compiledStart(byId, { wait: { seconds: 1 } });
    const { _waiting } = await start.execute({}, given());
    expect(await start.execute({ _waiting: String(_waiting) }, given())).toMatchObject({ _waiting });
    expect(requests().filter((each) => each.startsWith("POST"))).toHaveLength(1);
  });

  test("says that the same request may be repeated if it only reads", async () => {
    server.answer = serviceOf("the same request", 99);
    const start = await compiledStart("the same request", { wait: { seconds: 1 } });
    expect(await start.execute({}, given())).toEqual({ _waiting: "The service is not done. Call again with the same arguments." });
  });

  test("keeps the handle among picked members", async () => {
    server.answer = serviceOf(byId, 99);
    const start = await compiledStart(byId, { wait: { seconds: 1 }, output: { pick: ["status"] } });
    expect(await start.execute({}, given())).toEqual({ status: "pending", _waiting: expect.any(String) });
  });

  test("returns at once if the service asks it to wait for longer than the call may take", async () => {
    server.answer = (response) => send(response, 202, { id: "1" }, { "retry-after": "999999999999" });
    const from = Date.now();
    expect(await (await compiledStart(byId)).execute({}, given())).toMatchObject({ id: "1", _waiting: expect.any(String) });
    expect(Date.now() - from).toBeLessThan(5000);
    expect(requests()).toEqual(["POST /exports"]);
  });

  test("respects the deadline of the call before its own seconds", async () => {
    server.answer = serviceOf(byId, 99);
    const from = Date.now();
    const start = await compiledStart(byId, { wait: { seconds: 60 } });
    expect(await start.execute({}, given({ deadline: 500 }))).toMatchObject({ _waiting: expect.any(String) });
    expect(Date.now() - from).toBeLessThan(5000);
  });

  test("is an error that says that it was sent if its signal cancels it during the wait", async () => {
    server.answer = serviceOf(byId, 99);
    const ending = new AbortController();
    const call = (await compiledStart(byId)).execute({}, given({ signal: ending.signal }));
    setTimeout(() => ending.abort(), 300);
    await expect(call).rejects.toMatchObject({ code: "cancelled", sent: true });
  });

  test.each(["0f8fad5b-d9cb-469f-a165-70867728950e", "../../admin", "https://evil.example/"])(
    "a call with an unknown handle sends nothing: %s",
    async (_waiting) => {
      const start = await compiledStart(byId);
      await expect(start.execute({ _waiting }, given())).rejects.toMatchObject({ code: "invalid-arguments", sent: false });
      expect(requests()).toEqual([]);
    },
  );
});

test("the example of the page goes on until the work is done, and begins it once", async () => {
  server.answer = serviceOf(byId, 4);
  const start = await compiledStart(byId, { wait: { seconds: 0.5 } });
  expect(await finished(start, {}, { most: 20, context: given() })).toEqual(works[byId]?.done);
  expect(requests().filter((each) => each.startsWith("POST"))).toHaveLength(1);
});

describe("an evil service", () => {
  const located = (location: string) => {
    server.answer = (response, { method }) => (method === "GET" ? send(response, 200, {}) : send(response, 202, undefined, { location }));
  };

  test("gets no request at another origin for its header", async () => {
    const start = await compiledStart(byHeader);
    for (const location of [`${other.address}/jobs/1`, other.address.replace("http:", ""), "javascript:1", "http://user:pass@127.0.0.1/"]) {
      located(location);
      expect(await start.execute({}, given())).toEqual({ result: null });
    }
    expect(other.arrivals).toEqual([]);
    expect(requests()).toEqual(Array(4).fill("POST /imports"));
  });

  test("gets no request at another origin for a redirect of a poll", async () => {
    server.answer = (response, { method }) =>
      method === "POST" ? send(response, 202, { id: "1" }) : send(response, 302, undefined, { location: `${other.address}/x` });
    const error = await (await compiledStart(byId)).execute({}, given()).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: "redirect", sent: true });
    expect(other.arrivals).toEqual([]);
    expect(requests()).toEqual(["POST /exports", "GET /exports/1"]);
  });

  test("is followed to the result at the same origin, but not in circles", async () => {
    let loops = false;
    server.answer = (response, { method, url }) => {
      if (method === "POST") send(response, 202, { id: "1" });
      else if (url === "/result" && !loops) send(response, 200, { rows: 7 });
      else send(response, 303, undefined, { location: "/result" });
    };
    const start = await compiledStart(byId);
    expect(await start.execute({}, given())).toEqual({ rows: 7 });
    expect(requests()).toEqual(["POST /exports", "GET /exports/1", "GET /result"]);
    loops = true;
    server.arrivals.length = 0;
    await expect(start.execute({}, given())).rejects.toMatchObject({ code: "redirect" });
    expect(requests()).toHaveLength(7);
  });

  test.each(["..", "../../admin", ".", ""])("cannot lead a poll to another path with the id %j", async (id) => {
    server.answer = (response, { method }) => (method === "POST" ? send(response, 202, { id }) : send(response, 200, { status: "done" }));
    await (await compiledStart(byId)).execute({}, given()).catch(() => undefined);
    expect(requests().filter((each) => each !== "POST /exports" && !/^GET \/exports\/[^/]+%2F[^/]*$/.test(each))).toEqual([]);
  });

  test.each(["../admin", "operations/../../admin", "https://evil.example/v1/operations/1", "{name}"])(
    "cannot lead a poll out of the path with the name %j",
    async (name) => {
      server.answer = (response, { method }) => (method === "POST" ? send(response, 200, { name }) : send(response, 200, { done: true }));
      await (await compiledStart("a long-running operation")).execute({}, given()).catch(() => undefined);
      expect(requests().filter((each) => each !== "POST /v1/reports" && !each.startsWith("GET /v1/"))).toEqual([]);
    },
  );

  test("that never answers a poll gets no second POST", async () => {
    server.answer = (response, { method }) => (method === "POST" ? send(response, 202, { id: "1" }) : response.destroy());
    const start = await compiledStart(byId, { wait: { seconds: 1.5 } });
    expect(await start.execute({}, given())).toMatchObject({ id: "1", _waiting: expect.any(String) });
    expect(requests().filter((each) => each.startsWith("POST"))).toHaveLength(1);
  });

  test("that forgets the work gives an error that says that the call was made", async () => {
    server.answer = (response, { method }) =>
      method === "POST" ? send(response, 202, { id: "1" }) : send(response, 404, { error: "gone" });
    const error = await (await compiledStart(byId)).execute({}, given()).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: "http-error", sent: true, message: expect.stringMatching(/^The call was made, but the state/) });
  });

  test("that repeats a credential in a failed state does not show it to the model", async () => {
    server.answer = (response, { method }) =>
      method === "POST" ? send(response, 202, { id: "1" }) : send(response, 200, { status: "failed", why: "hunter2-token is wrong" });
    const error = await (await compiledStart(byId)).execute({}, given()).catch((thrown: unknown) => thrown);
    expect(JSON.stringify([error, modelMessage(error)])).not.toContain("hunter2");
  });
});
