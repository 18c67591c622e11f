import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { linkSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { type Files, files, streamedFile } from "../../../src/runtime/files/files.ts";
import { openAllowed } from "../../../src/runtime/files/open-allowed.ts";
import type { Tool } from "../../../src/runtime/index.ts";
import { sampled } from "../../long.ts";
import { shortenWaits } from "../short-waits.ts";
import { type Drive, startDrive, toolsAt } from "./drive.ts";
import { sendingFrom } from "./example.ts";

shortenWaits();

let drive: Drive;
let toolOf: (id: string) => Tool;
let root: string;
let store: Files;
const picture = Buffer.from(Array.from({ length: 300_000 }, (_, index) => index % 251));
const sha256 = (bytes: Uint8Array | string) => createHash("sha256").update(bytes).digest("hex");

beforeAll(async () => {
  drive = await startDrive();
  toolOf = await toolsAt(drive.address);
  root = mkdtempSync(join(tmpdir(), "uploads-"));
  mkdirSync(join(root, "allowed/sub"), { recursive: true });
  mkdirSync(join(root, "allowed-not"));
  writeFileSync(join(root, "allowed/picture.png"), picture);
  writeFileSync(join(root, "allowed/sub/note.txt"), "note");
  writeFileSync(join(root, "allowed/empty"), "");
  for (const folder of [root, join(root, "allowed-not")]) writeFileSync(join(folder, "secret.txt"), "s3cret");
  symlinkSync(join(root, "secret.txt"), join(root, "allowed/link.txt"));
  symlinkSync(root, join(root, "allowed/up"));
  symlinkSync(join(root, "allowed/sub"), join(root, "allowed/inside"));
  execFileSync("mkfifo", [join(root, "allowed/pipe")]);
  store = files({ folders: [join(root, "allowed")] });
});
beforeEach(() => {
  drive.arrived.length = 0;
  drive.answer = (response) => response.setHeader("content-type", "application/json").end('{"id":7}');
});
afterAll(async () => {
  await Promise.all([store.close(), drive.close()]);
  rmSync(root, { recursive: true });
});

const bound = (id: string) => store.bind([toolOf(id)])[0];

describe("a program sends", () => {
  test("a file of an allowed folder, with its length", async () => {
    await toolOf("putObject").execute({ body: await store.open("picture.png") });
    expect(drive.arrived).toMatchObject([{ bytes: picture.length, sha256: sha256(picture), contentLength: String(picture.length) }]);
  });

  test("a file as one part of a form, with the length of the whole form", async () => {
    await toolOf("addPhoto").execute({ title: "Über", photo: await store.open(join(root, "allowed/sub/note.txt")) });
    const [arrived] = drive.arrived;
    expect(arrived?.text).toMatch(
      /name="title"\r\n\r\nÃ\x9cber\r\n--[\s\S]*name="photo"; filename="note.txt"\r\n[\s\S]*\r\n\r\nnote\r\n--.*--\r\n$/,
    );
    expect(arrived?.contentLength).toBe(String(arrived?.bytes));
  });

  test("several files in one form, also an empty one and a Blob", async () => {
    const photos = [await store.open("picture.png"), new Blob(["blob"]), await store.open("empty")];
    await toolOf("addAlbum").execute({ photos });
    const [arrived] = drive.arrived;
    expect(arrived?.text.match(/filename="[^"]*"/g)).toEqual(['filename="picture.png"']);
    expect(arrived?.bytes).toBeGreaterThan(picture.length + 300);
    expect(arrived?.contentLength).toBe(String(arrived?.bytes));
  });

  test("a stream of a known size with its length, and another in chunks", async () => {
    const streamOf = () => new Blob(["1234567"]).stream();
    await toolOf("putObject").execute({ body: streamedFile(streamOf(), { size: 7 }) });
    await toolOf("putObject").execute({ body: streamedFile(streamOf()) });
    await toolOf("addPhoto").execute({ photo: streamedFile(streamOf(), { filename: "n.txt", mediaType: "text/plain" }) });
    expect(drive.arrived).toMatchObject([
      { text: "1234567", contentLength: "7" },
      { text: "1234567", contentLength: undefined },
      { contentLength: undefined },
    ]);
    expect(drive.arrived[2]?.text).toContain('filename="n.txt"\r\nContent-Type: text/plain\r\n\r\n1234567\r\n');
  });

  test("a file again after a 503, but not a stream", async () => {
    let refused = 0;
    drive.answer = (response) => {
      response.statusCode = refused++ % 2 === 0 ? 503 : 200;
      response.setHeader("content-type", "application/json").end("{}");
    };
    await toolOf("putObject").execute({ body: await store.open("picture.png") });
    expect(drive.arrived.map(({ sha256 }) => sha256)).toEqual([sha256(picture), sha256(picture)]);
    const once = streamedFile(new Blob(["x"]).stream(), { size: 1 });
    await expect(toolOf("putObject").execute({ body: once })).rejects.toThrow();
    expect(drive.arrived).toHaveLength(3);
  });

  test("no more bytes, and keeps no file open, if a stream is shorter or longer than its stated size", async () => {
    for (const size of [3, 20]) {
      const body = streamedFile(new Blob(["1234567"]).stream(), { size });
      await expect(toolOf("putObject").execute({ body }, { retries: () => undefined })).rejects.toThrow();
    }
    expect(drive.arrived).toEqual([]);
  });

  test("no file that was changed since it was opened", async () => {
    writeFileSync(join(root, "allowed/changing"), "before");
    const body = await store.open("changing");
    writeFileSync(join(root, "allowed/changing"), "after!");
    await expect(toolOf("putObject").execute({ body }, { retries: () => undefined })).rejects.toThrow();
    expect(drive.arrived).toEqual([]);
  });

  test.runIf(process.platform === "linux")("files and closes each, whether the call succeeds or fails", async () => {
    const openFiles = () => readdirSync("/proc/self/fd").length;
    const body = await store.open("picture.png");
    await toolOf("putObject").execute({ body });
    const before = openFiles();
    for (let call = 0; call < 10; call++) {
      const signal = AbortSignal.timeout(call);
      await toolOf("putObject")
        .execute({ body }, { signal })
        .catch(() => undefined);
      await toolOf("putObject")
        .execute({ body }, { baseUrl: "http://127.0.0.1:1", retries: () => undefined })
        .catch(() => undefined);
    }
    await expect.poll(openFiles, { timeout: 5000 }).toBeLessThanOrEqual(before);
  });
});

describe("a model", () => {
  test("is told by the schema that a file may be named, and which files there are", () => {
    const schema = bound("addPhoto").inputSchema["~standard"].jsonSchema.input({ target: "draft-2020-12" });
    expect(schema).toMatchObject({
      properties: {
        photo: {
          properties: { base64: {}, file: { type: "string", description: expect.stringContaining(join(root, "allowed")) } },
          additionalProperties: false,
        },
      },
    });
    expect(JSON.stringify(toolOf("addPhoto").inputSchema["~standard"].jsonSchema.input({ target: "draft-2020-12" }))).not.toContain(
      '"file"',
    );
  });

  test("names a file by its path, alone or in a list", async () => {
    await bound("addPhoto").execute({ photo: { file: "picture.png", filename: "me.png", mediaType: "image/png" } });
    await bound("addAlbum").execute({
      photos: [{ file: join(root, "allowed/sub/note.txt") }, { base64: "YmxvYg==" }, { file: "inside/note.txt" }],
    });
    const [photo, album] = drive.arrived;
    expect(photo?.text).toContain('filename="me.png"\r\nContent-Type: image/png');
    expect(album?.text.match(/(note|blob)\r\n--/g)).toHaveLength(3);
  });

  test("names the files of the folder that a program allows", async () => {
    const [tool] = sendingFrom(join(root, "allowed"), [toolOf("putObject")]);
    await tool.execute({ body: { file: "sub/note.txt" } });
    expect(drive.arrived).toMatchObject([{ text: "note" }]);
  });

  test("passes either bytes or the name of a file, and not neither or both", async () => {
    await bound("putObject").execute({ body: { base64: "YmxvYg==" } });
    expect(drive.arrived).toMatchObject([{ text: "blob" }]);
    for (const photo of [{}, { filename: "x" }, { file: "picture.png", base64: "YmxvYg==" }, { file: 7 }])
      await expect(bound("addPhoto").execute({ photo })).rejects.toMatchObject({ code: "invalid-arguments", sent: false });
  });

  test("names no file in an argument that is no file", async () => {
    await bound("addAlbum").execute({ about: { file: "picture.png" } });
    expect(drive.arrived[0]?.text).toContain('{"file":"picture.png"}');
  });

  const paths = () => [
    "../secret.txt",
    "sub/../../secret.txt",
    join(root, "secret.txt"),
    join(root, "allowed-not/secret.txt"),
    `${join(root, "allowed")}/../secret.txt`,
    `${join(root, "allowed")}-not/secret.txt`,
    "link.txt",
    "up/secret.txt",
    "inside/../../secret.txt",
    "/etc/passwd",
    "/dev/zero",
    "/dev/stdin",
    "/proc/self/environ",
    "pipe",
    "sub",
    ".",
    "",
    "PICTURE.PNG",
    "picture.png\0.txt",
    "absent",
    `file://${join(root, "allowed/picture.png")}`,
    "x".repeat(100_000),
    "toolsetc-file:",
    `toolsetc-file:${"0".repeat(32)}`,
    `toolsetc-file:../../../../${join(root, "secret.txt")}`,
  ];

  test("gets the same refusal for each file that it may not read, and for each that does not exist", async () => {
    const messages = new Set<string>();
    for (const file of paths()) {
      const call = bound("addPhoto").execute({ photo: { file } });
      const error = await call.then(
        () => expect.unreachable(`${file} was sent`),
        (error: unknown) => error,
      );
      expect(error).toMatchObject({ code: "invalid-arguments", sent: false });
      messages.add(String(error));
    }
    expect([...messages]).toEqual([expect.stringContaining('"/photo" names no file that may be read.')]);
    expect(drive.arrived).toEqual([]);
    await expect(store.open("../secret.txt")).rejects.toThrow("no such file");
  }, 20_000);

  test("names no path if the program allows no folder", async () => {
    const closed = files();
    await expect(
      closed.bind([toolOf("putObject")])[0].execute({ body: { file: join(root, "allowed/picture.png") } }),
    ).rejects.toMatchObject({
      code: "invalid-arguments",
    });
    await closed.close();
  });
});

test("no file is opened in Bun, which would send it without its bytes", async () => {
  vi.stubGlobal("Bun", {});
  await expect(store.open("picture.png")).rejects.toThrow("need Node");
  expect(() => streamedFile(new Blob(["x"]).stream())).toThrow("need Node");
  vi.unstubAllGlobals();
});

test("a folder that does not exist cannot be allowed", () => {
  expect(() => files({ folders: [join(root, "absent")] })).toThrow("ENOENT");
});

test("a hard link in an allowed folder is a file of this folder", async () => {
  linkSync(join(root, "allowed/sub/note.txt"), join(root, "allowed/hard.txt"));
  expect(await (await store.open("hard.txt")).text()).toBe("note");
});

test("no file elsewhere is opened while a folder is replaced by a link again and again", async () => {
  const folder = join(root, "allowed/turning");
  const real = join(root, "allowed/real");
  const link = join(root, "allowed/away");
  mkdirSync(real);
  writeFileSync(join(real, "secret.txt"), "mine");
  symlinkSync(root, link);
  const read: string[] = [];
  let isOver = false;
  const turn = async () => {
    while (!isOver) {
      renameSync(real, folder);
      await new Promise(setImmediate);
      renameSync(folder, real);
      renameSync(link, folder);
      await new Promise(setImmediate);
      renameSync(folder, link);
    }
  };
  const turning = turn();
  for (let time = 0; time < sampled(2000); time++) {
    const found = await openAllowed("turning/secret.txt", [join(root, "allowed")]);
    if (found !== undefined) read.push(await found.handle.readFile("utf8"));
    await found?.handle.close();
  }
  isOver = true;
  await turning;
  expect(new Set(read)).toEqual(new Set(["mine"]));
});
