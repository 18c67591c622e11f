import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { runCommand } from "../run-command.ts";

// A command works on the project that its path belongs to, and a path or a name narrows it.
const folder = realpathSync(mkdtempSync(join(tmpdir(), "toolsetc-part-")));
const document = (name: string) =>
  `openapi: 3.0.3\ninfo: { title: ${name}, version: "1" }\nservers: [{ url: https://${name}.example }]\npaths:\n  /it: { get: { operationId: get_it, summary: Get it, responses: { "200": { description: It. } } } }\n  /other: { get: { operationId: get_other, summary: Get the other, responses: { "200": { description: It. } } } }\n`;
const definition = (path: string, name: string) => `displayName: ${name}\nopenApiToolset: { openApiSchema: ${path} }\n`;

/** A document is found from the root of the project, and only one operation is chosen. */
const project = {
  "toolsetc.yaml": "targets: [{ target: typescript, out: generated }]\noverrides: { shop: { include: [get_it] } }\n",
  "toolsets/shop/shop.yaml": definition("documents/shop.yaml", "shop"),
  "toolsets/items/items.yaml": definition("documents/items.yaml", "items"),
  "documents/shop.yaml": document("shop"),
  "documents/items.yaml": document("items"),
};

afterEach(() => {
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
});
afterAll(() => rmSync(folder, { recursive: true }));

function put(files: { readonly [path: string]: string }, at = "."): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, at, path)), { recursive: true });
    writeFileSync(join(folder, at, path), text);
  }
}

function run(cwd: string, ...args: string[]) {
  return runCommand(args, { cwd: join(folder, cwd) });
}

async function listed(cwd: string, ...args: string[]): Promise<string[]> {
  const { stdout } = await run(cwd, "list", "--format", "json", ...args);
  return JSON.parse(stdout).tools.map(({ name }: { name: string }) => name);
}

test("the index of the output exports a toolset whose definition cannot be read any more", async () => {
  put(project);
  await run(".", "compile");
  const index = readFileSync(join(folder, "generated/index.ts"), "utf8");
  put({ "toolsets/shop/shop.yaml": "displayName: [" });
  expect(await run(".", "compile")).toMatchObject({ status: 1 });
  expect(readFileSync(join(folder, "generated/index.ts"), "utf8")).toBe(index);
});

test("`compile --toolset` counts and lists only this toolset, and writes nothing if it does not compile", async () => {
  put(project);
  const { stdout } = await run(".", "compile", "--toolset", "shop", "--report", "json=report.json");
  expect(stdout).toMatch(/^shop +openapi +2 +1 /m);
  expect(stdout).not.toMatch(/^items /m);
  const { summary } = JSON.parse(readFileSync(join(folder, "report.json"), "utf8"));
  expect(summary).toMatchObject({ toolsets: 1, tools: 1, operations: 2 });
  put({ "documents/items.yaml": "openapi: 3.0.3\n" });
  expect(await run(".", "compile", "--toolset", "items")).toMatchObject({ stdout: expect.stringContaining("Nothing was written.") });
});

