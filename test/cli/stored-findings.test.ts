import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { projectFlags } from "../../src/cli/compile-flags.ts";
import { createProgram } from "../../src/cli/program.ts";
import { isLong, pairsOf } from "../long.ts";
import { cachedProject, document, operation } from "./cached-project.ts";

// `list`, `validate` and `ci` repeat what they printed if nothing has changed that it depends on. A repeated report that is no longer true
// would be a lie, so each of these things is changed here.

const { folder, root, cache, files, built, put, edit } = cachedProject("stored", {
  "toolsetc.yaml":
    "extends: base.yaml\ntargets: [{ target: typescript, out: generated }]\nenvironments: { dev: dev.json, prod: prod.json }\n",
  "base.yaml": "rules: { missing-description: warning }\n",
  // A comment suppresses a finding until a day.
  "snapshots/orders.tools.json": '{ "tools": [{ "name": "list", "inputSchema": { "type": "object" } }] }\n',
  "response.json": '{ "name": "operations/1", "done": true, "response": { "warnings": [] } }\n',
});

afterEach(() => void vi.useRealTimers());

const stored = { XDG_CACHE_HOME: cache };
const withoutCache = { XDG_CACHE_HOME: "/dev/null" };

async function run(args: readonly string[], env: Readonly<Record<string, string>> = stored, cwd = root) {
  const { stdout, ...result } = await built().run(args, { cwd, env });
  return { ...result, stdout: stdout.replace(/ in \d+\.\d\d s$/gm, " in TIME") };
}

/** What a command prints, with the cache, is what it prints without one. */
async function compared(args: readonly string[], env: Readonly<Record<string, string>> = {}, cwd = root) {
  const { isRepeated, ...shown } = await run(args, { ...stored, ...env }, cwd);
  const { isRepeated: isOther, ...expected } = await run(args, { ...withoutCache, ...env }, cwd);
  expect(isOther).toBe(false);
  expect(shown).toEqual(expected);
  return { isRepeated, expected };
}

async function truth(...given: Parameters<typeof compared>): Promise<boolean> {
  return (await compared(...given)).isRepeated;
}

/** Runs commands that nothing is stored of, and then all again, which must print the same. Gives whether the last was repeated, and its status. */
async function truthTwice(several: readonly (readonly string[])[], cwd = root) {
  const first = [];
  for (const args of several) first.push(await compared(args, {}, cwd));
  expect(first.filter(({ isRepeated }) => isRepeated)).toEqual([]);
  const again = [];
  for (const [index, args] of several.entries()) {
    const { isRepeated, ...shown } = await run(args, stored, cwd);
    expect(shown, args.join(" ")).toEqual(first[index]?.expected);
    again.push({ isRepeated, status: shown.status });
  }
  return again;
}

async function expectRepeated(several: readonly (readonly string[])[]): Promise<void> {
  expect(await truthTwice(several)).toMatchObject(several.map(() => ({ isRepeated: true })));
}

const commands: readonly (readonly string[])[] = [
  ["list"],
  ["list", "--format", "json"],
  ["list", "--search", "other it"],
  ["list", "--tokens"],
  ["list", "--toolset", "shop", "--tag", "get_it"],
  ["list", "shop"],
  ["list", "--openapi", "shop/shop.openapi.yaml"],
  ["list", "shop/shop.openapi.yaml"],
  ["validate"],
  ["validate", "--quiet"],
  ...["agent", "github", "gitlab", "json", "junit", "markdown", "sarif"].map((format) => ["validate", "--format", format]),
  ["validate", "--toolset", "shop"],
  ["validate", "shop/shop.yaml"],
  ["validate", "--env", "dev"],
  ["validate", "--env=dev.json"],
  ["validate", "--set", "toolsets.shop.openApiToolset.url=https://set.example"],
  ["validate", "--profile", "openapi"],
  ["validate", "--target", "anthropic"],
  ["validate", "--baseline", "known.json"],
  ["validate", "--import-response", "response.json"],
  ["validate", "--fail-on", "warning"],
  ["validate", "--max-warnings", "0"],
  ["validate", "--allow-root", "."],
  ["validate", "--openapi", "shop/shop.openapi.yaml", "--include", "get_it"],
  ["ci"],
  ["ci", "--format", "json"],
  ["ci", "--quiet"],
  ["ci", "--baseline", "known.json", "--fail-on", "warning"],
];

