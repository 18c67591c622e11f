import { createHash } from "node:crypto";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
} from "node:fs";
import type { ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { type Files, type FilesOptions, files, isKeptFile, type KeptFile } from "../../../src/runtime/files/files.ts";
import type { Context, Tool } from "../../../src/runtime/index.ts";
import { type Drive, startDrive, toolsAt } from "./drive.ts";
import { saveDownload } from "./example.ts";

let drive: Drive;
let toolOf: (id: string) => Tool;
let temporary: string;
const opened: Files[] = [];
const large = Buffer.from(Array.from({ length: 3_000_000 }, (_, index) => (index * 7) % 253));
const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

beforeAll(async () => {
  drive = await startDrive();
  toolOf = await toolsAt(drive.address);
});
beforeEach(() => {
  temporary = mkdtempSync(join(tmpdir(), "downloads-"));
  vi.stubEnv("TMPDIR", temporary);
  drive.arrived.length = 0;
  drive.answer = give(large);
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((each) => each.close()));
  vi.unstubAllEnvs();
  rmSync(temporary, { recursive: true });
});
afterAll(() => drive.close());

const give =
  (bytes: Uint8Array, headers: Record<string, string> = {}) =>
  (response: ServerResponse) =>
    response.writeHead(200, { "content-type": "application/zip", ...headers }).end(bytes);

function storeOf(options: FilesOptions = {}): Files {
  const store = files(options);
  opened.push(store);
  return store;
}

async function exported(store: Files, context: Context = {}, id = "getExport"): Promise<KeptFile> {
  const result = await store.bind([toolOf(id)])[0].execute({}, context);
  if (!isKeptFile(result)) throw new Error(`The result is no file that is kept: ${JSON.stringify(result).slice(0, 200)}`);
  return result;
}

/** The files in the folders of the run. */
const onDisk = () =>
  readdirSync(temporary).flatMap((folder) => readdirSync(join(temporary, folder)).map((name) => join(temporary, folder, name)));

describe("a large download", () => {
  test("is a handle in place of its bytes, and a file that only the user can read", async () => {
    const store = storeOf();
    const result = await exported(store, { output: "strict" });
    expect(result).toEqual({
      mediaType: "application/zip",
      size: large.length,
      file: expect.stringMatching(/^toolsetc-file:[0-9a-f]{32}$/),
    });
    const [path = ""] = onDisk();
    expect([lstatSync(path).mode & 0o777, lstatSync(join(path, "..")).mode & 0o777]).toEqual([0o600, 0o700]);
    const file = await store.open(result);
    expect([file.size, file.type, sha256(new Uint8Array(await file.arrayBuffer()))]).toEqual([
      large.length,
      "application/zip",
      sha256(large),
    ]);
    expect(Buffer.from(await file.slice(10, 20).arrayBuffer())).toEqual(large.subarray(10, 20));
    expect(Buffer.from(await file.slice(-5).slice(1).arrayBuffer())).toEqual(large.subarray(-4));
    await store.close();
    expect(readdirSync(temporary)).toEqual([]);
  });

  test("may be the argument of another tool twice, with the same bytes", async () => {
    const store = storeOf();
    const { file } = await exported(store);
    drive.answer = (response) => response.setHeader("content-type", "application/json").end("{}");
    await Promise.all([1, 2].map(() => store.bind([toolOf("addPhoto")])[0].execute({ photo: { file, filename: "all.zip" } })));
    await store.bind([toolOf("putObject")])[0].execute({ body: { file } });
    expect(drive.arrived.at(-1)).toMatchObject({ sha256: sha256(large), contentLength: String(large.length) });
    expect(drive.arrived[1]?.text).toContain('filename="all.zip"');
    expect(drive.arrived[1]?.bytes).toBeGreaterThan(large.length);
  });

  test("is a member of the result if the operation has other responses too", async () => {
    drive.answer = give(large, { "content-type": "image/png" });
    const store = storeOf();
    const result = await store.bind([toolOf("getMixed")])[0].execute({}, { output: "strict" });
    expect(result).toMatchObject({ result: { mediaType: "image/png", size: large.length } });
  });

  test("is an error of its size without the option `files`, and a small file is bytes", async () => {
    drive.answer = give(Buffer.concat([large, large, large]));
    await expect(toolOf("getExport").execute({})).rejects.toMatchObject({ code: "response-too-large" });
    drive.answer = give(Buffer.from("small"));
    const expected = { mediaType: "application/zip", base64: Buffer.from("small").toString("base64") };
    expect(
      await storeOf()
        .bind([toolOf("getExport")])[0]
        .execute({}),
    ).toEqual(expected);
    drive.answer = give(Buffer.alloc(0));
    expect(
      await storeOf()
        .bind([toolOf("getExport")])[0]
        .execute({}),
    ).toEqual({ mediaType: "application/zip", base64: "" });
  });

  test.each([
    ['attachment; filename="report.zip"', "report.zip"],
    ["attachment; filename=report.zip", "report.zip"],
    ["attachment; filename=\"x\"; filename*=UTF-8''%e2%82%ac%20rates.zip", "€ rates.zip"],
    ['attachment; filename="../../etc/passwd"', "passwd"],
    ['attachment; filename="C:\\\\Windows\\\\evil.exe"', "evil.exe"],
    ["attachment; filename*=UTF-8''a%0d%0aSet-Cookie%3a%20x%1b%5b31m%e2%80%ae.zip", "aSet-Cookie: x[31m.zip"],
    ["attachment; filename*=UTF-8''%2e%2e", undefined],
    ["attachment; filename*=UTF-8''%ff", undefined],
    ['attachment; filename=""', undefined],
    [`attachment; filename="${"n".repeat(5000)}"`, "n".repeat(200)],
  ])("has the name of %s without folders and control characters", async (header, filename) => {
    drive.answer = give(large, { "content-disposition": header });
    const result = await exported(storeOf());
    expect(result.filename).toBe(filename);
    expect(readdirSync(join(temporary, readdirSync(temporary)[0] ?? ""))).toEqual([result.file.slice("toolsetc-file:".length)]);
  });
});

