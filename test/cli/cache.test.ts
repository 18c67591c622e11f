import { spawn } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { compileFlags } from "../../src/cli/compile-flags.ts";
import { filesIn, project as repository, toolsetcInTurn } from "../example-project.ts";
import { isLong } from "../long.ts";
import { cachedProject, document, operation } from "./cached-project.ts";
import { flagNames, sampleArgs, samples } from "./flag-samples.ts";
import { program } from "./serving.ts";

// A run that would do what the last one did repeats its report. It must notice each thing that the last one depended on.
const again = "Nothing has changed";

const { folder, root, cache, built, put, edit } = cachedProject("cache", {
  "toolsetc.yaml": "targets: [{ target: typescript, out: generated }]\nenvironments: { dev: dev.json, prod: prod.json }\n",
  "snapshots/orders.tools.json": '{ "tools": [{ "name": "list", "description": "Lists.", "inputSchema": { "type": "object" } }] }\n',
});

async function compile(args: readonly string[] = [], env: { readonly [name: string]: string } = {}) {
  const { status, stdout, stderr } = await built().run(["compile", ...args], { cwd: root, env: { XDG_CACHE_HOME: cache, ...env } });
  return { status, stdout: stdout.replace(/(?<=; | in )\d+\.\d\d s$/gm, "TIME"), stderr };
}

/** The report without what tells a repeated run from another. */
function report(stdout: string): string {
  return stdout.replace(/^.*(?: unchanged| in TIME|; TIME)$/gm, "");
}

test("`compile` stores and repeats a run with hundreds of findings in one long line", async () => {
  // Each of these tools lacks a description, and each finding shows its line, which is the whole list.
  const tools = Array.from({ length: 500 }, (_, index) => ({
    name: `tool_${index}`,
    inputSchema: { type: "object", properties: { value: { type: "string", pattern: "a".repeat(60) } } },
  }));
  put("snapshots/orders.tools.json", JSON.stringify({ tools }));
  const first = await compile();
  expect(first.stdout).toContain("missing-description");
  const second = await compile();
  expect(second.stdout).toContain(again);
  expect(report(second.stdout)).toBe(report(first.stdout));
});

test("the stored entry of a run contains no document, also for findings with a fix", async () => {
  edit("shop/shop.openapi.yaml", "info: {", "info: { licence: { name: MIT },");
  const { stdout } = await compile();
  expect(stdout).toContain('Did you mean "license"?');
  const entries = readdirSync(join(cache, "toolsetc")).map((name) => readFileSync(join(cache, "toolsetc", name), "utf8"));
  expect(entries.length).toBeGreaterThan(0);
  for (const entry of entries) expect(entry).not.toContain("openapi: 3");
});

describe("a second run of `compile` with the same input", () => {
  test.each([
    ["text", [], 0],
    ["findings", ["--fail-on", "warning"], 1],
    ["json", ["--format", "json"], 0],
    ["one toolset", ["--toolset", "shop"], 0],
    ["a baseline", ["--baseline", "known.json"], 0],
    ["another folder", ["--out", "elsewhere"], 0],
  ])("prints the report of the first run, and what it would write: %s", async (_what, args, status) => {
    // A warning: no toolset has this value.
    edit("dev.json", '"toolsets": {', '"toolsets": { "gone": { "openApiToolset": { "url": "https://gone.example" } },');
    const first = await compile(args);
    expect(first).toMatchObject({ status, stderr: "" });
    expect(first.stdout).not.toContain(again);
    const written = filesIn(join(root, args[0] === "--out" ? "elsewhere" : "generated"));
    const second = await compile(args);
    expect(second).toMatchObject({ status, stderr: "" });
    expect(report(second.stdout)).toBe(report(first.stdout));
    if (!args.includes("json")) expect(second.stdout).toContain(again);
    const uncached = await compile(args, { XDG_CACHE_HOME: join(folder, "other") });
    expect(report(second.stdout)).toBe(report(uncached.stdout));
    expect(uncached.status).toBe(status);
    expect(filesIn(join(root, args[0] === "--out" ? "elsewhere" : "generated"))).toEqual(written);
  });

  test("repeats the run for a single document", async () => {
    const args = ["--openapi", "shop/shop.openapi.yaml", "--include", "get_it"];
    expect((await compile(args)).stdout).not.toContain(again);
    expect((await compile(args)).stdout).toContain(again);
    edit("shop/parts.yaml", "string", "integer");
    expect((await compile(args)).stdout).not.toContain(again);
  });
});

