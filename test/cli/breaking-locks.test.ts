import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { terminalFormats } from "../../src/findings/formats/format-names.ts";
import { formats } from "../../src/findings/formats/formats.ts";
import { commit, document, folder, git, narrower, put, read, run, switchTo, useRepository } from "./git-project.ts";

// Two locks are compared without their projects: nothing but the files of the locks is there.

useRepository();

const widerResult = (text: string) =>
  text.replace(
    "{ description: It. }",
    "{ description: It., content: { application/json: { schema: { type: object, properties: { state: { enum: [open, sent] } } } } } }",
  );

/** Writes only the lock of a project with this document into a folder. */
async function putLock(at: string, text: string, config = "targets: []\n"): Promise<void> {
  put("project/toolsetc.yaml", config);
  put("project/shop.yaml", "displayName: shop\nopenApiToolset: { openApiSchema: shop.openapi.yaml }\n");
  put("project/shop.openapi.yaml", text);
  expect(await run("lock", "project")).toMatchObject({ status: 0 });
  rmSync(join(folder, at), { recursive: true, force: true });
  mkdirSync(join(folder, at), { recursive: true });
  cpSync(join(folder, "project/toolsetc.lock"), join(folder, at, "toolsetc.lock"), { recursive: true });
  rmSync(join(folder, "project"), { recursive: true });
}

const against = ["breaking", "new/toolsetc.lock", "--against", "old/toolsetc.lock"];

describe("`breaking` between two locks", () => {
  beforeEach(async () => {
    await putLock("old", document);
    await putLock("new", narrower);
  });

  test("finds a break at its line in the lock, and none between equal locks", async () => {
    const { status, stdout } = await run(...against);
    expect(status).toBe(1);
    expect(stdout).toMatch(/error\[narrowed-input\]: "limit" of "shop_list_items" .*\n +--> new\/toolsetc\.lock\/shop\.json:(?!1:)\d+:/);
    expect(stdout).toMatch(/^shop: 1 breaking, 0 model-visible, 0 compatible; next version: major$/m);
    expect(await run("breaking", "old/toolsetc.lock", "--against", "old/toolsetc.lock/")).toMatchObject({
      status: 0,
      stdout: expect.stringContaining("Nothing has changed since old/toolsetc.lock"),
    });
  });

  test.each(Object.keys(formats).filter((format) => !(terminalFormats as readonly string[]).includes(format) || format === "text"))(
    "reports a break at its line in the lock in the format %s",
    async (format) => {
      const { status, stdout } = await run(...against, "--format", format);
      expect(status).toBe(1);
      // Markdown escapes what could be its syntax.
      expect(stdout.replaceAll("&#46;", ".")).toContain("new/toolsetc.lock/shop.json");
    },
  );

  test("has the same changes as `diff` between the locks", async () => {
    expect(await run("diff", ...against.slice(1))).toMatchObject({ status: 0, stdout: expect.stringContaining("shop_list_items") });
  });

  test("needs no Git, and says so if a revision needs it", async () => {
    rmSync(join(folder, ".git"), { recursive: true });
    expect(await run(...against)).toMatchObject({ status: 1 });
    expect(await run("breaking", "new/toolsetc.lock", "--against", "main")).toMatchObject({
      status: 3,
      stderr: expect.stringContaining("is not in a readable Git repository"),
    });
  });

  test("compares a lock with the same folder in a revision", async () => {
    await putLock("new", document);
    commit("before");
    await putLock("new", narrower);
    const { status, stdout } = await run("breaking", "new/toolsetc.lock", "--against", "HEAD");
    expect(status).toBe(1);
    expect(stdout).toContain("error[narrowed-input]");
  });

  test("accepts a change in the folder of the present lock, and reports an entry that no change needs", async () => {
    const [, fingerprint = ""] = /^([0-9a-f]{16}) +shop_list_items +narrowed-input/m.exec((await run(...against)).stdout) ?? [];
    expect(await run(...against, "--accept", fingerprint, "--reason", "Smaller.")).toMatchObject({ status: 0 });
    expect(read("new/toolsetc.lock/accepted-changes.yaml")).toContain(fingerprint);
    expect(await run(...against)).toMatchObject({ status: 0, stdout: expect.not.stringContaining("error[") });
    expect(await run("breaking", "new/toolsetc.lock", "--against", "new/toolsetc.lock")).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/warning\[unused-acceptance\].*\n +--> new\/toolsetc\.lock\/accepted-changes\.yaml:2:/),
    });
  });

  test("reports a toolset that only the former lock has as removed", async () => {
    cpSync(join(folder, "old/toolsetc.lock/shop.json"), join(folder, "old/toolsetc.lock/former.json"));
    const text = read("old/toolsetc.lock/former.json").replaceAll('"shop"', '"former"');
    writeFileSync(join(folder, "old/toolsetc.lock/former.json"), text);
    await putLock("new", document);
    const { status, stdout } = await run(...against);
    expect(status).toBe(1);
    expect(stdout).toMatch(/error\[removed-tool\]: "former" was removed, with 1 tool\.\n +--> old\/toolsetc\.lock\/former\.json:1:1/);
  });

  test.each([
    ["new/toolsetc.lock/shop.json is an unresolved merge conflict", "new", "<<<<<<< a\n{}\n=======\n{}\n>>>>>>> b\n"],
    ["old/toolsetc.lock/shop.json is an unresolved merge conflict", "old", "<<<<<<< a\n{}\n=======\n{}\n>>>>>>> b\n"],
    ["new/toolsetc.lock/shop.json is not a lock", "new", '{ "formatVersion": "1.1", "tools": 3 }'],
    ["old/toolsetc.lock/shop.json is not a lock", "old", "{"],
    ["new/toolsetc.lock/shop.json has the format 99.0", "new", '{ "formatVersion": "99.0" }'],
  ])("compares nothing if there is no valid lock: %s", async (message, at, text) => {
    put(`${at}/toolsetc.lock/shop.json`, text);
    expect(await run(...against)).toMatchObject({ status: 3, stderr: expect.stringContaining(message) });
  });

  test("compares a lock of a former format, and reports nothing about what it does not record", async () => {
    const former = JSON.parse(read("old/toolsetc.lock/shop.json"));
    const { breaking, source, ...others } = former;
    expect(breaking).toBe("model");
    put("old/toolsetc.lock/shop.json", JSON.stringify({ ...others, formatVersion: "1.0", compiler: "0.1.0" }));
    expect(await run(...against)).toMatchObject({ status: 1, stdout: expect.stringContaining("error[narrowed-input]") });
    await putLock("new", document);
    expect(await run(...against)).toMatchObject({ status: 0, stdout: expect.stringContaining("Nothing has changed") });
  });

  test("says what to pass if it has no base, a project as its base or the flag --toolset", async () => {
    put("other/toolsetc.yaml", "{}\n");
    for (const [args, message] of [
      [["breaking", "new/toolsetc.lock"], "A lock is compared with another lock."],
      [["breaking", "new/toolsetc.lock", "--against", "other"], '"other" is no lock.'],
      [[...against, "--toolset", "shop"], "a lock has none"],
    ] as const)
      expect(await run(...args)).toMatchObject({ status: 2, stderr: expect.stringContaining(message) });
  });
});

