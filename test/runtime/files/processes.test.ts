import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdtempSync, openSync, readdirSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { files } from "../../../src/runtime/files/files.ts";
import { isLong } from "../../long.ts";
import { type Drive, manifestAt, startDrive } from "./drive.ts";

let drive: Drive;
let folder: string;
let temporary: string;
const large = Buffer.alloc(2_000_000, 1);

beforeAll(async () => {
  drive = await startDrive();
  folder = mkdtempSync(join(tmpdir(), "processes-"));
  writeFileSync(join(folder, "toolset.json"), await manifestAt(drive.address));
});
beforeEach(() => {
  temporary = mkdtempSync(join(folder, "tmp-"));
  drive.answer = (response) => response.writeHead(200, { "content-type": "application/zip" }).end(large);
});
afterAll(async () => {
  await drive.close();
  rmSync(folder, { recursive: true });
});

const start = (end: string) =>
  spawn(process.execPath, [join(import.meta.dirname, "keep.mjs"), join(folder, "toolset.json"), end], {
    env: { ...process.env, TMPDIR: temporary },
    stdio: ["ignore", "pipe", "ignore"],
  });

async function handleOf({ stdout }: ChildProcess): Promise<string> {
  let text = "";
  for await (const chunk of stdout ?? []) {
    text += chunk;
    if (text.length >= "toolsetc-file:".length + 32) return text;
  }
  throw new Error(`The program printed only ${JSON.stringify(text)}.`);
}

describe("the folder of a process is removed", () => {
  test.each((["SIGTERM", "SIGINT", "SIGHUP"] as const).slice(0, isLong ? 3 : 1))(
    "by %s, which ends the process as before",
    async (signal) => {
      const program = start("wait");
      await handleOf(program);
      expect(readdirSync(temporary)).toHaveLength(1);
      const ended = once(program, "exit");
      program.kill(signal);
      expect(await ended).toEqual([null, signal]);
      expect(readdirSync(temporary)).toEqual([]);
    },
  );

  test("at the end of a program that handles the signal itself", async () => {
    const program = start("listener");
    await handleOf(program);
    const ended = once(program, "exit");
    program.kill("SIGINT");
    expect(await ended).toEqual([7, null]);
    expect(readdirSync(temporary)).toEqual([]);
  });

  test.each(["throw", "exit"].slice(0, isLong ? 2 : 1))("at the end of the program: %s", async (end) => {
    const program = start(end);
    await once(program, "exit");
    expect(readdirSync(temporary)).toEqual([]);
  });

  test("by a later process once its time is over, if it was killed", async () => {
    const program = start("wait");
    const handle = await handleOf(program);
    const ended = once(program, "exit");
    program.kill("SIGKILL");
    await ended;
    vi.stubEnv("TMPDIR", temporary);
    const early = files();
    await expect(early.open(handle)).rejects.toThrow("no file with such a handle");
    await early.close();
    expect(readdirSync(temporary)).toHaveLength(1);
    vi.useFakeTimers({ now: Date.now() + 3_700_000, toFake: ["Date"] });
    await files().close();
    vi.useRealTimers();
    vi.unstubAllEnvs();
    expect(readdirSync(temporary)).toEqual([]);
  });
});

/** The bytes that are sent and received, and the memory that they may take besides that of an idle process. */
const size = isLong ? 2 ** 31 : 3 * 2 ** 25;
const mostMemory = 2 ** 26;

describe(`a process takes less than ${mostMemory / 2 ** 20} MiB more than before for ${size / 2 ** 20} MiB`, () => {
  const transfer = async (direction: "upload" | "download") => {
    const path = join(folder, "large.bin");
    writeFileSync(join(folder, "small.bin"), "small");
    closeSync(openSync(path, "w"));
    truncateSync(path, size);
    const script = join(import.meta.dirname, "transfer.mjs");
    const parameters = [script, direction, join(folder, "toolset.json"), folder, "large.bin", String(size * 3)];
    const { stdout } = await promisify(execFile)(process.execPath, parameters, { env: { ...process.env, TMPDIR: temporary } });
    const measured: { idle: number; peak: number; size: number } = JSON.parse(stdout);
    rmSync(path);
    return measured;
  };

  test("that it sends from a file", { timeout: 600_000 }, async () => {
    drive.arrived.length = 0;
    drive.answer = (response) => response.setHeader("content-type", "application/json").end("{}");
    const { idle, peak } = await transfer("upload");
    expect(drive.arrived.at(-1)?.bytes).toBeGreaterThan(size);
    expect(peak - idle).toBeLessThan(mostMemory);
  });

  test("that it receives and keeps", { timeout: 600_000 }, async () => {
    let begun = 0;
    drive.answer = async (response, request) => {
      if (request.method === "POST") return response.setHeader("content-type", "application/json").end("{}");
      response.writeHead(200, { "content-type": "application/zip" });
      if (begun++ === 0) return response.end(large);
      const chunk = Buffer.alloc(2 ** 18, 7);
      for (let sent = 0; sent < size; sent += chunk.length) if (!response.write(chunk)) await once(response, "drain");
      return response.end();
    };
    const { idle, peak, size: kept } = await transfer("download");
    expect(kept).toBe(size);
    expect(peak - idle).toBeLessThan(mostMemory);
  });
});