test("`compile` on a folder of projects compiles each project again, if it has changed", async () => {
  const run = async () => {
    const { status, stdout } = await built().run(["compile", "projects"], { cwd: root, env: { XDG_CACHE_HOME: cache } });
    return { status, folders: stdout.match(/^projects\/\w\/tools: .*$/gm) };
  };
  for (const name of ["a", "b"]) {
    put(`projects/${name}/toolsetc.yaml`, "targets: [{ target: mcp, out: tools }]\n");
    put(`projects/${name}/api.yaml`, `openApiToolset:\n  openApiSchema: ./${name}.openapi.yaml\n`);
    put(`projects/${name}/${name}.openapi.yaml`, document(name, operation("get_it")));
  }
  rmSync(join(root, "toolsetc.yaml"));
  const line = (name: string, counts: string) => `projects/${name}/tools: ${counts}`;
  const [added, same] = ["1 new, 0 changed, 0 removed, 0 unchanged", "0 new, 0 changed, 0 removed, 1 unchanged"];
  expect(await run()).toEqual({ status: 0, folders: [line("a", added), line("b", added)] });
  expect(await run()).toEqual({ status: 0, folders: [line("a", same), line("b", same)] });
  edit("projects/a/a.openapi.yaml", "operationId: get_it", "operationId: get_that");
  expect(await run()).toEqual({ status: 0, folders: [line("a", "0 new, 1 changed, 0 removed, 0 unchanged"), line("b", same)] });
});

describe("a flag of `compile` that the table of flags", () => {
  const entries = () => (existsSync(join(cache, "toolsetc")) ? readdirSync(join(cache, "toolsetc")) : []);
  const names = flagNames.filter((name) => name !== "watch");
  beforeEach(() => {
    put("shop.openapi.yaml", document("shop", operation("listOrders", "tags: [orders], ")));
  });

  test.each(names.filter((name) => compileFlags[name].cached))("marks as cached is repeated by the second run: %s", async (name) => {
    await compile(sampleArgs(name));
    const first = entries();
    expect(first).toHaveLength(1);
    await compile(sampleArgs(name));
    expect(entries()).toEqual(first);
    // Any other flags are another run.
    await compile([...sampleArgs(name), "--max-warnings", "71"]);
    expect(entries()).toHaveLength(2);
  });

  test.each(names.filter((name) => !compileFlags[name].cached))("marks as not cached stores no run: %s", async (name) => {
    // Only a new project can be saved.
    if (name === "save") rmSync(join(root, "toolsetc.yaml"));
    expect((await compile([...(name === "save" ? samples.openapi : []), ...samples[name]])).stderr).toBe("");
    expect(entries()).toEqual([]);
  });
});

test.each([
  [
    ["compile", "--toolset", "shop", "--out", "x"],
    ["compile", "--out", "x"],
  ],
  [
    ["compile", ".", "--toolset=shop", "--toolset", "orders"],
    ["compile", "."],
  ],
])("a run of %j restores the other toolsets from the stored run of %j", (part, whole) => {
  const entriesOf = (args: readonly string[]) => built().entriesOf(args, { cwd: root, env: { XDG_CACHE_HOME: cache } });
  expect(entriesOf(part).whole).toBe(entriesOf(whole).own);
  expect(entriesOf(part).own).not.toBe(entriesOf(whole).own);
});

