import { realpathSync, rmSync } from "node:fs";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { expect, test } from "vitest";
import { checkProject } from "../../src/cli/commands/ci/run.ts";
import { open } from "../../src/cli/project/open.ts";
import { withTerminal } from "../../src/cli/terminal.ts";
import { formatNames } from "../../src/findings/formats/format-names.ts";
import type { Host } from "../../src/project/load.ts";
import { junitErrors } from "../hostile/consumers.ts";
import { commit, document, folder, git, narrower, put, read, run, useRepository } from "./git-project.ts";

useRepository(() => {
  put("toolsets/toolsetc.yaml", "targets: [{ target: manifest, out: ../generated }]\nroot: ..\n");
  put("toolsets/shop.yaml", "displayName: shop\nopenApiToolset: { openApiSchema: toolsets/shop.openapi.yaml }\n");
  put("toolsets/shop.openapi.yaml", document);
});

test("`ci` skips what is not set up, with the command that sets it up", async () => {
  const { status, stdout } = await run("ci", "toolsets");
  expect(status).toBe(0);
  expect(stdout).toMatch(/^validate +passed +0 errors, 0 warnings$/m);
  expect(stdout).toMatch(/^compile --check +skipped +no output is checked in; `toolsetc compile toolsets` writes it$/m);
  expect(stdout).toMatch(/^lock --check +skipped +there is no lock; `toolsetc lock toolsets` writes it$/m);
  expect(stdout).toMatch(/^breaking +skipped +there is no lock to compare with; `toolsetc ci toolsets --against origin\/main` compares/m);
  for (const format of ["agent", "github", "sarif"] as const) {
    const { stderr } = await run("ci", "toolsets", "--format", format);
    expect(stderr).toMatch(/^lock --check: skipped: there is no lock;/m);
  }
  const markdown = (await run("ci", "toolsets", "--format", "markdown")).stdout;
  expect(markdown).toMatch(/^\*\*toolsetc:\*\* no findings\n\n- compile/);
  const junit = (await run("ci", "toolsets", "--format", "junit")).stdout;
  expect(await junitErrors(junit)).toEqual([]);
  expect(junit.match(/<skipped\/>/g)).toHaveLength(3);
});

test("`ci` passes for a project that is as it was checked in", async () => {
  await setUp();
  const { status, stdout } = await run("ci", "toolsets", "--against", "main");
  expect(status).toBe(0);
  expect(stdout.match(/^\S.* passed /gm)).toHaveLength(4);
  expect(stdout).toMatch(/^breaking +passed +0 breaking, 0 model-visible since main \([0-9a-f]{12}\)$/m);
});

