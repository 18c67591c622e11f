import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { type Context, type HttpBinding, modelMessage, publicMessage, ToolError } from "../../src/runtime/index.ts";
import { redactSecrets } from "../../src/runtime/response/redact-secrets.ts";
import { anyCharacter } from "../any-character.ts";
import { sampled } from "../long.ts";
import { http, makeTool, parameter } from "./fixture.ts";
import { emptyObject, type Loopback, startLoopback } from "./loopback.ts";
import { shortenWaits } from "./short-waits.ts";

shortenWaits();

let server: Loopback;
beforeAll(async () => {
  server = await startLoopback();
});
afterAll(() => server.close());
beforeEach(() => {
  server.arrivals.length = 0;
  server.answer = emptyObject;
});

async function failure(
  binding: Partial<HttpBinding>,
  input: { readonly [name: string]: unknown },
  context: Context = {},
  timeout = 15_000,
): Promise<ToolError> {
  const tool = makeTool({ binding: { ...http, ...binding }, endpoint: { timeout } });
  const error = await tool.execute(input, { baseUrl: server.address, ...context }).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ToolError)) throw new Error("The call should have failed with a ToolError.", { cause: error });
  return error;
}

describe("an argument in the path of a request", () => {
  const binding: Partial<HttpBinding> = { path: "/users/{id}/posts", parameters: [parameter("id", "path")] };
  test.each([
    ".",
    "..",
    "../x",
    "a/../b",
    "x/..",
    "..;a=1",
    "%2e%2e",
    "%252e%252e",
    ".%2E",
    "..%2fadmin",
    "a%2fb",
    "a\\b",
    "a%5cb",
    "a\nb",
    "a%00b",
    "%25252525252e",
  ])("is refused if it could leave its segment: %j", async (id) => {
    expect(await failure(binding, { id })).toMatchObject({ code: "unsafe-path", sent: false });
    expect(server.arrivals).toEqual([]);
  });

  test.each([
    ["", "missing-path-parameter"],
    [undefined, "missing-path-parameter"],
    [null, "missing-path-parameter"],
    [[], "missing-path-parameter"],
    [[".."], "unsafe-path"],
    [["..;a", "b"], "unsafe-path"],
    [["a", "../b/.."], "unsafe-path"],
  ])("is refused in a list or if it is missing: %j", async (id, code) => {
    expect(await failure(binding, { id })).toMatchObject({ code, sent: false });
  });

  test("is refused if it makes a dot segment together with another", async () => {
    const dotted: Partial<HttpBinding> = {
      path: "/a/{x}{y}",
      parameters: [parameter("x", "path"), parameter("y", "path", { style: "label" })],
    };
    expect(await failure({ path: "/a/{y}", parameters: [parameter("y", "path", { style: "label" })] }, { y: [""] })).toMatchObject({
      code: "unsafe-path",
    });
    expect(await failure(dotted, { x: ".", y: "" })).toMatchObject({ sent: false });
  });

  test.each(["a?b#c", "@evil.example", "//evil.example/", "50%", "a;b", "ü\u202e", "\ud800"])(
    "is encoded as one segment: %j",
    async (id) => {
      await makeTool({ binding: { ...http, ...binding } }).execute({ id }, { baseUrl: server.address });
      expect(server.arrivals[0]?.url.split("/").length).toBe(4);
      expect(server.arrivals[0]?.url).not.toContain("?");
    },
  );
});