describe("the project of a path is found", () => {
  const all = ["items_get_it", "items_get_other", "shop_get_it"];

  test.each([
    [".", ["."], all],
    [".", ["toolsets"], all],
    [".", ["toolsets/shop"], ["shop_get_it"]],
    [".", ["toolsets/shop/shop.yaml"], ["shop_get_it"]],
    ["toolsets/shop", [], ["shop_get_it"]],
    [".", ["--toolset", "shop"], ["shop_get_it"]],
    ["toolsets", ["--toolset", "shop"], ["shop_get_it"]],
  ])("from the folder %s with the path %j, and only the tools below the path are listed", async (cwd, args, expected) => {
    put(project);
    expect(await listed(cwd, ...args)).toEqual(expected);
    expect(await run(cwd, "validate", ...args)).toMatchObject({ status: 0, stdout: expect.not.stringContaining("[") });
  });

  test.each([
    ["an app", { "app.json": "{}", ".git/x": "" }, ["shop_get_it", "shop_get_other"]],
    ["the root of a repository", { "toolsets/.git": "gitdir: x\n" }, []],
    ["what the compiler wrote", { "toolsets/.written.json": "{}" }, []],
    ["what is hidden", {}, []],
  ])("by a search that ends at %s", async (what, files, expected) => {
    put({ ...project, ...files });
    if (what === "an app") rmSync(join(folder, "toolsetc.yaml"));
    if (what === "what is hidden") put({ "toolsets/shop/shop.yaml": project["toolsets/shop/shop.yaml"] }, ".hidden");
    const path = what === "what is hidden" ? ".hidden/toolsets/shop" : "toolsets/shop";
    const { stdout } = await run(".", "validate", path, "--format", "json");
    const { summary, diagnostics } = JSON.parse(stdout);
    expect(summary.tools).toBe(expected.length);
    if (expected.length === 0) expect(diagnostics).toMatchObject([{ code: "file-not-found" }]);
  });

  test("without a configuration in a folder that all users may write to, such as /tmp", async () => {
    put({ "shop.yaml": definition("shop.openapi.yaml", "shop"), "shop.openapi.yaml": document("shop") }, "shared/a");
    put({ "toolsetc.yaml": "naming: operation\n" }, "shared");
    expect(await listed("shared/a")).toEqual(["get_it", "get_other"]);
    chmodSync(join(folder, "shared"), 0o1777);
    expect(await listed("shared/a")).toEqual(["shop_get_it", "shop_get_other"]);
    expect(await listed("shared")).toEqual(["get_it", "get_other"]);
  });

  test.each(['"root": ..', "root: |-\n  ..", "root: '..' # all of it", "{ root: .. }"])(
    "by its `root` in the folder above: %s",
    async (text) => {
      put({ "a/toolsetc.yaml": `${text}\n`, "shop.yaml": definition("shop.openapi.yaml", "shop"), "shop.openapi.yaml": document("shop") });
      expect(await listed("a")).toEqual(["shop_get_it", "shop_get_other"]);
    },
  );

  test("without regard to a `root` that stands in another text", async () => {
    put(project);
    put({ "toolsetc.yaml": '{ overrides: { shop: { include: [get_it] } }, sources: { shop: "https://a.example/\nroot: toolsets" } }\n' });
    expect(await listed("toolsets")).toEqual(all);
  });

  test("from any folder in it, and `call` reads only the files of the called tool", async () => {
    put({ ...project, "documents/items.yaml": "not: read" });
    const call = ["call", "shop.get_it", "--dry-run"];
    expect(await run("documents", ...call)).toMatchObject({ status: 0, stdout: "GET https://shop.example/it\naccept: */*\n", stderr: "" });
  });
});

test("`export` and `import` change the definitions below a path, and print names of files from there", async () => {
  put({ ...project, "environment.json": "{}\n" });
  const before = document("shop");
  expect((await run("toolsets/shop", "export")).stdout).toBe(
    "1 value changed in:\n  ../../documents/shop.yaml\n  ../../environment.json\n",
  );
  expect(readFileSync(join(folder, "documents/shop.yaml"), "utf8")).toBe(before.replace("https://shop.example", "$env_var"));
  expect(readFileSync(join(folder, "documents/items.yaml"), "utf8")).toBe(document("items"));
  expect((await run(".", "import", "toolsets/shop")).stdout).toBe("1 value changed in:\n  documents/shop.yaml\n");
  expect(readFileSync(join(folder, "documents/shop.yaml"), "utf8")).toBe(before);
});