describe("`compile` runs again after a change of", () => {
  beforeEach(async () => {
    await compile();
    expect((await compile()).stdout).toContain(again);
  });

  test.each([
    ["a definition", "shop/shop.yaml", "displayName: shop", "displayName: shop\ndescription: A shop."],
    ["a document", "shop/shop.openapi.yaml", "get_other,", "get_another,"],
    ["a file that a document refers to", "shop/parts.yaml", "string", "integer"],
    ["a snapshot", "snapshots/orders.tools.json", "Lists.", "Lists orders."],
    ["the configuration", "toolsetc.yaml", "targets: [{ target: typescript", "targets: [{ target: typescript, emit: js"],
    ["an environment", "prod.json", "prod.example", "live.example"],
  ])("an input: %s", async (_what, path, from, to) => {
    edit(path, from, to);
    const { stdout } = await compile();
    expect(stdout).not.toContain(again);
    expect(stdout).toMatch(/generated: \d+ new, (?!0 changed)|generated: (?!0 new)/);
    const fresh = join(folder, "fresh");
    await compile(["--out", fresh], { XDG_CACHE_HOME: join(folder, "other") });
    expect(filesIn(join(root, "generated"))).toEqual(filesIn(fresh));
    rmSync(fresh, { recursive: true });
    expect((await compile()).stdout).toContain(again);
  });

  test("only a comment in a file, though the findings stay the same", async () => {
    edit("shop/shop.yaml", "displayName", "# A comment.\ndisplayName");
    expect((await compile()).stdout).not.toContain(again);
  });

  test.each([
    ["another definition", "more.yaml", "displayName: more\nclientFunctionToolset: { functions: [{ name: f, description: Does it. }] }\n"],
    ["a nearer configuration", "shop/toolsetc.yaml", "targets: [{ target: typescript, out: generated }]\n"],
    ["a tsconfig.json", "tsconfig.json", '{ "compilerOptions": { "module": "nodenext" } }'],
  ])("the files by a new one: %s", async (_what, path, text) => {
    put(path, text);
    expect((await compile()).stdout).not.toContain(again);
  });

  test("the files by removing one", async () => {
    rmSync(join(root, "snapshots/orders.tools.json"));
    const { stdout, status } = await compile();
    expect(stdout).toContain("missing-snapshot");
    expect(status).toBe(1);
  });

  test("the flags", async () => {
    const set = ["--set", "toolsets.shop.openApiToolset.url=https://set.example"];
    const others = [["--env", "dev"], set, ["--profile", "ces"], ["--fail-on", "warning"], ["--toolset", "shop"], ["--quiet"], ["shop"]];
    for (const args of others) expect((await compile(args)).stdout, args.join(" ")).not.toContain(again);
  });

  test("the environment variables for colors", async () => {
    expect((await compile([], { NO_COLOR: "", FORCE_COLOR: "1" })).stdout).not.toContain(again);
  });

  test("the build of the compiler", () => {
    const other = join(folder, "other-build");
    mkdirSync(other);
    cpSync(join(repository, "dist/bin"), join(other, "dist/bin"), { recursive: true });
    cpSync(join(repository, "package.json"), join(other, "package.json"));
    for (const name of readdirSync(join(repository, "dist")).filter((each) => each !== "bin"))
      symlinkSync(join(repository, "dist", name), join(other, "dist", name));
    const main = join(other, "dist/bin/main.js");
    const run = (...several: { args: string[]; cwd: string }[]) => toolsetcInTurn(several, { env: { XDG_CACHE_HOME: cache }, main });
    const compiling = { args: ["compile"], cwd: root };
    symlinkSync(join(repository, "node_modules"), join(other, "node_modules"));
    expect(run(compiling, compiling).map(({ stdout }) => stdout.includes(again))).toEqual([false, true]);
    const { atime, mtime } = statSync(main);
    writeFileSync(main, `${readFileSync(main, "utf8")}// Another build.\n`);
    utimesSync(main, atime, mtime);
    expect(run(compiling).map(({ stdout }) => stdout.includes(again))).toEqual([false]);
  });

  test.each([
    ["edited", (path: string) => writeFileSync(path, "// Mine.\n")],
    ["edited, with its former size and time", sameSizeAndTime],
    ["gone", (path: string) => rmSync(path)],
  ])("the output, where a file is %s", async (_what, change) => {
    change(join(root, "generated/toolsets/shop/index.ts"));
    const { stdout, stderr } = await compile();
    expect(stdout).not.toContain(again);
    expect(stdout.includes("1 new") || stderr.includes("was written or edited by hand")).toBe(true);
  });

  test("the output, where the record of written files is removed", async () => {
    rmSync(join(root, "generated/.written.json"));
    expect((await compile()).stdout).not.toContain(again);
    expect(existsSync(join(root, "generated/.written.json"))).toBe(true);
  });

  test("`compile --check` compares what it compiles, and repeats no stored run", async () => {
    edit("shop/shop.yaml", "displayName", "# A comment.\ndisplayName");
    expect((await compile(["--check"])).stdout).toContain("up to date");
  });
});

