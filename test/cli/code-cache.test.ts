import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { sha256 } from "../../src/source/text/hash.ts";
import { toolsetc } from "../example-project.ts";

// Every command may take its compiled functions from the user's cache. Whatever is there, it must do the same.
const folder = realpathSync(mkdtempSync(join(tmpdir(), "toolsetc-code-")));
const cache = join(folder, "cache");
const entries = join(cache, "toolsetc");

afterAll(() => rmSync(folder, { recursive: true }));
beforeEach(() => rmSync(cache, { recursive: true, force: true }));

const run = (args: readonly string[], env: { readonly [name: string]: string } = {}) =>
  toolsetc(args, { cwd: folder, env: { XDG_CACHE_HOME: cache, CI: "", ...env } });
const answer = (args: readonly string[], env: { readonly [name: string]: string } = {}) => {
  const { status, stdout, stderr } = run(args, env);
  return { status, stdout, stderr };
};
const withoutCache = { XDG_CACHE_HOME: "/dev/null" };

/** The entries, each with a mark that changes when the entry is replaced. */
const stored = () => new Map(existsSync(entries) ? readdirSync(entries).map((name) => [name, statSync(join(entries, name)).ino]) : []);

/** The largest entry: that of a file with much code. */
function largest(): string {
  const paths = readdirSync(entries).map((name) => join(entries, name));
  return paths.reduce((most, path) => (statSync(path).size > statSync(most).size ? path : most));
}

/** The runs that an entry has the functions of. The entry is that of the code cache, whose second line is JSON. */
const runsOf = (path: string) => JSON.parse(readFileSync(path, "latin1").split("\n")[1] ?? "") as { [command: string]: number };

describe("the compiled functions of a command", () => {
  test("are saved by its first run for the user alone, and used by the next one", () => {
    const expected = answer(["rules"], withoutCache);
    expect(expected).toMatchObject({ status: 0, stderr: "" });
    expect(answer(["rules"])).toEqual(expected);
    const first = stored();
    expect([...first.keys()].filter((name) => !/^[0-9a-f]{64}\.code$/.test(name))).toEqual([]);
    expect(first.size).toBeGreaterThan(2);
    if (process.platform !== "win32") for (const path of [entries, largest()]) expect(statSync(path).mode & 0o077, path).toBe(0);
    expect(answer(["rules"])).toEqual(expected);
    expect(stored()).toEqual(first);
  });

  test("are added to those of another command", () => {
    run(["--version"]);
    expect(Object.keys(runsOf(largest()))).toEqual(["--version"]);
    run(["--help"]);
    run(["--version"]);
    expect(Object.keys(runsOf(largest())).sort()).toEqual(["--help", "--version"]);
  });

  test("are saved again by a run that was more than twice as long", () => {
    run(["--version"]);
    const [before, path] = [stored(), largest()];
    const text = readFileSync(path);
    const end = text.indexOf("\n", 65);
    const rest = Buffer.concat([Buffer.from('{"--version":1}'), text.subarray(end)]);
    writeFileSync(path, Buffer.concat([Buffer.from(`${sha256(rest)}\n`), rest]));
    run(["--version"]);
    expect(runsOf(path)["--version"]).toBeGreaterThan(1000);
    expect([...stored()].filter(([name, mark]) => before.get(name) !== mark)).toHaveLength(1);
  });
});

test("functions from the cache import packages", () => {
  const project = join(folder, "copied");
  mkdirSync(project);
  writeFileSync(join(project, "toolsetc.yaml"), "targets: [{ target: typescript, out: generated, runtime: copy }]\n");
  writeFileSync(
    join(project, "own.yaml"),
    "displayName: own\nclientFunctionToolset: { functions: [{ name: show, description: Show it. }] }\n",
  );
  const compile = () => run(["compile", project]);
  expect(compile()).toMatchObject({ status: 0 });
  for (let times = 0; times < 2; times++) {
    rmSync(join(project, "generated"), { recursive: true });
    expect(compile()).toMatchObject({ status: 0, stderr: "" });
    expect(existsSync(join(project, "generated/index.ts"))).toBe(true);
  }
});

describe("an entry is ignored and replaced", () => {
  test.each([
    ["cut short", (code: Buffer) => code.subarray(0, code.length >> 1)],
    ["empty", () => Buffer.alloc(0)],
    ["without code", (code: Buffer) => code.subarray(0, code.indexOf("\n") + 1)],
    ["with one other bit in its code", (code: Buffer) => code.map((byte, index) => (index === code.length >> 1 ? byte ^ 1 : byte))],
    ["with runs that were not", (code: Buffer) => Buffer.from(code.toString("latin1").replace("--help", "--hope"), "latin1")],
    ["with the right hash of other bytes", () => Buffer.from(`${sha256("{}\nno code")}\n{}\nno code`)],
  ])("that is %s", (_what, change) => {
    const expected = answer(["--help"]);
    const path = largest();
    const whole = readFileSync(path);
    const changed = Buffer.from(change(whole));
    expect(changed.equals(whole)).toBe(false);
    writeFileSync(path, changed);
    expect(answer(["--help"])).toEqual(expected);
    expect(readFileSync(path).equals(changed)).toBe(false);
    const again = stored();
    expect(answer(["--help"])).toEqual(expected);
    expect(stored()).toEqual(again);
  });

  test.skipIf(process.platform === "win32")("that others may write", () => {
    run(["--help"]);
    const [path, before] = [largest(), stored()];
    chmodSync(path, 0o666);
    run(["--help"]);
    expect(stored()).not.toEqual(before);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  test("of V8 with other flags is another entry", () => {
    run(["--help"]);
    const before = stored();
    run(["--help"], { NODE_OPTIONS: "--stack-trace-limit=20" });
    expect(stored().size).toBe(2 * before.size);
    for (const [name, mark] of before) expect(stored().get(name)).toBe(mark);
  });
});

describe("nothing is saved", () => {
  test.each([
    ["in CI, where runs share folders", { CI: "true" }],
    ["while coverage is measured", { NODE_V8_COVERAGE: join(folder, "coverage") }],
  ])("%s", (_when, env) => {
    expect(answer(["--help"], env)).toEqual(answer(["--help"], withoutCache));
    expect(stored().size).toBe(0);
  });

  test("where the folder cannot be written", () => {
    writeFileSync(cache, "");
    expect(answer(["--version"])).toMatchObject({ status: 0, stderr: "" });
    expect(answer(["--version"], { XDG_CACHE_HOME: "/proc/1" })).toMatchObject({ status: 0, stderr: "" });
  });
});