describe("`compile` of a part of a project", () => {
  const files = (path = "generated") =>
    readdirSync(join(folder, path), { recursive: true, encoding: "utf8", withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(join(folder, path).length + 1))
      .sort();
  const text = (path: string) => readFileSync(join(folder, path), "utf8");

  test.each([["toolsets/shop"], ["toolsets/shop/shop.yaml"], ["--toolset", "shop"]])(
    "by %s writes the part, and leaves the rest",
    async (...args) => {
      put(project);
      expect(await run(".", "compile")).toMatchObject({ status: 0 });
      const before = new Map(files().map((path) => [path, text(`generated/${path}`)]));
      put({
        "documents/shop.yaml": document("shop").replace("Get it", "Get it now"),
        "documents/items.yaml": document("items").replace("Get it", "Get it now"),
      });
      expect(await run(".", "compile", ...args)).toMatchObject({
        status: 0,
        stdout: expect.stringContaining("generated: 0 new, 2 changed, 0 removed"),
      });
      const changed = files().filter((path) => text(`generated/${path}`) !== before.get(path));
      expect(changed).toEqual(["toolsets/shop/.written.json", "toolsets/shop/tools/it.ts", "toolsets/shop/toolset.json"]);
      expect(await run(".", "compile", ...args, "--check")).toMatchObject({ status: 0 });
      // The record is true: the whole project goes on from there.
      expect((await run(".", "compile", "--check")).stdout).toContain("outdated: generated/toolsets/items/tools/it.ts");
      expect(await run(".", "compile")).toMatchObject({ status: 0, stdout: expect.stringContaining("0 new, 2 changed, 0 removed") });
    },
  );

  test("writes an index of all toolsets that are in the output", async () => {
    put(project);
    const index = () => [...text("generated/index.ts").matchAll(/export \* as (\w+)/g)].map(([, name]) => name);
    expect(await run(".", "compile", "--toolset", "shop")).toMatchObject({ status: 0 });
    expect(index()).toEqual(["shop"]);
    expect(await run("toolsets/items", "compile")).toMatchObject({ status: 0 });
    expect(index()).toEqual(["items", "shop"]);
    expect(await run(".", "compile", "--check")).toMatchObject({ status: 0 });
  });
});

describe("a mistake in a flag is reported before everything else, and ends the run", () => {
  test.each([
    [["--env", "staging"], 'There is no environment or environment file "staging".'],
    [["--toolset", "shp"], 'There is no toolset or tool "shp". Did you mean "shop"?'],
    [["--toolset", "shop", "toolsets/items"], 'There is no toolset or tool "shop".'],
    [["--set", "toolsets.shp.openApiToolset.url=https://a.example"], 'Did you mean "toolsets.shop"?'],
    [["--set", "toolsets.shop.openApiToolset.url=a"], "toolsets.shop"],
    [["--openapi", "documents/items.yaml", "--include", "get_its"], '"get_its"'],
  ])("if the flag is %j", async (flags, message) => {
    put({
      ...project,
      "documents/items.yaml": `${document("items")}x: 1\n`,
      "documents/shop.yaml": `${document("shop").replace("https://shop.example", "$env_var")}x: 1\n`,
    });
    for (const command of ["validate", "compile"]) {
      const { status, stdout } = await run(".", command, ...flags, "--format", "json");
      const { diagnostics } = JSON.parse(stdout);
      expect({ status, messages: diagnostics.map((found: { message: string }) => found.message) }).toEqual({
        status: 2,
        messages: [expect.stringContaining(message)],
      });
    }
    expect(existsSync(join(folder, "generated"))).toBe(false);
  });

  test("unless the configuration cannot be read, which is reported too", async () => {
    put({ ...project, "toolsetc.yaml": "environments: { staging: [" });
    const { diagnostics } = JSON.parse((await run(".", "validate", "--env", "staging", "--format", "json")).stdout);
    expect(diagnostics.map(({ code }: { code: string }) => code)).toEqual(["no-such-environment", "syntax-error"]);
  });
});

test("findings have the paths of files from the working directory, and the toolset that they are about", async () => {
  put({
    ...project,
    "documents/shop.yaml": `${document("shop")}x: 1\n`,
    "documents/items.yaml": document("items").replace("operationId: get_other", "operationId: get_other, x: 1, opertionId: y"),
    "toolsets/bad/bad.yaml": "displayName: bad\nopenApiToolst: {}\n",
  });
  const found = async (cwd: string, ...args: string[]) =>
    JSON.parse((await run(cwd, "validate", "--format", "json", ...args)).stdout).diagnostics.map(
      ({ file, toolset }: { file: string; toolset: string | null }) => `${file} ${toolset}`,
    );
  const expected = ["documents/items.yaml items", "documents/shop.yaml shop", "toolsets/bad/bad.yaml bad"];
  expect([...new Set(await found("."))]).toEqual(expected);
  expect([...new Set(await found("toolsets", ".."))]).toEqual([
    "../documents/items.yaml items",
    "../documents/shop.yaml shop",
    "bad/bad.yaml bad",
  ]);
  expect([...new Set(await found("toolsets/shop"))]).toEqual(["../../documents/shop.yaml shop"]);
  put({ "toolsets/more.yaml": definition("documents/shop.yaml", "more") });
  expect(await found(".")).toContain("documents/shop.yaml null");
  expect((await run("toolsets", "validate", "..")).stdout).toContain("--> bad/bad.yaml:2:1");
});

describe("`compile` ends with the import statement of a tool", () => {
  const tsconfig = (options: object) => JSON.stringify({ compilerOptions: options });
  const bundler = tsconfig({ module: "esnext", moduleResolution: "bundler" });
  const start = "To import the tools in this folder:\n";
  const lines = (items: string, shop: string) =>
    `${start}  import { getIt } from ${items}; // and 1 more; \`tools\` returns all\n  import { getIt } from ${shop};\n`;
  const line = (out: string, ending: string) => lines(`"${out}/toolsets/items${ending}"`, `"${out}/toolsets/shop${ending}"`);
  const installed = { "package.json": '{ "dependencies": { "@toolsetc/runtime": "0.3.0" } }' };
  const assumed = "There is no tsconfig.json at or above generated, so imports end in .ts";

  test.each([
    ["nodenext", { "tsconfig.json": tsconfig({ module: "nodenext" }) }, [], line("./generated", "/index.js")],
    ["bundler", { "tsconfig.json": bundler }, [], line("./generated", "")],
    ["of another folder", { "web/tsconfig.json": bundler }, ["--out", "web/src/tools"], line("./web/src/tools", "")],
    [
      "chosen",
      { "toolsetc.yaml": "targets: [{ target: typescript, out: out, importExtension: ts }]\noverrides: { shop: { include: [get_it] } }\n" },
      [],
      line("./out", "/index.ts"),
    ],
    [
      "JavaScript",
      {
        "tsconfig.json": bundler,
        "toolsetc.yaml": "targets: [{ target: typescript, out: out, emit: js }]\noverrides: { shop: { include: [get_it] } }\n",
      },
      [],
      line("./out", "/index.js"),
    ],
    ["a part", { "tsconfig.json": bundler }, ["--toolset", "shop"], `${start}  import { getIt } from "./generated/toolsets/shop";\n`],
  ])("in the form that the project needs: %s", async (_what, files, args, expected) => {
    put({ ...project, ...installed, ...files });
    const { stdout } = await run(".", "compile", ...args);
    expect(stdout.slice(-expected.length)).toBe(expected);
    expect(stdout).not.toContain(assumed);
  });

  const install = "The modules import @toolsetc/runtime: npm install @toolsetc/runtime\n";

  test.each([
    ["no package.json is there", undefined, "@toolsetc/runtime", install],
    ["package.json names toolsetc", { dependencies: { toolsetc: "0.3.0" } }, "toolsetc/runtime", ""],
    ["package.json names both", { dependencies: { toolsetc: "0.3.0", "@toolsetc/runtime": "0.3.0" } }, "@toolsetc/runtime", ""],
    ["only development needs toolsetc", { devDependencies: { toolsetc: "0.3.0" } }, "@toolsetc/runtime", install],
  ])("whose module imports the run-time library from where it is installed: %s", async (_what, manifest, from, note) => {
    put({ ...project, "tsconfig.json": bundler, ...(manifest === undefined ? {} : { "package.json": JSON.stringify(manifest) }) });
    const { stdout } = await run(".", "compile");
    expect(stdout.endsWith(`${line("./generated", "")}${note}`)).toBe(true);
    expect(readFileSync(join(folder, "generated/toolsets/shop/toolset.ts"), "utf8")).toContain(`from "${from}";`);
  });

  test("for an assumed tsconfig.json, and for the real one once it is there", async () => {
    put({ ...project, ...installed });
    const first = await run(".", "compile");
    expect(first.stdout).toContain(`${line("./generated", "/index.ts")}${assumed}`);
    expect(readFileSync(join(folder, "generated/toolsets/shop/index.ts"), "utf8")).toContain('from "./tools/it.ts"');
    put({
      "toolsetc.yaml": "targets: [{ target: typescript, out: web/a }, { target: typescript, out: b }]\n",
      "web/tsconfig.json": bundler,
    });
    const { stdout } = await run("toolsets", "compile");
    expect(stdout).toContain('from "../web/a/toolsets/shop";');
    expect(stdout).toContain('from "../b/toolsets/shop/index.ts";');
    put({ "web/tsconfig.json": tsconfig({ module: "nodenext" }) });
    expect((await run("toolsets", "compile")).stdout).toContain('from "../web/a/toolsets/shop/index.js";');
  });
});