describe("the cache of `compile`", () => {
  const entries = () => readdirSync(join(cache, "toolsetc"));

  test.each([
    ["cut short", (text: string) => text.slice(0, 200)],
    ["empty", () => ""],
    ["with another exit code", (text: string) => text.replace('"exitCode":0', '"exitCode":1')],
    ["with a text of its own", (text: string) => text.replace('"text":"', '"text":"::error::')],
    ["of another form", () => `${"0".repeat(64)}\n{}`],
    ["of bytes", () => "\u0000\uffff"],
  ])("ignores an entry that is %s", async (_what, change) => {
    const first = await compile();
    const [name = ""] = entries();
    const path = join(cache, "toolsetc", name);
    const text = readFileSync(path, "utf8");
    expect(change(text)).not.toBe(text);
    writeFileSync(path, change(text));
    const second = await compile();
    expect(second.stdout).not.toContain(again);
    expect(second).toMatchObject({ status: 0, stderr: "" });
    expect(report(second.stdout)).toBe(report(first.stdout));
    expect((await compile()).stdout).toContain(again);
  });

  test("that cannot be written to its folder is no error", async () => {
    writeFileSync(cache, "");
    for (const home of [cache, "/dev/null", join("/proc/1", "cache")]) {
      const { status, stderr } = await compile([], { XDG_CACHE_HOME: home });
      expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    }
    rmSync(cache);
    mkdirSync(cache, { mode: 0o500 });
    expect(await compile()).toMatchObject({ status: 0, stderr: "" });
    chmodSync(cache, 0o700);
  });

  test.skipIf(process.platform === "win32")(
    "can be read only by the user, also if an earlier version created its folder for all",
    async () => {
      const modes = () => {
        const own = join(cache, "toolsetc");
        return [own, ...readdirSync(own).map((name) => join(own, name))].map((path) => (statSync(path).mode & 0o777).toString(8));
      };
      await compile();
      expect((statSync(cache).mode & 0o777).toString(8)).toBe("700");
      expect(modes()).toEqual(["700", "600"]);
      chmodSync(join(cache, "toolsetc"), 0o755);
      edit("shop/parts.yaml", "string", "integer");
      await compile();
      expect(modes()[0]).toBe("700");
    },
  );

  test("is never kept in the project, where it could come with a repository", async () => {
    mkdirSync(join(root, "node_modules"));
    const before = Object.keys(filesIn(root));
    await compile();
    await compile();
    expect(Object.keys(filesIn(root)).filter((path) => !before.includes(path) && !path.startsWith("generated/"))).toEqual([]);
    expect(readdirSync(join(root, "node_modules"))).toEqual([]);
  });

  test("removes the oldest of many entries, and the drafts of interrupted runs", async () => {
    mkdirSync(join(cache, "toolsetc"), { recursive: true });
    const old = new Date(0);
    for (let index = 0; index < 250; index++) {
      const path = join(cache, "toolsetc", `${index.toString(16).padStart(64, "0")}.json${index === 7 ? ".draft" : ""}`);
      writeFileSync(path, "");
      utimesSync(path, old, index === 7 ? old : new Date(index * 1000));
    }
    writeFileSync(join(cache, "toolsetc", "of-the-user.txt"), "");
    await compile();
    expect(entries()).toHaveLength(201);
    expect(entries()).toContain("of-the-user.txt");
    expect(entries().some((name) => name.endsWith(".draft"))).toBe(false);
    expect((await compile()).stdout).toContain(again);
  });

  test("has no wrong entry after runs with different flags at the same time", async () => {
    const sets = (isLong ? ["a", "b", "a", "b"] : ["a", "b"]).map((each) => [
      "--set",
      `toolsets.shop.openApiToolset.url=https://${each}.example`,
    ]);
    await Promise.all(sets.map((args) => started(args)));
    for (const args of sets.slice(0, 2)) {
      const { status } = await compile(args);
      expect(status).toBe(0);
      const { stdout } = await compile(["--check", ...args]);
      expect(stdout).toContain("up to date");
    }
  });
});

/** What an editor cannot do by accident. */
function sameSizeAndTime(path: string): void {
  const { atime, mtime, size } = statSync(path);
  writeFileSync(path, "/".repeat(size));
  utimesSync(path, atime, mtime);
}

function started(args: readonly string[]): Promise<unknown> {
  const child = spawn(process.execPath, [program, "compile", ...args], { cwd: root, env: { ...process.env, XDG_CACHE_HOME: cache } });
  child.stdout.resume();
  child.stderr.resume();
  return new Promise((done) => child.on("close", done));
}