const reports = ["list", "validate", "ci"];

const projects: { readonly [what: string]: () => void | Promise<void> } = {
  "a project with findings": () => {},
  "a project with written output and a lock": writeAndLock,
};

test.each(pairsOf(Object.keys(projects), commands).map(([project, args]) => [project, args.join(" "), args] as const))(
  "in the project %s, `%s` prints the same without a cache, with an empty one, and when repeated",
  async (project, _line, args) => {
    await projects[project]?.();
    await expectRepeated([args]);
  },
);

describe("the projects of the golden cases", () => {
  const golden = join(import.meta.dirname, "../golden");
  const cases = readdirSync(golden).filter((_name, index) => isLong || index % 10 === 0);

  test.each(pairsOf(cases, reports))(
    "the case %s prints the same without a cache, with an empty one, and when repeated: %s",
    async (name, report) => {
      const cwd = join(folder, "golden", name);
      cpSync(join(golden, name, "input"), cwd, { recursive: true });
      const [again] = await truthTwice([[report]], cwd);
      // A project whose configuration is wrong is read again by each run.
      expect(again?.isRepeated).toBe([0, 1, 3].includes(again?.status ?? -1));
    },
  );
});

/** Compiles and locks the project once: it is the same for all. */
async function writeAndLock(): Promise<void> {
  const written = join(folder, "written");
  if (!existsSync(written)) {
    for (const command of ["compile", "lock"]) expect(await run([command], withoutCache)).toMatchObject({ status: 0 });
    cpSync(root, written, { recursive: true });
  }
  cpSync(written, root, { recursive: true });
}

test("a stored run on a folder of projects is repeated only if no project has changed", async () => {
  for (const name of ["a", "b"]) {
    put(`projects/${name}/toolsetc.yaml`, "targets: [{ target: mcp, out: tools }]\n");
    put(`projects/${name}/api.yaml`, `openApiToolset:\n  openApiSchema: ./${name}.openapi.yaml\n`);
    put(`projects/${name}/${name}.openapi.yaml`, document(name, operation("get_it")));
  }
  rmSync(join(root, "toolsetc.yaml"));
  await expectRepeated([
    ["validate", "projects"],
    ["validate", "projects", "--format", "sarif"],
    ["ci", "projects"],
    ["list", "projects"],
    ["list", "projects", "--format", "json"],
  ]);
  edit("projects/b/b.openapi.yaml", "operationId: get_it", "operationId: get_that");
  await expectRepeated([["validate", "projects"]]);
  put("projects/c/toolsetc.yaml", "");
  expect(await truth(["validate", "projects"])).toBe(false);
});