test("runs as the example of the documentation", async () => {
  await putLock("former", document);
  await putLock("toolsets", document);
  commit("before");
  switchTo("topic");
  await putLock("toolsets", narrower);
  git("update-ref", "refs/remotes/origin/main", "main");
  const page = readFileSync(join(import.meta.dirname, "../../docs/breaking.md"), "utf8");
  const [, example = ""] = /^## Two locks$.*?```sh\n(.*?)```/ms.exec(page) ?? [];
  const commands = example.trim().split("\n");
  expect(commands).toHaveLength(2);
  for (const command of commands) {
    const [, program, ...args] = command.replace(/ +#.*/, "").replace("../former", "former").split(" ");
    expect(program).toBe("toolsetc");
    expect(await run(...args)).toMatchObject({ status: 1, stdout: expect.stringContaining("error[narrowed-input]") });
  }
});

describe("`breaking` judges a change by who uses the tools, as the present lock records it", () => {
  const more = widerResult(document).replace("[open, sent]", "[open, sent, cancelled]");
  test.each([
    ["model", 0, "note"],
    ["typed", 0, "warning"],
    ["strict", 1, "error"],
  ])("for the use %s, a new value in a result exits with %i", async (use, status, severity) => {
    await putLock("old", widerResult(document), "targets: []\nbreaking: model\n");
    await putLock("new", more, `targets: []\nbreaking: ${use}\n`);
    expect(await run(...against)).toMatchObject({ status, stdout: expect.stringContaining(`${severity}[new-result-value]`) });
  });
});
