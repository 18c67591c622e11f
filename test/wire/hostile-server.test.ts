import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
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
  writeFileSync(join(folder, "caller.mjs"), hostileCaller);
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await hostile.close();
});

interface Call {
  readonly caller: string;
  readonly way: string;
  readonly method?: string;
  readonly timeout: number;
  /** In MB: what it may use. */
  readonly most: number;
}

interface Report {
  readonly name: string;
  readonly code: string;
  readonly sent: boolean;
  readonly told: string;
  readonly times: number;
  readonly megabytes: number;
}

/** When garbage is collected is chance: what seems too large is tried again in a process that has used nothing yet. */
async function reportsOf(calls: readonly Call[], collects: boolean): Promise<Report[]> {
  const reports = await reportsOnce(calls, collects);
  for (const [index, call] of calls.entries()) {
    for (let tries = 1; tries < 3 && (reports[index]?.megabytes ?? 0) >= call.most; tries++)
      reports.splice(index, 1, ...(await reportsOnce([call], collects)));
  }
  return reports;
}

/** One process for all calls: starting one takes longer than most calls. */
async function reportsOnce(calls: readonly Call[], collects: boolean): Promise<Report[]> {
  const requests = calls.map(({ caller, way, method = "POST", timeout }) => {
    const path = `/${way.split("/").map(encodeURIComponent).join("/")}`;
    return { caller, path, method, timeout, address: way === "no HTTP" ? hostile.noHttp : hostile.address };
  });
  hostile.seenElsewhere.length = 0;
  const program = [join(folder, "caller.mjs"), hostile.address, String(collects), JSON.stringify(requests)];
  // A small space for new objects is collected often.
  const { stdout } = await promisify(execFile)(process.execPath, ["--expose-gc", "--max-semi-space-size=1", ...program], {
    maxBuffer: 1 << 26,
  });
  expect(hostile.seenElsewhere).toEqual([]);
  return JSON.parse(stdout) as Report[]; // The program wrote it.
}

function callOf(caller: string, way: string, given: Partial<Call> = {}): Call {
  return { caller, way, timeout: short, most: 64, ...given };
}

function expectHarmless({ told, times, megabytes }: Report, { caller, way, most }: Call): void {
  expect(told, `${caller}: ${way}`).not.toMatch(/secret(?!`)|sesame|c2VzYW1|zZXNhbW|NhbW/);
  expect(times, `${caller}: ${way}`).toBeLessThan(2);
  expect(megabytes, `${caller}: ${way}`).toBeLessThan(most);
}

const readers = ["token", "document", "connection"];
const callers = ["service", "keyed", "basic", ...readers];
const statusPaths = pairsOf(statusWays, statuses).map(([way, status]) => `${way}/${status}`);
// What a message says of a credential comes from the caller.
const quoting = statusPaths.filter((path) => path.startsWith("status that quotes/"));
const others = statusPaths.filter((path) => !quoting.includes(path));
/** Most wait for a time limit; a sample has each way with one of these callers, and all with the service. */
const waysOf = (reader: string) =>
  Object.keys(expected).filter((way, index) => way !== "no HTTP" && (isLong || readers[index % readers.length] === reader));

const calls = {
  service: Object.entries(expected).map(([way, code]) => callOf("service", way, { timeout: code === "timeout" ? short : long })),
  statuses: [
    ...pairsOf(callers, others).map(([caller, way]) => callOf(caller, way)),
    ...callers.flatMap((caller) => quoting.map((way) => callOf(caller, way))),
  ],
  readers: readers.flatMap((caller) => waysOf(caller).map((way) => callOf(caller, way))),
  repeated: ["reset midway", "endless headers", "broken compression"].map((way) =>
    callOf("service", way, { method: "GET", timeout: long }),
  ),
  measured: [callOf("greedy", "nothing", { most: Number.POSITIVE_INFINITY })],
};

// First what is the closest to its limit: the 8 MiB of a file and the 11 MiB of its text in Base64 take 26 to 43. With the whole file as a
// text too, they take 45 and more.
const largest = [
  callOf("service", "largest file", { timeout: 60_000, most: 44 }),
  ...["most names", "most texts", "most values", "largest text"].map((way) => callOf("service", way, { timeout: 60_000 })),
];

const reports = new Map<Call, Report>();

beforeAll(async () => {
  const all: readonly Call[] = Object.values(calls).flat();
  for (const [index, report] of (await reportsOf(all, false)).entries()) reports.set(all[index]!, report);
}, 300_000);

function reportOf(call: Call): Report {
  const report = reports.get(call);
  if (report === undefined) throw new Error(`${call.caller}: ${call.way}`);
  return report;
}

test.each(calls.service)("a call of a hostile service ends in bounded time and memory: $way", (call) => {
  const report = reportOf(call);
  // On a fast machine, chunks of one byte reach the limit of an answer before the time is over.
  const codes = call.way === "tiny chunks" ? ["timeout", "response-too-large"] : [expected[call.way]];
  expect(report).toMatchObject({ name: "ToolError", sent: true });
  expect(codes).toContain(report.code);
  expectHarmless(report, call);
});

const failures: { readonly [caller: string]: object } = {
  token: { name: "ToolError", code: expect.stringMatching(/^(?:token-request-failed|timeout)$/), sent: false },
  document: { name: "Failure" },
  connection: { name: "Failure" },
};

test.each([...calls.statuses, ...calls.readers])(
  "a call of a hostile service ends in bounded time and memory for $caller: $way",
  (call) => {
    const report = reportOf(call);
    const isAnswer = !(call.caller in failures) && call.way === "status that quotes/200";
    if (!isAnswer) expect(report).toMatchObject(failures[call.caller] ?? { name: "ToolError", sent: true });
    expectHarmless(report, call);
  },
);

test.each(calls.repeated)("a call of a hostile service takes no more time and memory if it is tried again: $way", (call) => {
  expect(reportOf(call)).toMatchObject({ name: "ToolError", sent: true });
  expectHarmless(reportOf(call), call);
  expect(hostile.seen.filter((request) => request === `GET /${encodeURIComponent(call.way)}?q=x`).length).toBeGreaterThan(1);
});

test("a response of the allowed size costs bounded memory", async () => {
  for (const [index, report] of (await reportsOf(largest, true)).entries()) {
    expect(report.code).toBe("none");
    expectHarmless(report, largest[index]!);
  }
});

test.each(calls.measured)("the measurement of memory shows the memory that a call uses", (call) => {
  expect(reportOf(call).megabytes).toBeGreaterThan(80);
});
