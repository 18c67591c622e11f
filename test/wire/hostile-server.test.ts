import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { rolldown } from "rolldown";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isLong, pairsOf } from "../long.ts";
import { hostileCaller } from "./hostile-caller.ts";
import { type Hostile, startHostile } from "./hostile-servers.ts";

/** In ms: of calls that a server keeps waiting, and of those that end by themselves, however busy the machine is. */
const short = 1000;
const long = 8000;

const expected: { readonly [way: string]: string } = {
  endless: "response-too-large",
  drip: "timeout",
  silent: "timeout",
  bomb: "response-too-large",
  "bomb of bombs": "response-too-large",
  "endless bomb": "response-too-large",
  "bomb as an error": "http-error",
  "broken compression": "network-error",
  "wrong type": "invalid-response",
  "deep JSON": "invalid-response",
  "many lists": "response-too-large",
  "many objects": "response-too-large",
  "many names": "response-too-large",
  "many numbers": "response-too-large",
  "many lines": "response-too-large",
  "many events": "response-too-large",
  "tiny chunks": "timeout",
  "reset before": "network-error",
  "reset midway": "network-error",
  "endless headers": "network-error",
  "redirect elsewhere": "redirect",
  "redirect to itself": "redirect",
  "redirect to a file": "redirect",
  "no HTTP": "network-error",
};

const statuses = [200, 302, 401, 403, 404, 429, 500];
const statusWays = ["status without end", "status of a bomb", "status of deep JSON", "status that quotes"];

let hostile: Hostile;
let folder: string;

beforeAll(async () => {
  hostile = await startHostile();
  folder = mkdtempSync(join(tmpdir(), "toolsetc-hostile-"));
  const build = await rolldown({
    input: Object.fromEntries(["index", "parts"].map((name) => [name, join(import.meta.dirname, `../../src/runtime/${name}.ts`)])),
    platform: "neutral",
    resolve: { mainFields: ["module", "main"] },
  });
  await build.write({ format: "esm", dir: folder, entryFileNames: "[name].mjs", chunkFileNames: "[name].mjs" });
  await build.close();
  const host = pathToFileURL(join(import.meta.dirname, "../../dist/host/fetch")).href;
  writeFileSync(join(folder, "caller.mjs"), hostileCaller(host));
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await hostile.close();
});

interface Report {
  readonly path: string;
  readonly name: string;
  readonly code: string;
  readonly sent: boolean;
  readonly told: string;
  readonly times: number;
  readonly megabytes: number;
}

/** When garbage is collected is chance: what seems too large is tried again in a process that has used nothing yet. */
async function reportsOf(...request: Parameters<typeof reportsOnce>): Promise<Report[]> {
  const [caller, ways, options] = request;
  const reports = await reportsOnce(...request);
  for (const [index, way] of ways.entries()) {
    for (let tries = 1; tries < 3 && (reports[index]?.megabytes ?? 0) >= (options?.most ?? 64); tries++) {
      const [again] = await reportsOnce(caller, [way], options);
      if (again !== undefined) reports[index] = again;
    }
  }
  return reports;
}

interface Options {
  readonly method?: string;
  readonly timeout?: number;
  /** The megabytes that are few enough, of a caller that collects the chunks that it has read; without it, 64 of one that does not. */
  readonly most?: number;
}

async function reportsOnce(
  caller: string,
  ways: readonly string[],
  { method = "POST", timeout = short, most }: Options = {},
): Promise<Report[]> {
  const address = ways.includes("no HTTP") ? hostile.noHttp : hostile.address;
  const paths = ways.map((way) => `/${way.split("/").map(encodeURIComponent).join("/")}`);
  hostile.seenElsewhere.length = 0;
  const program = [
    join(folder, "caller.mjs"),
    caller,
    address,
    String(timeout),
    method,
    most === undefined ? "keeps" : "collects",
    ...paths,
  ];
  // A small space for new objects is collected often.
  const { stdout } = await promisify(execFile)(process.execPath, ["--expose-gc", "--max-semi-space-size=1", ...program]);
  expect(hostile.seenElsewhere).toEqual([]);
  return JSON.parse(stdout) as Report[]; // The program wrote it.
}

