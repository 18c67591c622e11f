import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Context, Tool, ToolError } from "../../src/runtime/index.ts";

// Modules of format 2 as they were generated when only some of what is a part today was one. They import `defineTool` and the parts of that
// time, which have to mean what they meant.

let folder: string;
let tools: { readonly [exported: string]: Tool };

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "toolsetc-former-"));
  symlinkSync(join(import.meta.dirname, "../../node_modules"), join(folder, "node_modules"));
  const modules: { readonly [path: string]: string } = JSON.parse(
    readFileSync(join(import.meta.dirname, "../fixtures/format-2-modules.json"), "utf8"),
  );
  for (const [path, text] of Object.entries({ ...modules, "package.json": '{ "type": "module" }' })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  tools = await import(pathToFileURL(join(folder, "index.js")).href);
});

afterAll(() => rmSync(folder, { recursive: true }));

/** The request of a call, and its result. */
async function call(name: string, input: object, response: Response, context: Context = {}) {
  const requests: Request[] = [];
  const fetch = async (request: Request) => {
    requests.push(request);
    return new URL(request.url).pathname === "/token" ? Response.json({ access_token: "fetched" }) : response;
  };
  const result = await tools[name]?.execute(input, { fetch, ...context });
  const { url = "", headers = new Headers() } = requests.at(-1) ?? {};
  return { url, headers: Object.fromEntries(headers), result };
}

test("modules that an earlier version generated validate all keywords, and describe what is wrong", async () => {
  const input = { on: "soon", size: "Small", code: "a1", count: 0, words: ["a", "b"], to: {}, pay: "x", other: 1 };
  const error: ToolError = await call("order", input, Response.json({}), { auth: { token: "secret" } }).then(
    () => expect.unreachable(),
    (thrown) => thrown,
  );
  expect(error.details["issues"]).toMatchObject(
    [
      '"/on" must be a valid date, such as "2026-01-31".',
      '"/size" must be one of "small", "large". Did you mean "small"?',
      '"/code" must match the pattern "^[A-Z]+$".',
      '"/count" must be at least 1.',
      '"/words" must have at most 1 item.',
      '"/to/city" is required: a string.',
      '"/pay" must be an integer or an array of booleans.',
      '"/other" must not be 1.',
    ].map((message) => ({ message })),
  );
});

test.each([
  ["order", { token: "secret" }, "authorization", "Bearer secret"],
  ["bySession", { session: "secret" }, "cookie", "session=secret"],
  ["byHeader", { header: "secret" }, "x-key", "secret"],
  ["byUser", { user: { username: "a", password: "b" } }, "authorization", "Basic YTpi"],
  ["byClient", { client: { clientId: "a", clientSecret: "b" } }, "authorization", "Bearer fetched"],
])("modules that an earlier version generated send their credentials: %s", async (name, auth, header, value) => {
  const { headers } = await call(name, {}, Response.json({}), { auth });
  expect(headers).toMatchObject({ [header]: value });
});

test("modules that an earlier version generated send a key in the query, and read texts and files", async () => {
  const text = new Response("yes", { headers: { "content-type": "text/plain" } });
  expect(await call("byKey", {}, text, { auth: { key: "secret" } })).toMatchObject({
    url: "https://shop.example/key?key=secret",
    result: { result: "yes" },
  });
  const image = new Response(new Uint8Array([1]), { headers: { "content-type": "image/png" } });
  expect(await call("bySession", {}, image, { auth: { session: "secret" } })).toMatchObject({
    result: { mediaType: "image/png", base64: "AQ==" },
  });
});

test("modules that an earlier version generated name the credentials that are missing", async () => {
  await expect(call("byCertificate", {}, Response.json({}))).rejects.toThrow(
    'Pass `auth.certificate` ("certificate", with a `fetch` that presents a client certificate).',
  );
  await expect(call("byKey", {}, Response.json({}))).rejects.toThrow("Pass `auth.key` (a string, or a function that returns one).");
});