describe("a stored report is not repeated after a change of", () => {
  beforeEach(writeAndLock);

  async function store(...names: string[]): Promise<void> {
    for (const name of names) await run([name]);
    for (const name of names) expect(await run([name]), name).toMatchObject({ isRepeated: true });
  }

  const inputs: readonly (readonly [what: string, path: string, from: string, to: string])[] = [
    ["a definition", "shop/shop.yaml", "displayName: shop", "displayName: shop\ndescription: A shop."],
    ["a document", "shop/shop.openapi.yaml", "get_other,", "get_another,"],
    ["a file that a document refers to", "shop/parts.yaml", "string", "integer"],
    ["a snapshot", "snapshots/orders.tools.json", '"list"', '"list_orders"'],
    ["the configuration", "toolsetc.yaml", "typescript", "manifest"],
    ["the severity of a rule, in a configuration that is extended", "base.yaml", "warning", "error"],
    ["an environment", "prod.json", "https://prod.example", "no address"],
  ];
  test.each(pairsOf(inputs, reports).map(([input, report]) => [input[0], report, input] as const))(
    "an input: %s, for `%s`",
    async (_what, report, [, path, from, to]) => {
      await store(report);
      edit(path, from, to);
      await expectRepeated([[report]]);
    },
  );

  const added: readonly (readonly [what: string, path: string, text: string])[] = [
    ["another definition", "more.yaml", "displayName: more\nclientFunctionToolset: { functions: [{ name: f, description: Does it. }] }\n"],
    ["a definition with the name of another", "more/shop.yaml", "displayName: shop\nclientFunctionToolset: { functions: [{ name: f }] }\n"],
    ["a nearer configuration", "shop/toolsetc.yaml", "targets: [{ target: typescript, out: generated }]\n"],
  ];
  test.each(pairsOf(added, reports).map(([file, report]) => [file[0], report, file] as const))(
    "the files by a new one: %s, for `%s`",
    async (_what, report, [, path, text]) => {
      await store(report);
      put(path, text);
      await expectRepeated([[report]]);
    },
  );

  const others: { readonly [what: string]: () => void } = {
    "the files by removing one": () => rmSync(join(root, "snapshots/orders.tools.json")),
    "the day": () => void vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 24 * 60 * 60 * 1000 }),
    "the build of the compiler": () => writeFileSync(built().main, `// Build ${builds++}.\n`),
    "the root of the repository, which is part of the paths": () => mkdirSync(join(root, ".git")),
  };
  let builds = 1;
  test.each(pairsOf(Object.keys(others), reports))("%s, for `%s`", async (what, report) => {
    await store(report);
    others[what]?.();
    await expectRepeated([[report]]);
  });

  test("the files by putting back a removed one", async () => {
    const path = "snapshots/orders.tools.json";
    rmSync(join(root, path));
    await store("validate");
    put(path, files[path]);
    expect(await truth(["validate"])).toBe(false);
  });

  test("the colors or the working directory", async () => {
    await store("validate");
    expect(await truth(["validate"], { FORCE_COLOR: "1" })).toBe(false);
    expect(await truth(["validate"], { FORCE_COLOR: "1" })).toBe(true);
    expect(await truth(["validate", ".."], {}, join(root, "shop"))).toBe(false);
  });

  test.each([
    ["a written file that was edited", "generated/toolsets/shop/index.ts", "export", "export  "],
    ["the record", "generated/.written.json", "0.3.0", "0.2.0"],
    ["the record of a toolset", "generated/toolsets/shop/.written.json", ".ts", ".js"],
    ["a lock", "toolsetc.lock/shop.json", "get_other", "get_that"],
  ])("the output, and only `ci` depends on it: %s", async (_what, path, from, to) => {
    await store("validate", "ci");
    edit(path, from, to);
    expect(await run(["validate"])).toMatchObject({ isRepeated: true });
    expect(await truth(["ci"])).toBe(false);
  });

  test.each([
    ["a tsconfig.json", () => put("tsconfig.json", '{ "compilerOptions": { "module": "nodenext" } }')],
    ["a written file that is gone", () => rmSync(join(root, "generated/toolsets/shop/index.ts"))],
    ["an output folder that is gone", () => rmSync(join(root, "generated"), { recursive: true })],
    [
      "the output of another toolset",
      () => cpSync(join(root, "generated/toolsets/shop"), join(root, "generated/toolsets/gone"), { recursive: true }),
    ],
    ["accepted changes", () => put("toolsetc.lock/.accepted.yaml", "changes: []\n")],
  ])("the files that only `ci` reads: %s", async (_what, change) => {
    await store("ci");
    change();
    expect(await truth(["ci"])).toBe(false);
  });

  test("the output folder to a link, which is refused as without a cache", async () => {
    await store("ci");
    cpSync(join(root, "generated/toolsets/shop"), join(folder, "elsewhere"), { recursive: true });
    rmSync(join(root, "generated/toolsets/shop"), { recursive: true });
    symlinkSync(join(folder, "elsewhere"), join(root, "generated/toolsets/shop"));
    expect(await truth(["ci"])).toBe(false);
  });
});

