import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { runCommand } from "../run-command.ts";
import { type Loopback, startLoopback } from "../runtime/loopback.ts";

// `call --out`: the result of a call in a file.
let folder = "";
let service: Loopback;
beforeAll(async () => {
  service = await startLoopback();
});
afterAll(() => service.close());

const put = (path: string, text: string) => writeFileSync(join(folder, path), text);
const call = (...args: string[]) => runCommand(["call", ...args], { cwd: folder });

const bytes = Buffer.from(Array.from({ length: 3 * 2 ** 20 }, (_, index) => index % 251));
const get = (...flags: string[]) => call("downloads.get_file", "--openapi", "downloads.json", ...flags);
const entries = () => readdirSync(join(folder, "made")).sort();

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "toolsetc-call-out-"));
  mkdirSync(join(folder, "made"));
  service.arrivals.length = 0;
  const schema = { type: "string", format: "binary" };
  const content = { "application/pdf": { schema }, "text/csv": { schema: { type: "string" } }, "application/json": {} };
  const operation = { operationId: "get_file", responses: { "200": { description: "It.", content } } };
  const info = { title: "Downloads", version: "1" };
  put(
    "downloads.json",
    JSON.stringify({ openapi: "3.0.3", info, servers: [{ url: service.address }], paths: { "/file": { get: operation } } }),
  );
  service.answer = (response) => response.setHeader("content-type", "application/pdf").end(bytes);
});

afterEach(() => rmSync(folder, { recursive: true }));

test.each([
  ["a large download", "application/pdf", bytes, bytes],
  ["a small download", "application/pdf", Buffer.from([1, 2, 255]), Buffer.from([1, 2, 255])],
  ["a text", "text/csv", "a,b\n", "a,b\n"],
  ["JSON", "application/json", "[1]", '{\n  "result": [\n    1\n  ]\n}\n'],
])("`call --out` writes %s", async (_what, type, sent, written) => {
  service.answer = (response) => response.setHeader("content-type", type).end(sent);
  const { status, stdout, stderr } = await get("-o", "made/file");
  expect({ status, stdout }).toEqual({ status: 0, stdout: "" });
  expect(stderr).toMatch(/^Wrote made\/file: [a-z/]+, [\d,]+ bytes\n$/);
  expect(readFileSync(join(folder, "made/file")).equals(Buffer.from(written))).toBe(true);
  expect(entries()).toEqual(["file"]);
});

test("`call --out` prints in JSON what it wrote", async () => {
  const { stdout } = await get("-o", "made/file", "--format", "json");
  const file = { path: "made/file", mediaType: "application/pdf", bytes: bytes.byteLength };
  expect(JSON.parse(stdout)).toEqual({ formatVersion: "1.0", toolset: "downloads", tool: "downloads_get_file", file });
});

test("`call --out` replaces a file only with --force, and refuses before anything is sent", async () => {
  put("made/file", "former");
  expect(await get("-o", "made/file")).toMatchObject({ status: 2, stderr: expect.stringContaining("Nothing was sent. With --force") });
  expect(await get("-o", "made")).toMatchObject({ status: 2, stderr: expect.stringContaining("is not a regular file") });
  expect(await get("-o", "none/file")).toMatchObject({ status: 2, stderr: expect.stringContaining("There is no folder") });
  expect(await get("-o", "made/b", "--dry-run")).toMatchObject({ status: 2 });
  expect(await get("--force")).toMatchObject({ status: 2 });
  expect(service.arrivals).toEqual([]);
  expect(await get("-o", "made/file", "--force")).toMatchObject({ status: 0 });
  expect(readFileSync(join(folder, "made/file")).equals(bytes)).toBe(true);
});

test.each([
  ["breaks off", (response: ServerResponse) => void response.write(bytes, () => response.destroy())],
  ["never ends", (response: ServerResponse) => void response.write(bytes)],
])("`call --out` leaves the former file if the download %s", async (_what, answer) => {
  put("made/file", "former");
  service.answer = (response) => {
    response.writeHead(200, { "content-type": "application/pdf", "content-length": bytes.byteLength + 1 });
    answer(response);
  };
  const project = { displayName: "downloads", timeout: "1s", openApiToolset: { openApiSchema: "downloads.json" } };
  put("downloads.yaml", JSON.stringify(project));
  expect(await call("downloads.get_file", "-o", "made/file", "--force")).toMatchObject({ status: 1, stdout: "" });
  expect(entries()).toEqual(["file"]);
  expect(readFileSync(join(folder, "made/file"), "utf8")).toBe("former");
});

test("`call --out` says that the call was made if the file cannot be written", async () => {
  service.answer = (response) => {
    rmSync(join(folder, "made"), { recursive: true });
    response.setHeader("content-type", "application/pdf").end("%PDF");
  };
  const { status, stderr } = await get("-o", "made/file");
  expect(status).toBe(1);
  expect(stderr).toContain('The call was made, but its result could not be written to "made/file"');
});