test("no arguments lead a request out of the path of its operation", async () => {
  const text = fc.oneof(fc.string({ unit: anyCharacter }), fc.stringMatching(/^[.%2eEfF5cC/\\;a]{0,8}$/));
  const value = fc.oneof(text, fc.array(text, { maxLength: 3 }), fc.dictionary(text, text, { maxKeys: 2 }));
  const style = fc.constantFrom("simple", "label", "matrix");
  let requests = 0;
  await fc.assert(
    fc.asyncProperty(value, value, style, fc.boolean(), async (a, b, name, explode) => {
      const path = "/users/{a}/x{b}/posts";
      const tool = makeTool({
        binding: {
          ...http,
          path,
          parameters: [parameter("a", "path", { style: name, explode }), parameter("b", "path", { style: name, explode })],
        },
      });
      const fetch = (request: Request) => {
        requests += 1;
        expect(request.url).toMatch(/^https:\/\/shop\.example\/v1\/users\/[^/?#\\]+\/x[^/?#\\]+\/posts$/);
        return Promise.resolve(Response.json({}));
      };
      await tool.execute({ a, b }, { baseUrl: "https://shop.example/v1", fetch }).catch((error: unknown) => {
        expect(error).toMatchObject({ name: "ToolError", sent: false });
      });
    }),
    { numRuns: sampled(1500) },
  );
  expect(requests).toBeGreaterThan(sampled(200));
}, 30_000);

test("a header with a line break is refused, and the error does not contain its value", async () => {
  const error = await failure({ parameters: [parameter("x-a", "header")] }, { "x-a": "secret\r\nx-evil: 1" });
  expect(error).toMatchObject({ code: "unsafe-header", sent: false });
  expect(JSON.stringify({ ...error, message: error.message })).not.toContain("secret");
});

test("a cookie that would begin another cookie is refused", async () => {
  expect(await failure({ parameters: [parameter("a", "cookie", { style: "cookie" })] }, { a: "x; admin=1" })).toMatchObject({
    code: "unsafe-header",
  });
});

test("a redirect is an error that names only the origin of its target", async () => {
  server.answer = (response) => response.writeHead(307, { location: "https://evil.example/?token=t" }).end();
  const error = await failure({}, {});
  expect(error).toMatchObject({ code: "redirect", sent: true, details: { status: 307, location: "https://evil.example" } });
  expect(error.message).toContain(' to "https://evil.example"');
  for (const message of [publicMessage(error), modelMessage(error)]) expect(message).not.toContain("evil.example");
  expect(server.arrivals.length).toBe(1);
});

test("a redirect that a browser hides from the library is an error without a target", async () => {
  const url = `${server.address}/`;
  const opaque = Object.defineProperties(Response.error(), { type: { value: "opaqueredirect" }, url: { value: url } });
  const found = await failure({}, {}, { fetch: async () => opaque });
  expect(found).toMatchObject({ code: "redirect", sent: true });
  expect(found.details).toEqual({});
  expect(found.message).not.toContain(server.address);
});

test("a response over 8 MiB is not read to its end", async () => {
  let isClosed = false;
  server.answer = (response) => {
    response.setHeader("content-type", "application/json");
    response.on("close", () => {
      isClosed = true;
    });
    const write = () => {
      if (!isClosed) response.write("x".repeat(1 << 20), () => setImmediate(write));
    };
    write();
  };
  expect(await failure({}, {}, {})).toMatchObject({ code: "response-too-large", sent: true });
});

describe("a call ends with an error", () => {
  test("after its timeout, if the service does not respond", async () => {
    server.answer = () => undefined;
    expect(await failure({}, {}, {}, 300)).toMatchObject({ code: "timeout", sent: true, details: { timeout: 300 } });
  });

  test("after its timeout, if the response never ends", async () => {
    server.answer = (response) => {
      response.setHeader("content-type", "application/json").write("{");
    };
    expect(await failure({}, {}, {}, 300)).toMatchObject({ code: "timeout", sent: true });
  });

  test("after its timeout, if a hook never ends", async () => {
    const forever = <Value>() => new Promise<Value>(() => undefined);
    expect(await failure({}, {}, { authorize: () => forever() }, 300)).toMatchObject({ code: "timeout", sent: false });
    expect(await failure({}, {}, { fetch: () => forever() }, 300)).toMatchObject({ code: "timeout", sent: true });
  });

  test("if the response breaks off", async () => {
    server.answer = (response) => {
      response.writeHead(200, { "content-type": "application/json", "content-length": "100" }).write("{");
      setTimeout(() => response.destroy(), 20);
    };
    expect(await failure({}, {})).toMatchObject({ code: "network-error", sent: true });
  });

  test("if its signal is cancelled before it or during it", async () => {
    expect(await failure({}, {}, { signal: AbortSignal.abort() })).toMatchObject({ code: "cancelled", sent: false });
    const controller = new AbortController();
    server.answer = () => controller.abort();
    expect(await failure({}, {}, { signal: controller.signal })).toMatchObject({ code: "cancelled", sent: true });
  });

  test.each<[string, (abort: () => void) => Context]>([
    ["a fake", (abort) => ({ fakes: { shop_call: () => abort() } })],
    ["`authorize`", (abort) => ({ authorize: (request) => abort() ?? request })],
    ["`onRequest`", (abort) => ({ onRequest: abort })],
  ])("if %s cancels it, before anything is sent", async (_hook, hooks) => {
    const controller = new AbortController();
    const context = { signal: controller.signal, ...hooks(() => controller.abort()) };
    expect(await failure({}, {}, context)).toMatchObject({ code: "cancelled", sent: false });
    expect(server.arrivals).toEqual([]);
  });
});

describe("a service that cannot be reached", () => {
  test("is named in errors for developers, but not for models and end users", async () => {
    const gone = await startLoopback();
    await gone.close();
    const error = await failure({ method: "POST" }, {}, { baseUrl: `${gone.address}/a?key=sesame` });
    expect(error).toMatchObject({
      message: `The connection to ${gone.address} failed (ECONNREFUSED).`,
      details: { reason: "ECONNREFUSED", origin: gone.address },
    });
    expect(JSON.stringify(error.details)).not.toContain("sesame");
    for (const message of [publicMessage(error), modelMessage(error)])
      expect(message).toBe("The connection to the service failed (ECONNREFUSED).");
  });

  test("is an error without further attempts if `fetch` never connects to its port", async () => {
    let attempts = 0;
    const context = { baseUrl: "http://127.0.0.1:6000", onRequest: () => void attempts++ };
    expect(await failure({}, {}, context)).toMatchObject({ code: "network-error", sent: false, details: { reason: "bad port" } });
    expect(attempts).toBe(1);
  });

  test("is an error without further attempts if it does not speak TLS", async () => {
    let attempts = 0;
    const context = { baseUrl: server.address.replace("http:", "https:"), onRequest: () => void attempts++ };
    expect(await failure({}, {}, context)).toMatchObject({ code: "network-error", sent: false });
    expect(attempts).toBe(1);
  });

  test.each<[string, object]>([
    ["one address", { code: "EHOSTUNREACH", syscall: "connect" }],
    ["several", { code: "ETIMEDOUT", errors: [{ code: "ETIMEDOUT", syscall: "connect" }] }],
    ["no name", { code: "EAI_FAIL", syscall: "getaddrinfo" }],
  ])("is an error which says that nothing was sent, by the system call that failed: %s", async (_name, cause) => {
    const fetch = () => Promise.reject(new TypeError("fetch failed", { cause }));
    expect(await failure({}, {}, { fetch })).toMatchObject({ code: "network-error", sent: false });
  });

  // As each runtime has said it, of a port where nobody listens, a host that is none, and so on.
  const deno = (text: string) =>
    new TypeError("fetch failed", { cause: new Error(`error sending request for url (http://a.example/): ${text}`) });
  test.each<[string, Error, { reason: string; isPermanent: boolean; sent?: boolean }]>([
    [
      "refused, in Deno",
      deno("client error (Connect): tcp connect error: Connection refused (os error 111)"),
      { reason: "ECONNREFUSED", isPermanent: false },
    ],
    ["no host, in Deno", deno("client error (Connect): dns error: failed to lookup address"), { reason: "ENOTFOUND", isPermanent: false }],
    [
      "a stranger's certificate, in Deno",
      deno("client error (Connect): invalid peer certificate: UnknownIssuer"),
      { reason: "CERT_UNTRUSTED", isPermanent: true },
    ],
    [
      "no TLS, in Deno",
      deno("client error (Connect): received corrupt message"),
      { reason: "ERR_SSL_WRONG_VERSION_NUMBER", isPermanent: true },
    ],
    ["anything before the connection, in Deno", deno("client error (Connect): no route"), { reason: "unknown", isPermanent: false }],
    [
      "a port that is blocked, in Deno",
      new TypeError("Fetch failed: Requests to port 9 are blocked"),
      { reason: "bad port", isPermanent: true },
    ],
    [
      "no right, in Deno",
      Object.assign(new Error('Requires net access to "a.example:80", run again with the --allow-net flag'), { name: "NotCapable" }),
      { reason: "NotCapable", isPermanent: true },
    ],
    ["a connection that broke, in Deno", deno("client error (SendRequest): reset"), { reason: "unknown", isPermanent: false, sent: true }],
    ...["tcp connect error: Connection refused", "dns error: gone", "invalid peer certificate: Expired", "received corrupt message"].map(
      (text): [string, Error, { reason: string; isPermanent: boolean; sent: boolean }] => [
        `what also fails while connecting, after the call was sent, in Deno: ${text}`,
        deno(`client error (SendRequest): connection error: ${text}`),
        { reason: "unknown", isPermanent: false, sent: true },
      ],
    ),
    ["anything, in a browser", new TypeError("Failed to fetch"), { reason: "unknown", isPermanent: false, sent: true }],
  ])("is an error with the reason in the words of the runtime: %s", async (_name, error, { sent = false, ...details }) => {
    const found = await failure({}, {}, { fetch: () => Promise.reject(error) });
    expect(found).toMatchObject({ code: "network-error", sent, details });
    expect(found.message).not.toContain("a.example");
    expect(found.message.includes("reports no reason")).toBe(details.reason === "unknown");
  });

  test("is told apart from a connection that broke, whose error says that the call was sent", async () => {
    const fetch = () => Promise.reject(new TypeError("fetch failed", { cause: { code: "ETIMEDOUT", syscall: "read" } }));
    expect(await failure({}, {}, { fetch })).toMatchObject({ code: "network-error", sent: true });
  });
});

describe("the hook `authorize`", () => {
  test("sets a credential on the request, and is called with what the tool needs", async () => {
    const tool = makeTool({ binding: { ...http, security: [{ key: [] }] }, endpoint: { securitySchemes: { key: { type: "apiKey" } } } });
    await tool.execute(
      {},
      {
        baseUrl: server.address,
        toolCallId: "c1",
        authorize: (request, info) => {
          expect(info).toEqual({
            tool: "shop_call",
            toolset: "shop",
            toolCallId: "c1",
            security: [{ key: [] }],
            securitySchemes: { key: { type: "apiKey" } },
            usedSchemes: [],
          });
          request.headers.set("x-api-key", "k");
          return request;
        },
      },
    );
    expect(server.arrivals[0]?.headers["x-api-key"]).toBe("k");
  });

  test("cannot change the address of the request, and its error is not shown", async () => {
    expect(await failure({}, {}, { authorize: () => new Request("http://other.example/") })).toMatchObject({
      code: "authorization-failed",
      sent: false,
    });
    const error = await failure({}, {}, { authorize: () => Promise.reject(new Error("secret")) });
    expect(error.message + String(error.cause)).not.toContain("secret");
  });

  test("returns a request of its own, which does not follow redirects either", async () => {
    server.answer = (response) => response.writeHead(302, { location: "/elsewhere" }).end();
    expect(await failure({}, {}, { authorize: (request) => new Request(request.url) })).toMatchObject({ code: "redirect" });
  });
});

test("a failure of the runtime while a form is built is not reported as invalid Base64 of a file", async () => {
  const body = { required: true, contentType: "multipart/form-data", from: { input: "form" }, encoding: {} } as const;
  const randomUUID = vi.spyOn(crypto, "randomUUID").mockImplementation(() => {
    throw new TypeError("crypto.randomUUID is not a function");
  });
  const tool = makeTool({ binding: { ...http, method: "POST", body } });
  const call = (base64: string) => tool.execute({ form: { file: { base64 } } }, { baseUrl: server.address });
  await expect(call("AAAA")).rejects.toThrow("crypto.randomUUID is not a function");
  randomUUID.mockRestore();
  await expect(call("A")).rejects.toMatchObject({ code: "invalid-arguments" });
});

test("a long secret is replaced by *** in the error of a call", () => {
  const secret = "s".repeat(1 << 20);
  expect(redactSecrets(`key ${secret}, as Base64 ${btoa(secret)}`, [secret])).toMatch(/^key \*\*\*, as Base64 \*\*\*\S{0,3}$/);
});
