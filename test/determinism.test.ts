import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { compile } from "../src/compile.ts";
import { createHost } from "../src/host/disk.ts";
import type { Host } from "../src/project/load.ts";
import { findingsOf } from "../src/report.ts";
import { optionsOf } from "./compile-texts.ts";
import { example, filesIn, project, toolsetc } from "./example-project.ts";

const generated = join(project, "generated");
const record = /(^|\/)\.written\.json$/;

describe("inside one process", () => {
  test("compiling the example project twice gives the same bytes", async () => {
    expect(await compileExample((paths) => paths)).toEqual(await compileExample((paths) => paths));
  });

  test("the order of files does not matter", async () => {
    const sorted = await compileExample((paths) => [...paths].sort());
    expect(await compileExample((paths) => [...paths].sort().reverse())).toEqual(sorted);
    expect(await compileExample((paths) => [...paths].sort((a, b) => a.length - b.length))).toEqual(sorted);
  });

  test("generated/ is what toolsets/ gives: if not, run `npm start` and commit both", async () => {
    const { files } = await compileExample((paths) => paths);
    const actual = Object.fromEntries(Object.entries(filesIn(generated)).filter(([path]) => !record.test(path)));
    const expected = Object.fromEntries(
      files.map(([path, text]): [string, string] => [join("toolsets", path).slice("generated/".length), text]),
    );
    expect(Object.keys(expected).length).toBeGreaterThan(40);
    expect(actual).toEqual(expected);
  });
});

describe("as processes of their own", () => {
  // Two places, one deeper than the other. No `node_modules` is above them, so that nothing is remembered from run to run.
  let folder: string;
  let near: string;
  let deep: string;
  let usual: Compiled;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "toolsetc-determinism-"));
    near = join(folder, "toolsets");
    deep = join(folder, "İstanbul/ä b/toolsets");
    for (const copy of [near, deep]) {
      mkdirSync(dirname(copy), { recursive: true });
      cpSync(example, copy, { recursive: true });
    }
    usual = compileApart(near, { cwd: folder, path: "toolsets", env: { LANG: "C", LC_ALL: "C", TZ: "UTC" } });
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test("the usual run compiles everything", () => {
    expect(usual).toMatchObject({ status: 0, stderr: "" });
    expect(Object.keys(usual.files).length).toBe(Object.keys(filesIn(generated)).length);
  });

  const turkish = { LANG: "tr_TR.UTF-8", LC_ALL: "tr_TR.UTF-8", TZ: "Pacific/Kiritimati" };
  const german = { LANG: "de_DE.UTF-8", LC_ALL: "de_DE.UTF-8", TZ: "America/St_Johns" };

  test.each([
    { name: "Turkish, a day ahead", place: () => near, cwd: () => folder, path: () => "toolsets", env: turkish },
    { name: "German, half an hour off", place: () => near, cwd: () => folder, path: () => "./toolsets/", env: german },
    { name: "from inside the project", place: () => near, cwd: () => near, path: () => ".", env: turkish },
    { name: "by an absolute path", place: () => near, cwd: () => project, path: () => near, env: german },
    { name: "from far away", place: () => near, cwd: () => "/", path: () => near, env: {} },
    { name: "in a deeper folder of a foreign name", place: () => deep, cwd: () => folder, path: () => deep, env: turkish },
  ])("$name: the same bytes, and the same words", ({ place, cwd, path, env }) => {
    expect(compileApart(place(), { cwd: cwd(), path: path(), env })).toEqual(usual);
  });

  test("the processes did have another language and time zone", () => {
    const preload = new URL("fixtures/print-locale.mjs", import.meta.url).href;
    const { stdout } = toolsetc(["--version"], { cwd: folder, env: turkish, preload });
    expect(stdout).toContain("tr-TR Pacific/Kiritimati");
  });
});

interface Compiled {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly files: Record<string, string>;
}

async function compileExample(order: (paths: readonly string[]) => readonly string[]) {
  const disk = createHost(example);
  const host: Host = { read: disk.read, list: async () => [...order(await disk.list())] };
  const compilation = await compile(host, optionsOf({ config: "toolsetc.yaml", targetDefaults: { importExtension: "ts" } }));
  const files = compilation.outputs.flatMap(({ out, files }) => files.map(({ path, text }): [string, string] => [`${out}/${path}`, text]));
  return { files, findings: findingsOf(compilation) };
}

/** What a run writes and says, but for the time that it took and where it stood. */
function compileApart(
  place: string,
  { cwd, path, env }: { cwd: string; path: string; env: { readonly [name: string]: string } },
): Compiled {
  const out = join(dirname(place), "generated");
  rmSync(out, { recursive: true, force: true });
  const { status, stdout, stderr } = toolsetc(["compile", path], { cwd, env });
  const said = stdout.replace(/\d+(\.\d+)? m?s\b/g, "… s").replaceAll(/\S*(?:ä b\/)?\S*generated/g, "generated");
  return { status, stdout: said, stderr, files: filesIn(out) };
}