describe("nothing is kept of a download", () => {
  test("that is larger than is allowed, by its header or by its bytes", async () => {
    const store = storeOf({ maxBytes: 2_000_000 });
    await expect(exported(store)).rejects.toMatchObject({ code: "response-too-large", sent: true });
    drive.answer = (response) => {
      response.writeHead(200, { "content-type": "application/zip" });
      response.write(large.subarray(0, 1_500_000));
      response.end(large);
    };
    await expect(exported(store)).rejects.toMatchObject({ code: "response-too-large", sent: true });
    expect(onDisk()).toEqual([]);
  });

  test("that makes all of them together larger than is allowed", async () => {
    const store = storeOf({ maxBytes: 7_000_000 });
    await Promise.all([exported(store), exported(store)]);
    await expect(exported(store)).rejects.toMatchObject({ code: "response-too-large" });
    expect(onDisk()).toHaveLength(2);
  });

  test("that is cut off, or shorter than its length", async () => {
    for (const headers of [{}, { "content-length": "9000000" }]) {
      drive.answer = (response) => {
        response.writeHead(200, { "content-type": "application/zip", ...headers });
        response.write(large, () => setTimeout(() => response.destroy(), 20));
      };
      await expect(exported(storeOf(), { retries: () => undefined })).rejects.toMatchObject({ code: "network-error", sent: true });
    }
    expect(onDisk()).toEqual([]);
  });

  test("that is cancelled, or longer than its deadline", async () => {
    drive.answer = (response) => void response.writeHead(200, { "content-type": "application/zip" }).write(large);
    const controller = new AbortController();
    const cancelled = exported(storeOf(), { signal: controller.signal });
    await expect.poll(() => onDisk()).toHaveLength(1);
    controller.abort();
    await expect(cancelled).rejects.toMatchObject({ code: "cancelled" });
    await expect(exported(storeOf(), { deadline: 200 })).rejects.toMatchObject({ code: "timeout" });
    await expect.poll(() => onDisk()).toEqual([]);
  });

  test.skipIf(process.getuid?.() === 0)("that cannot be written", async () => {
    const store = storeOf();
    await exported(store);
    chmodSync(join(temporary, readdirSync(temporary)[0] ?? ""), 0o500);
    await expect(exported(store)).rejects.toThrow();
    chmodSync(join(temporary, readdirSync(temporary)[0] ?? ""), 0o700);
  });
});

test("a program writes a download with a handle to a file of its own", async () => {
  const path = join(temporary, "own.zip");
  await saveDownload(toolOf("getExport"), {}, path);
  expect(sha256(readFileSync(path))).toBe(sha256(large));
  expect(readdirSync(temporary)).toEqual(["own.zip"]);
});

describe("the handle of a download", () => {
  test("is known only to the store that made it", async () => {
    const [mine, yours] = [storeOf(), storeOf()];
    const { file } = await exported(mine);
    await expect(yours.open(file)).rejects.toThrow("no file with such a handle");
    await expect(yours.bind([toolOf("putObject")])[0].execute({ body: { file } })).rejects.toMatchObject({ code: "invalid-arguments" });
    for (const guess of [file.slice(0, -1), `${file}0`, file.toUpperCase(), `${file}/../x`, "toolsetc-file:", file.replace(/.$/, "x")])
      await expect(mine.open(guess)).rejects.toThrow("no file with such a handle");
  });

  test("expires after its time, and its file is removed", async () => {
    const store = storeOf({ maxAge: 150 });
    const { file } = await exported(store);
    await store.open(file);
    await expect.poll(() => onDisk()).toEqual([]);
    await expect(store.open(file)).rejects.toThrow("no file with such a handle");
    await exported(store);
  });

  test("is made in a new folder if another process has removed the old one", async () => {
    const store = storeOf();
    await exported(store);
    rmSync(join(temporary, readdirSync(temporary)[0] ?? ""), { recursive: true });
    await exported(store);
    expect(onDisk()).toHaveLength(1);
  });
});

test("folders of processes that crashed are removed after their time, and no other folders", async () => {
  const make = (name: string, age: number) => {
    mkdirSync(join(temporary, name));
    utimesSync(join(temporary, name), Date.now() / 1000 - age, Date.now() / 1000 - age);
  };
  make("toolsetc-files-expired", 3600);
  make("toolsetc-files-valid", -3600);
  make("other", 3600);
  const target = mkdtempSync(join(tmpdir(), "target-"));
  symlinkSync(target, join(temporary, "toolsetc-files-link"));
  await storeOf().close();
  expect(readdirSync(temporary).sort()).toEqual(
    ["other", "toolsetc-files-link", "toolsetc-files-valid", readdirSync(temporary).find((name) => name.startsWith("target-"))].sort(),
  );
  expect(existsSync(target)).toBe(true);
});