test("`ci` reports everything that fails at once, in every format", async () => {
  await setUp();
  put("toolsets/shop.openapi.yaml", narrower);
  const { status, stdout } = await run("ci", "toolsets", "--against", "main", "--report", "sarif=out.sarif", "--report", "json=out.json");
  expect(status).toBe(1);
  expect(stdout).toMatch(/error\[narrowed-input\].*\n +--> toolsets\/shop\.openapi\.yaml:9:/);
  expect(stdout).toMatch(
    /error\[outdated-lock\]: The lock of the toolset "shop" is out of date: "shop_list_items" has changed\.\n +--> toolsets\/toolsetc\.lock\/shop\.json:1:1/,
  );
  expect(stdout).toMatch(/error\[outdated-output\].*\n +--> generated\//);
  expect(stdout).toMatch(/^outdated: generated\/.*\n@@/m);
  expect(stdout).toMatch(/^compile --check +failed +\d file.* out of date; `toolsetc compile toolsets` writes/m);
  expect(stdout).toMatch(/^lock --check +failed +1 toolset differs; `toolsetc lock toolsets` writes what changed$/m);
  expect(stdout).toMatch(/^[0-9a-f]{16} +shop_list_items +narrowed-input/m);
  const rules = JSON.parse(read("out.sarif")).runs[0].results.map(({ ruleId }: { ruleId: string }) => ruleId);
  expect(rules.sort()).toEqual(["narrowed-input", "outdated-lock", "outdated-output"]);
  expect(JSON.parse(read("out.json"))).toMatchObject({
    summary: { errors: 3 },
    checks: [{ name: "validate", state: "passed" }, { state: "failed" }, { state: "failed" }, { name: "breaking", state: "failed" }],
    drift: [{ change: "outdated" }],
    base: expect.stringContaining("main"),
    versions: [{ toolset: "shop", step: "major" }],
  });
  for (const format of formatNames) expect(await run("ci", "toolsets", "--format", format)).toMatchObject({ status: 1 });
});

test("each check of `ci` fails alone if the others pass", async () => {
  await setUp();
  rmSync(join(folder, "generated/toolsets/shop/toolset.json"));
  expect(await run("ci", "toolsets")).toMatchObject({
    status: 1,
    stdout: expect.stringMatching(/1 file is missing[\s\S]*1 file is out of date; `toolsetc compile toolsets` writes it\n/),
  });
  await run("compile", "toolsets");
  put("toolsets/toolsetc.lock/gone.json", read("toolsets/toolsetc.lock/shop.json"));
  expect(await run("ci", "toolsets", "--against", "main")).toMatchObject({
    status: 1,
    stdout: expect.stringContaining('The lock of the toolset "gone" is out of date: the project has no such toolset.'),
  });
});

test("`ci` compares nothing else while there are errors", async () => {
  await setUp();
  put("toolsets/shop.openapi.yaml", "openapi: 3.0.3\npaths: [\n");
  const { status, stdout } = await run("ci", "toolsets", "--against", "main");
  expect(status).toBe(1);
  expect(stdout.match(/ skipped +not run; fix the errors first$/gm)).toHaveLength(3);
  expect(stdout).not.toContain("removed-tool");
});

test("`ci` compares the locks below a folder that has no configuration", async () => {
  rmSync(join(folder, "toolsets/toolsetc.yaml"));
  put("toolsets/shop.yaml", "displayName: shop\nopenApiToolset: { openApiSchema: shop.openapi.yaml }\n");
  put("other/own.yaml", "displayName: own\nclientFunctionToolset: { functions: [{ name: show, description: Shows the item. }] }\n");
  expect(await run("lock", "toolsets")).toMatchObject({ status: 0 });
  const passed = await run("ci");
  expect(passed.status).toBe(0);
  expect(passed.stdout).toMatch(/^lock --check +passed +toolsets: the lock is up to date$/m);
  expect(passed.stdout).toMatch(/^breaking +passed +toolsets: 0 breaking, 0 model-visible since toolsetc.lock$/m);
  put("toolsets/shop.openapi.yaml", narrower);
  const failed = await run("ci");
  expect(failed.status).toBe(1);
  expect(failed.stdout).toMatch(/^lock --check +failed +toolsets: 1 toolset differs; `toolsetc lock toolsets` writes what changed$/m);
  expect(failed.stdout).toMatch(/error\[narrowed-input\]: .*\n +--> toolsets\/shop.openapi.yaml:/);
  commit("narrower");
  const { stdout } = await run("ci", "--against", "main");
  expect(stdout).toMatch(/^breaking +passed +0 breaking, 0 model-visible since main/m);
  expect(stdout).toMatch(/^lock --check +failed +toolsets: /m);
});

test("`ci` does not pass if the base cannot be read", async () => {
  await setUp();
  const { status, stdout } = await run("ci", "toolsets", "--against", "origin/main");
  expect(status).toBe(3);
  expect(stdout).toMatch(/^breaking +unchecked +.*no revision "origin\/main".*`git fetch origin \+refs\/heads\/main:/m);
  put("toolsets/shop.openapi.yaml", document.replace("Lists all", "Lists"));
  // What is known to be wrong is said first.
  expect(await run("ci", "toolsets", "--against", "origin/main")).toMatchObject({ status: 1 });
  put("toolsets/shop.openapi.yaml", document);
  put(
    "toolsets/toolsetc.lock/shop.json",
    read("toolsets/toolsetc.lock/shop.json").replace(/"formatVersion": "[^"]*"/, '"formatVersion": "9.0"'),
  );
  expect(await run("ci", "toolsets")).toMatchObject({ status: 3, stdout: expect.stringMatching(/^lock --check +unchecked/m) });
});

test("`ci` reads each file once, and writes nothing", async () => {
  await setUp();
  put("toolsets/shop.openapi.yaml", narrower);
  const reads: string[] = [];
  const counting = ({ read: readFile, list }: Host): Host => ({
    read: (path) => {
      reads.push(path);
      return readFile(path);
    },
    list: () => {
      reads.push("the list of files");
      return list();
    },
  });
  const before = git("status", "--porcelain");
  const [cwd, ignored] = [realpathSync(folder), () => undefined];
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const terminal = { cwd: () => cwd, env: {}, stdin: Readable.from([]), stdout, stderr, once: ignored, off: ignored };
  const status = await withTerminal(terminal, () => {
    const opened = open("toolsets", {});
    return checkProject("toolsets", { ...opened, host: counting(opened.host) }, { format: "text" });
  });
  expect(status).toBe(1);
  expect(reads.filter((path, index) => reads.indexOf(path) !== index)).toEqual([]);
  expect(reads).toEqual(expect.arrayContaining(["the list of files", "toolsets/shop.openapi.yaml", "toolsets/toolsetc.lock/shop.json"]));
  expect(git("status", "--porcelain")).toBe(before);
});

async function setUp(): Promise<void> {
  expect(await run("compile", "toolsets")).toMatchObject({ status: 0 });
  expect(await run("lock", "toolsets")).toMatchObject({ status: 0 });
  commit("first");
}
