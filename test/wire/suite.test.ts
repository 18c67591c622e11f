import { execFile } from "node:child_process";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { startCommand } from "./command.mjs";
import { runSuite, type WireResult } from "./suite.mjs";

const plain = join(import.meta.dirname, "contenders/plain.mjs");

/** That the suite sees mistakes: it is run against a contender that makes the usual ones. */
describe("in the wire suite, a contender that only turns values into text", () => {
  let results: readonly WireResult[];
  beforeAll(async () => {
    const { contender, stop } = startCommand([process.execPath, plain]);
    try {
      results = await runSuite(contender);
    } finally {
      stop();
    }
  });

  const faultsOf = (name: string) => results.find((result) => result.name === name)?.faults;

  test.each([
    ["01-styles: query, form, explode true, string (3.1.1)"],
    ["01-styles: path, simple, explode false, array (3.0.4)"],
    ["07-nineteen: 3 one name in path and query (3.1.1)"],
    ["07-nineteen: 17 a list as a JSON body (3.0.4)"],
  ])("passes the case %s", (name) => {
    expect(faultsOf(name)).toEqual([]);
  });

  test.each([
    ["01-styles: path, matrix, explode false, string (3.1.1)", 'target: expected "/base/table/;color=blue", got "/base/table/blue"'],
    ["01-styles: header, simple, explode true, object (3.2.0)", 'header color: expected "R=100,G=200,B=150", got "[object Object]"'],
    ["01-styles: cookie, form, explode true, string (3.1.1)", 'header cookie: expected "color=blue", got nothing'],
    ["07-nineteen: 1 a path value is percent-encoded (3.1.1)", 'target: expected "/base/items/a%2Fb%20c", got "/base/items/a/b%20c"'],
    ["07-nineteen: 5 form with explode (3.1.1)", 'target: expected "/base/items?tags=a&tags=b", got "/base/items?tags=a%2Cb"'],
    [
      "07-nineteen: 15 a form with a deep object (3.0.4)",
      'header content-type: expected "application/x-www-form-urlencoded", got "application/json"',
    ],
  ])("fails the case %s", (name, fault) => {
    expect(faultsOf(name)).toContain(fault);
  });

  test("fails more cases than it passes, and every case has its own name", () => {
    expect(results.filter(({ faults }) => faults.length > 0).length).toBeGreaterThan(results.length / 2);
    expect(new Set(results.map(({ name }) => name)).size).toBe(results.length);
  });
});

describe("in the wire suite, a contender that", () => {
  test("makes no request fails", async () => {
    const results = await runSuite(() => Promise.reject(new Error("not today")), { only: "07-nineteen: 9 " });
    expect(results.map(({ faults }) => faults)).toEqual([["no request arrived: not today"], ["no request arrived: not today"]]);
  });

  test("makes two requests fails", async () => {
    const twice = async ({ baseUrl }: { baseUrl: string }) => {
      for (let time = 0; time < 2; time++) await fetch(`${baseUrl}/items`, { headers: { "x-trace": "t 1" } });
    };
    const results = await runSuite(twice, { only: "07-nineteen: 9 a header (3.1.1)" });
    expect(results.map(({ faults }) => faults)).toEqual([["1 more requests arrived"]]);
  });

  test("ends early is named", async () => {
    const { contender, stop } = startCommand([process.execPath, "--eval", "process.exit(3)"]);
    const [result] = await runSuite(contender, { only: "07-nineteen: 9 a header (3.1.1)" });
    stop();
    expect(result?.faults).toEqual(["no request arrived: The contender ended with 3."]);
  });
});

test("the command of the wire suite prints what is wrong, counts what is right, and fails", async () => {
  const run = join(import.meta.dirname, "run.mjs");
  const { code, stdout } = await execute([run, "--only", "07-nineteen: 1", "--", process.execPath, plain]);
  expect(stdout).toContain("07-nineteen: 1 a path value is percent-encoded (3.0.4)\n  What generators");
  expect(stdout).toMatch(/\d+ of \d+ requests are right\.\n$/);
  expect(code).toBe(1);
  expect((await execute([run, "--only", "07-nineteen: 9 ", "--", process.execPath, plain])).code).toBe(0);
  expect((await execute([run])).code).toBe(2);
});

function execute(args: readonly string[]): Promise<{ readonly code: number; readonly stdout: string }> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, args, (_error, stdout) => resolve({ code: child.exitCode ?? -1, stdout }));
  });
}