function expectHarmless({ path, told, times, megabytes }: Report): void {
  expect(told, path).not.toMatch(/secret(?!`)|sesame|c2VzYW1|zZXNhbW|NhbW/);
  expect(times, path).toBeLessThan(2);
  expect(megabytes, path).toBeLessThan(64);
}

describe("a service", () => {
  // One process for all that end in the same way: starting one takes longer than most calls.
  const reports = new Map<string, Report>();
  const entries = Object.entries(expected);
  const groups = [
    { ways: entries.filter(([, code]) => code === "timeout"), timeout: short },
    { ways: entries.filter(([way, code]) => code !== "timeout" && way !== "no HTTP"), timeout: long },
    { ways: entries.filter(([way]) => way === "no HTTP"), timeout: long },
  ];
  beforeAll(async () => {
    for (const { ways, timeout } of groups) {
      const names = ways.map(([way]) => way);
      for (const [index, report] of (await reportsOf("service", names, { timeout })).entries()) reports.set(names[index] ?? "", report);
    }
  });

  test.each(entries)("%s", (way, code) => {
    const report = reports.get(way);
    // On a fast machine, chunks of one byte reach the limit of an answer before the time is over.
    const codes = way === "tiny chunks" ? [code, "response-too-large"] : [code];
    expect(report).toMatchObject({ name: "ToolError", sent: true });
    expect(codes).toContain(report?.code);
    if (report !== undefined) expectHarmless(report);
  });
});

test.each([
  ["most values", 64],
  ["most texts", 64],
  ["most names", 64],
  ["largest text", 64],
  // The 8 MiB of a file and the 11 MiB of its text in Base64, which take 26 to 43. With the whole file as a text too, they take 45 and more.
  ["largest file", 44],
])("a response with the %s that are read costs bounded memory", async (way, most) => {
  const [report] = await reportsOf("service", [way], { timeout: 60_000, most });
  expect(report?.code).toBe("none");
  expect(report?.megabytes).toBeLessThan(most);
});

describe("whoever asks, whatever the status", () => {
  const all = pairsOf(statusWays, statuses).map(([way, status]) => `${way}/${status}`);
  const readers = ["token", "document", "connection"];
  /** Most wait for a time limit; a sample has each way with one of these callers, and all with the service. */
  const othersOf = (caller: string) =>
    Object.keys(expected).filter((way, index) => way !== "no HTTP" && (isLong || readers[index % readers.length] === caller));

  test.each(["service", "keyed", "basic"])("%s", { timeout: 60_000 }, async (caller) => {
    for (const report of await reportsOf(caller, all)) {
      if (report.path !== "/status%20that%20quotes/200") expect(report).toMatchObject({ name: "ToolError", sent: true });
      expectHarmless(report);
    }
  });

  test("token", { timeout: 60_000 }, async () => {
    for (const report of await reportsOf("token", [...all, ...othersOf("token")])) {
      expect(report).toMatchObject({ name: "ToolError", code: expect.stringMatching(/^(?:token-request-failed|timeout)$/), sent: false });
      expectHarmless(report);
    }
  });

  test.each(["document", "connection"])("%s", { timeout: 60_000 }, async (caller) => {
    for (const report of await reportsOf(caller, [...all, ...othersOf(caller)])) {
      expect(report).toMatchObject({ name: "Failure" });
      expectHarmless(report);
    }
  });
});

test("trying again takes no more time, and no more memory", async () => {
  for (const way of ["reset midway", "endless headers", "broken compression"]) {
    hostile.seen.length = 0;
    const [report] = await reportsOf("service", [way], { method: "GET", timeout: long });
    expect(report).toMatchObject({ name: "ToolError", sent: true });
    if (report !== undefined) expectHarmless(report);
    expect(hostile.seen.filter((url) => url.startsWith(`/${encodeURIComponent(way)}`)).length).toBeGreaterThan(1);
  }
});

test("the measurement of memory sees memory that a call uses", async () => {
  expect((await reportsOnce("bare", ["bomb"]))[0]?.megabytes).toBeGreaterThan(80);
});
