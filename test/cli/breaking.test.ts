import { mkdirSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { branch, commit, document, folder, git, narrower, put, read, run, switchTo, useRepository } from "./git-project.ts";

useRepository(() => {
  put("toolsets/toolsetc.yaml", "{}\n");
  put("toolsets/shop.yaml", "displayName: shop\nopenApiToolset: { openApiSchema: shop.openapi.yaml }\n");
  put("toolsets/shop.openapi.yaml", document);
  put("toolsets/device.yaml", "displayName: device\nclientFunctionToolset:\n  functions: [{ name: vibrate, description: Vibrates. }]\n");
  commit("first");
  branch("start");
  switchTo("topic");
  put("toolsets/shop.openapi.yaml", narrower);
  commit("narrower");
  git("switch", "-q", "main");
  put("toolsets/device.yaml", "displayName: device\nclientFunctionToolset:\n  functions: [{ name: ring, description: Rings. }]\n");
  commit("other");
  git("switch", "-q", "start");
});

describe("`breaking` against a revision", () => {
  test("finds what has changed since the merge base, at its line", async () => {
    git("switch", "-q", "topic");
    const { status, stdout } = await run("breaking", "toolsets", "--against", "main");
    expect(status).toBe(1);
    expect(stdout).toMatch(
      /error\[narrowed-input\]: "limit" of "shop_list_items" has another limit \("maximum" was 100 and is 50\), so that 51 is rejected\.\n +--> toolsets\/shop\.openapi\.yaml:9:/,
    );
    expect(stdout).toMatch(/^shop: 1 breaking, 0 model-visible, 0 compatible; next version: major$/m);
    // What the other branch has changed since is no change of this one.
    expect(stdout).not.toContain("device");
  });

  test("finds what all tools share at its line: in the definition, or in the document", async () => {
    put("toolsets/shop.openapi.yaml", document.replace("shop.example", "other.example"));
    const moved = await run("breaking", "toolsets", "--against", "HEAD");
    expect(moved.stdout).toMatch(/error\[changed-server\]: The servers of [^\n]+\n +--> toolsets\/shop\.openapi\.yaml:3:1\n/);
    put("toolsets/shop.openapi.yaml", document);
    put("toolsets/shop.yaml", "displayName: shop\nopenApiToolset:\n  openApiSchema: shop.openapi.yaml\n  url: https://other.example\n");
    const { stdout } = await run("breaking", "toolsets", "--against", "HEAD");
    expect(stdout).toMatch(/error\[changed-server\]: "openApiToolset\.url" of [^\n]+\n +--> toolsets\/shop\.yaml:4:8\n/);
  });

  test("compares although a rule reports an error that omits no tool", async () => {
    put("toolsets/shop.openapi.yaml", document.replace("Lists all items.", "Lists all \u202eitems."));
    commit("hidden");
    expect((await run("validate", "toolsets")).stdout).toContain("error[hidden-text]");
    put("toolsets/shop.openapi.yaml", narrower);
    const { status, stdout } = await run("breaking", "toolsets", "--against", "HEAD");
    expect(status).toBe(1);
    expect(stdout).toContain("error[narrowed-input]");
    put("toolsets/shop.openapi.yaml", document.replace("Lists all items.", "Lists all \u202eitems."));
    expect(await run("breaking", "toolsets", "--against", "HEAD")).toMatchObject({ status: 0 });
  });

  test("reads files of the revision that are links or no longer there", async () => {
    mkdirSync(join(folder, "documents"));
    symlinkSync("../toolsets/shop.openapi.yaml", join(folder, "documents/linked.yaml"));
    put("toolsets/linked.yaml", "displayName: linked\nopenApiToolset: { openApiSchema: documents/linked.yaml }\n");
    mkdirSync(join(folder, "toolsets/documents"));
    symlinkSync("../shop.openapi.yaml", join(folder, "toolsets/documents/linked.yaml"));
    commit("a link");
    expect(await run("breaking", "toolsets", "--against", "HEAD")).toMatchObject({
      status: 0,
      stdout: expect.stringContaining("Nothing has changed since HEAD"),
    });
    rmSync(join(folder, "toolsets/linked.yaml"));
    const { status, stdout } = await run("breaking", "toolsets", "--against", "HEAD");
    expect(status).toBe(1);
    expect(stdout).toMatch(/error\[removed-tool\]: "linked" was removed, with 1 tool\.\n +--> toolsets\/linked\.yaml:1:1/);
  });

  test("names a commit by its hash once", async () => {
    const hash = read(".git/refs/heads/start").trim();
    const { stdout } = await run("breaking", "toolsets", "--against", hash);
    expect(stdout).toContain(`Nothing has changed since ${hash.slice(0, 12)}.`);
  });

  test("fails for a revision that does not exist, with the command that fetches it", async () => {
    expect(await run("breaking", "toolsets", "--against", "origin/main")).toMatchObject({
      status: 3,
      stderr: expect.stringContaining("git fetch origin +refs/heads/main:refs/remotes/origin/main"),
    });
  });

  test.each([
    ["of one branch, without its history", ["--depth", "1", "--branch", "topic"]],
    ["of two branches, without their history", ["--depth", "1", "--no-single-branch", "--branch", "topic"]],
    ["of one branch", ["--single-branch", "--branch", "topic"]],
    ["without the files of other commits", ["--filter=blob:none", "--branch", "topic"]],
  ])("tells a clone %s the command that helps", async (_what, options) => {
    git("clone", "-q", "-u", "git -c uploadpack.allowFilter=true upload-pack", ...options, `file://${folder}`, "clone");
    const failed = await run("breaking", "clone/toolsets", "--against", "origin/main");
    expect(failed.status).toBe(3);
    const [, command = ""] = /`git (fetch [^`]*)`/.exec(failed.stderr) ?? [];
    git("-C", "clone", ...command.split(" "));
    expect(await run("breaking", "clone/toolsets", "--against", "origin/main")).toMatchObject({
      status: 1,
      stdout: expect.stringContaining("error[narrowed-input]"),
    });
  });

  test("passes no part of a revision's name to Git as an option", async () => {
    expect(await run("breaking", "toolsets", "--against=--output=x")).toMatchObject({ status: 2 });
    expect(await run("breaking", "toolsets", "--against", "HEAD --output=x")).toMatchObject({ status: 3 });
  });

  test("compares nothing with a toolset that does not compile in the revision", async () => {
    put("toolsets/shop.openapi.yaml", "openapi: 3.0.3\npaths: [\n");
    commit("broken");
    put("toolsets/shop.openapi.yaml", document);
    put("toolsets/device.yaml", "displayName: device\nclientFunctionToolset:\n  functions: [{ name: ring, description: Rings. }]\n");
    expect(await run("diff", "toolsets", "--against", "HEAD")).toMatchObject({
      status: 3,
      stdout: expect.stringContaining("device_ring"),
      stderr: expect.stringMatching(
        /those of HEAD \(\w+\) do not compile: "shop"\. The first error is in toolsets.shop\.openapi\.yaml:3: /,
      ),
    });
    rmSync(join(folder, "toolsets/device.yaml"));
    put("toolsets/shop.openapi.yaml", "openapi: [\n");
    expect(await run("breaking", "toolsets", "--against", "HEAD~1")).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("Nothing was compared."),
    });
    commit("nothing compiles");
    put("toolsets/shop.openapi.yaml", document);
    expect(await run("breaking", "toolsets", "--against", "HEAD")).toMatchObject({
      status: 3,
      stderr: expect.stringMatching(/HEAD \(\w+\) does not compile: 1 error, the first one in toolsets.shop\.openapi\.yaml:/),
    });
  });
});

describe("`breaking` against a lock", () => {
  test("compares with the lock of the project by default", async () => {
    expect(await run("breaking", "toolsets")).toMatchObject({ status: 3, stderr: expect.stringContaining("There is no lock") });
    await run("lock", "toolsets");
    expect(await run("breaking", "toolsets")).toMatchObject({ status: 0 });
    put("toolsets/shop.openapi.yaml", narrower);
    for (const against of [[], ["--against", "toolsetc.lock"], ["--against", "toolsets/toolsetc.lock"]])
      expect(await run("breaking", "toolsets", ...against)).toMatchObject({ status: 1 });
    put("toolsets/toolsetc.lock/shop.json", "<<<<<<< a\n{}\n=======\n{}\n>>>>>>> b\n");
    expect(await run("breaking", "toolsets")).toMatchObject({ status: 3, stderr: expect.stringContaining("unresolved merge conflict") });
  });

  test("fails for a change that only models see only if the flag for it is given", async () => {
    await run("lock", "toolsets");
    put("toolsets/shop.openapi.yaml", document.replace("Lists all items.", "Lists every item."));
    expect(await run("breaking", "toolsets")).toMatchObject({ status: 0, stdout: expect.stringContaining("warning[changed-text]") });
    expect(await run("breaking", "toolsets", "--fail-on", "warning")).toMatchObject({ status: 1 });
  });
});

describe("an intended break", () => {
  test("of one change is accepted by its fingerprint, until the base contains it", async () => {
    await run("lock", "toolsets");
    put("toolsets/shop.openapi.yaml", narrower);
    const [, fingerprint = ""] = /^([0-9a-f]{16}) +shop_list_items +narrowed-input/m.exec((await run("breaking", "toolsets")).stdout) ?? [];
    expect(await run("breaking", "toolsets", "--accept", fingerprint)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("--reason"),
    });
    expect(await run("breaking", "toolsets", "--accept", "0000000000000000", "--reason", "x")).toMatchObject({ status: 2 });
    expect(await run("breaking", "toolsets", "--accept", fingerprint, "--reason", 'Pages are "smaller".')).toMatchObject({ status: 0 });
    expect(read("toolsets/toolsetc.lock/accepted-changes.yaml")).toContain(`- fingerprint: "${fingerprint}"\n  tool: "shop_list_items"\n`);
    expect(await run("breaking", "toolsets")).toMatchObject({ status: 0, stdout: expect.not.stringContaining("error[") });
    expect(await run("lock", "toolsets", "--check")).toMatchObject({ status: 1 });

    put("toolsets/shop.openapi.yaml", narrower.replace("maximum: 50", "maximum: 20"));
    expect(await run("breaking", "toolsets")).toMatchObject({
      status: 1,
      stdout: expect.stringMatching(/warning\[unused-acceptance\].*error\[narrowed-input\]/s),
    });

    put("toolsets/shop.openapi.yaml", narrower);
    await run("lock", "toolsets");
    expect(await run("breaking", "toolsets")).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/warning\[unused-acceptance\].*\n +--> toolsets\/toolsetc\.lock\/accepted-changes\.yaml:2:/),
    });
  });
});

test("of several changes is accepted in one run, and none is if one fingerprint is unknown", async () => {
  await run("lock", "toolsets");
  put("toolsets/shop.openapi.yaml", narrower.replace("Lists all items.", "Lists every item."));
  const { changes } = JSON.parse((await run("breaking", "toolsets", "--format", "json")).stdout);
  const [one, two] = changes.flatMap((change: { grade: string; fingerprint: string }) =>
    change.grade === "compatible" ? [] : [change.fingerprint],
  );
  const accepted = () => [...read("toolsets/toolsetc.lock/accepted-changes.yaml").matchAll(/fingerprint: "(.*)"/g)].map(([, each]) => each);
  const accept = (...fingerprints: string[]) =>
    run("breaking", "toolsets", ...fingerprints.flatMap((each) => ["--accept", each]), "--reason", "Smaller.");
  const unknown = await accept(one, "0000000000000000", "1111111111111111");
  expect(unknown.status).toBe(2);
  for (const each of ["0000000000000000", "1111111111111111"]) expect(unknown.stderr).toContain(each);
  expect(await accept(one, two)).toMatchObject({ status: 0 });
  expect(accepted().sort()).toEqual([one, two].sort());
  put("toolsets/toolsetc.lock/accepted-changes.yaml", "");
  expect(await accept(`${one},${two}`)).toMatchObject({ status: 0 });
  expect(accepted().sort()).toEqual([one, two].sort());
});

test("`diff` shows every change for a review, and fails for none", async () => {
  put("toolsets/shop.openapi.yaml", narrower.replace("Lists all items.", "Lists every item."));
  const against = ["diff", "toolsets", "--against", "HEAD"];
  expect(await run(...against)).toMatchObject({ status: 0, stdout: expect.stringContaining("Lists [-all items.-] {+every item.+}") });
  expect(await run(...against, "--format", "markdown")).toMatchObject({
    status: 0,
    stdout: expect.stringContaining("| <code>shop&#95;list&#95;items</code> |"),
  });
  expect(JSON.parse((await run(...against, "--format", "json")).stdout)).toMatchObject({
    tools: [{ tool: "shop_list_items", tokens: { before: expect.any(Number) } }],
  });
});

test("`breaking` writes reports in all formats, and JSON with each change and its fingerprint", async () => {
  await run("lock", "toolsets");
  put("toolsets/shop.openapi.yaml", narrower);
  const { status, stdout } = await run("breaking", "toolsets", "--format", "json", "--report", "sarif=out.sarif");
  expect(status).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({
    base: "toolsetc.lock",
    changes: [{ grade: "breaking", kind: "narrowed-input", tool: "shop_list_items", pointer: "/input/limit", isAccepted: false }],
    versions: [
      { toolset: "device", step: "none" },
      { toolset: "shop", step: "major" },
    ],
    diagnostics: [{ code: "narrowed-input", tool: "shop_list_items" }],
  });
  expect(JSON.parse(read("out.sarif"))).toMatchObject({ runs: [{ results: [{ ruleId: "narrowed-input" }] }] });
});