test("a report with a baseline is not repeated after the baseline has changed or was removed", async () => {
  const args = ["validate", "--baseline", "known.json"];
  await run(args);
  expect(await truth(args)).toBe(true);
  edit("known.json", '"findings": []', '"findings":  []');
  expect(await truth(args)).toBe(false);
  rmSync(join(root, "known.json"));
  expect(await truth(args)).toBe(false);
  expect(await truth(args)).toBe(false);
  put("known.json", files["known.json"]);
  expect(await truth(args)).toBe(false);
});

test("a suppression expires on its day, though the run is stored", async () => {
  const today = new Date();
  const day = today.toISOString().slice(0, 10);
  edit("shop/shop.openapi.yaml", "  /get_it", `  # toolsetc-ignore missing-description until ${day}: later\n  /get_it`);
  await run(["validate"]);
  expect(await truth(["validate"])).toBe(true);
  vi.useFakeTimers({ toFake: ["Date"], now: today.getTime() + 48 * 60 * 60 * 1000 });
  expect(await truth(["validate"])).toBe(false);
});

describe("a run of the command line is not stored", () => {
  test.each([
    ["that writes fixes", ["validate", "--fix"]],
    ["that writes a baseline", ["validate", "--baseline", "known.json", "--update-baseline"]],
    ["that writes a report", ["validate", "--report", "json=report.json"]],
    ["that compares with another folder", ["ci", "--against", "."]],
    ["that fails because of its flags", ["validate", "--env", "staging"]],
  ])("if it is one %s", async (_what, args) => {
    await run(args);
    expect(existsSync(join(cache, "toolsetc"))).toBe(false);
  });
});

describe("a stored run is ignored", () => {
  const entry = () => join(cache, "toolsetc", readdirSync(join(cache, "toolsetc"))[0] ?? "");
  beforeEach(async () => {
    await run(["validate"]);
    expect(await run(["validate"])).toMatchObject({ isRepeated: true });
  });

  test.each([
    ["cut short", (text: string) => text.slice(0, 200)],
    ["empty", () => ""],
    ["with another exit code", (text: string) => text.replace('"exitCode":0', '"exitCode":1')],
    ["with a text of its own", (text: string) => text.replace('"text":"', '"text":"::error::')],
    ["of another form", () => `${"0".repeat(64)}\n{}`],
  ])("if its entry is %s", async (_what, change) => {
    const text = readFileSync(entry(), "utf8");
    expect(change(text)).not.toBe(text);
    writeFileSync(entry(), change(text));
    expect(await truth(["validate"])).toBe(false);
    expect(await truth(["validate"])).toBe(true);
  });

  test.skipIf(process.platform === "win32")("if others may write to its entry", async () => {
    chmodSync(entry(), 0o666);
    expect(await truth(["validate"])).toBe(false);
    expect(await truth(["validate"])).toBe(true);
    chmodSync(join(cache, "toolsetc"), 0o777);
    expect(await truth(["validate"])).toBe(false);
  });

  test.skipIf(process.getuid?.() !== 0)("if its entry is of another user", async () => {
    chownSync(entry(), 4711, 4711);
    expect(await truth(["validate"])).toBe(false);
    chownSync(join(cache, "toolsetc"), 4711, 4711);
    expect(await truth(["validate"])).toBe(false);
  });
});

test.each(["list", "validate", "ci"])("the table of flags for the cache has all flags of `%s`", (name) => {
  const options = createProgram().commands.find((command) => command.name() === name)?.options ?? [];
  expect(options.map((option) => option.attributeName()).filter((flag) => !Object.hasOwn(projectFlags, flag))).toEqual([]);
});
