import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { basename, join, sep } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { example, project, toolsetc } from "./example-project.ts";
import { isLong } from "./long.ts";

// Whoever compiles a definition runs on what a stranger wrote: it must not be able to look around, nor to call home.
const watch = new URL("fixtures/watch-the-world.mjs", import.meta.url).href;
let folder: string;
let root: string;

beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "toolsetc-world-")));
  root = join(folder, "toolsets");
  cpSync(example, root, { recursive: true });
  writeFileSync(join(folder, "secret.yaml"), "type: string\ndescription: the-secret\n");
  hostile(join(folder, "hostile"));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe("in the example project, as the system calls show,", () => {
  test("`validate` reads only files below the root, and writes only into the cache", () => {
    const { status, read, written } = watched(["validate", root]);
    const cache = join(folder, "cache");
    expect(status).toBe(0);
    expect(read.some((path) => path === join(root, "weather.yaml"))).toBe(true);
    // The record of an output folder at or above the project shows whether a write was interrupted.
    const asked = (path: string) => isWithin(path, cache) || [".git", ".written.json"].includes(basename(path)) || isMark(path);
    expect(read.filter((path) => !isWithin(path, root) && !asked(path))).toEqual([]);
    expect(written.filter((path) => !isWithin(path, cache))).toEqual([]);
  });

  test.each(isLong ? ["list", "ci"] : ["ci"])("`%s` writes only into the cache", (command) => {
    const { status, written } = watched([command, root]);
    expect(status).toBe(0);
    expect(written.filter((path) => !isWithin(path, join(folder, "cache")))).toEqual([]);
  });

  test("`compile` reads only the root, the output and the tsconfig.json, and writes only the output", () => {
    const { status, read, written } = watched(["compile", root]);
    const [out, cache] = [join(folder, "generated"), join(folder, "cache")];
    expect(status).toBe(0);
    // The nearest tsconfig.json, package.json, repository and record of an output folder; the cache, the links on the way to the output,
    // whether that is the home folder, and whether the working directory is a project.
    const above = ["tsconfig.json", "package.json", ".git", ".written.json"];
    const asked = (path: string) =>
      above.includes(basename(path)) || isWithin(path, cache) || isWithin(out, path) || path === homedir() || isMark(path);
    expect(read.filter((path) => !isWithin(path, root) && !isWithin(path, out) && !asked(path))).toEqual([]);
    expect(written.length).toBeGreaterThan(10);
    expect(written.filter((path) => !isWithin(path, out) && !isWithin(path, cache))).toEqual([]);
  });
});

test.each(isLong ? ["validate", "compile"] : ["compile"])("%s follows no reference, link or address out of the root", (command) => {
  const inside = join(folder, "hostile");
  const { status, stdout, stderr, read } = watched([command, inside]);
  expect(stderr).toBe("");
  expect(status).toBe(1);
  for (const file of ["refers.yaml", "points.yaml", "linked.yaml", "calls.yaml"]) expect(stdout).toContain(file);
  expect(stdout).not.toContain("the-secret");
  const content = read.filter((path) => path.endsWith("secret.yaml") || path.includes("passwd"));
  expect(content).toEqual([]);
});

test("the record of a program's access to the system contains each kind of access", () => {
  const report = join(folder, "control.json");
  const ways = [
    'fetch("http://127.0.0.1:9")',
    '(await import("node:net")).connect(9)',
    '(await import("node:http")).get("http://127.0.0.1:9")',
    '(await import("node:dns/promises")).lookup("localhost")',
    '(await import("node:child_process")).execFileSync("true")',
  ];
  const caught = ways.map((way) => `try { await ${way}; console.log("out"); } catch (error) { console.log(error.message); }`);
  const code = `import { openSync } from "node:fs"; import { readFile } from "node:fs/promises"; ${caught.join("\n")}
    openSync("${folder}/secret.yaml"); await readFile("${root}/weather.yaml")`;
  const { stdout } = spawnSync(process.execPath, ["--import", watch, "--input-type=module", "--eval", code], {
    encoding: "utf8",
    env: { ...process.env, WORLD_REPORT: report },
  });
  expect(stdout.trim().split("\n")).toEqual(ways.map(() => expect.stringContaining("The command went out")));
  // The report is the fixture's.
  const { read } = JSON.parse(readFileSync(report, "utf8")) as World;
  expect(read).toEqual(expect.arrayContaining([join(folder, "secret.yaml"), join(root, "weather.yaml")]));
});

interface World {
  readonly read: readonly string[];
  readonly written: readonly string[];
}

/** Runs a command under the watch, and leaves out what Node reads to load the command itself. */
function watched(args: readonly string[]): World & { status: number | null; stdout: string; stderr: string } {
  const report = join(folder, "world.json");
  const { status, stdout, stderr } = toolsetc(args, {
    cwd: folder,
    env: { WORLD_REPORT: report, XDG_CACHE_HOME: join(folder, "cache") },
    preload: watch,
  });
  // The report is the fixture's.
  const world = JSON.parse(readFileSync(report, "utf8")) as World;
  const code = ["dist", "node_modules", "package.json"].map((name) => join(project, name));
  const own = (path: string) => code.some((each) => isWithin(path, each));
  return { status, stdout, stderr, read: world.read.filter((path) => !own(path)), written: world.written };
}

/** Whether a path is a mark of a project in the working directory, or one of the folders in which marks are looked for. */
function isMark(path: string): boolean {
  const marks = ["agents", "app.json", "app.yaml", "tools", "toolsetc.yaml", "toolsetc.yml"];
  return isWithin(folder, path) || marks.some((name) => path === join(folder, name));
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`);
}

/** Four ways to ask for what is not the project's. */
function hostile(at: string): void {
  mkdirSync(at);
  const toolset = (name: string, schema: string) => writeFileSync(join(at, `${name}.yaml`), definition(name, schema));
  toolset("refers", documentWith("../secret.yaml"));
  toolset("points", "  openApiSchema: ../secret.yaml\n");
  symlinkSync(join(folder, "secret.yaml"), join(at, "link.yaml"));
  toolset("linked", documentWith("link.yaml"));
  toolset("calls", documentWith("http://127.0.0.1:9/secret.yaml"));
}

function definition(name: string, schema: string): string {
  return `displayName: ${name}\nopenApiToolset:\n${schema}`;
}

function documentWith(reference: string): string {
  return `  openApiSchema:
    openapi: 3.1.0
    info: { title: T, version: "1" }
    servers: [{ url: https://api.example }]
    paths:
      /x:
        get:
          operationId: x
          parameters: [{ name: q, in: query, schema: { $ref: ${JSON.stringify(reference)} } }]
          responses: { "200": { description: OK } }
`;
}
