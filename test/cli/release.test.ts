import { describe, expect, test } from "vitest";
import { commit, document, git, narrower, put, run, useRepository } from "./git-project.ts";

const shop = (text: string, version: string) => text.replace('version: "1"', `version: "${version}"`);
const device = (functions: string) => `displayName: device\nclientFunctionToolset:\n  functions: [${functions}]\n`;
const widened = document.replace("maximum: 100", "maximum: 200");
const reworded = document.replace("Lists all items.", "Lists the items.");

useRepository(() => {
  put("toolsets/toolsetc.yaml", "{}\n");
  put("toolsets/shop.yaml", "displayName: shop\nopenApiToolset: { openApiSchema: shop.openapi.yaml }\n");
  put("toolsets/shop.openapi.yaml", shop(document, "1.4.2"));
  put("toolsets/device.yaml", device("{ name: vibrate, description: Vibrates. }, { name: ring, description: Rings. }"));
  put("package.json", '{ "name": "tools", "version": "1.4.2" }\n');
  commit("first");
  git("tag", "v1.4.2");
});

describe("the changelog of `diff`", () => {
  const changelog = (...args: string[]) => run("diff", "toolsets", "--against", "v1.4.2", "--format", "changelog", ...args);

  test("has one line for each cause, by toolset and kind of change, and the next version of each toolset", async () => {
    put("toolsets/shop.openapi.yaml", shop(narrower.replace("Lists all items.", "Lists the items."), "2.0.0"));
    put("toolsets/device.yaml", device("{ name: vibrate, description: Vibrates. }, { name: sing, description: Sings. }"));
    const { status, stdout } = await changelog();
    expect(status).toBe(0);
    expect(stdout.split("\n").filter((line) => /^[#-]/.test(line))).toEqual([
      "## <code>device</code>",
      "### Removed",
      "- <code>device&#95;ring</code> was removed.",
      "### Added",
      "- <code>device&#95;sing</code> was added.",
      "## <code>shop</code>",
      "### Breaking",
      expect.stringMatching(/^- <code>limit<\/code> of <code>shop&#95;list&#95;items<\/code> has another limit/),
      "### Changed texts",
      expect.stringMatching(/^- The title and the description of <code>shop&#95;list&#95;items<\/code> were changed.*<del>.*<\/del>/),
    ]);
    expect(stdout.match(/^Next version: \w+/gm)).toEqual(["Next version: major", "Next version: major"]);
  });

  test("is one line if nothing has changed", async () => {
    expect((await changelog()).stdout).toMatch(/^No tool has changed since .*\n$/);
  });

  test("escapes Markdown in descriptions and names", async () => {
    const hostile = "# @octocat <script> [x](y) ``` *a* ![i](u)\\n\\n## Added";
    put("toolsets/device.yaml", device(`{ name: vibrate, description: "${hostile}" }, { name: ring, description: Rings. }`));
    const { stdout } = await changelog();
    expect(stdout).toContain("octocat");
    expect(stdout).not.toMatch(/@octocat|<script|`|\[x\]|!\[|^## Added/m);
  });
});

describe("the version of a release, as `diff --check-version` checks it", () => {
  const check = (by: string, ...args: string[]) =>
    run("diff", "toolsets", "--against", "v1.4.2", "--format", "changelog", "--check-version", by, ...args);

  test.each([
    ["a break", narrower, "1.5.0", "2.0.0"],
    ["a new value", widened, "1.4.3", "1.5.0"],
    ["another text", reworded, "1.4.2", "1.5.0"],
  ])("in a document is too small for %s", async (_what, text, version, needed) => {
    put("toolsets/shop.openapi.yaml", shop(text, version));
    expect(await check("document")).toMatchObject({
      status: 1,
      stderr: expect.stringContaining(
        `"toolsets/shop.openapi.yaml" ${version === "1.4.2" ? "still has the version 1.4.2" : `has the version ${version}, but it was 1.4.2`}: the changes of "shop" need ${needed} or later.`,
      ),
    });
    put("toolsets/shop.openapi.yaml", shop(text, needed));
    expect(await check("document")).toMatchObject({ status: 0, stderr: "" });
  });

  test("in a package must fit the changes of all toolsets, also above the project", async () => {
    put("toolsets/device.yaml", device("{ name: vibrate, description: Vibrates. }"));
    put("package.json", '{ "name": "tools", "version": "1.5.0" }\n');
    expect(await check("package")).toMatchObject({
      status: 1,
      stderr: expect.stringContaining(
        '"package.json" has the version 1.5.0, but it was 1.4.2: the changes of "device" need 2.0.0 or later.',
      ),
    });
    put("package.json", '{ "name": "tools", "version": "2.0.0-rc.1" }\n');
    expect(await check("package")).toMatchObject({ status: 0, stderr: "" });
    // A package without a version, which only says how modules are written, releases nothing.
    put("toolsets/package.json", '{ "type": "module" }\n');
    expect(await check("package")).toMatchObject({ status: 0, stderr: "" });
  });

  test("may stay the same without changes, and may be any for a new toolset", async () => {
    expect(await check("document")).toMatchObject({ status: 0, stderr: "" });
    put("toolsets/more.yaml", "displayName: more\nopenApiToolset: { openApiSchema: more.openapi.yaml }\n");
    put("toolsets/more.openapi.yaml", shop(document, "0.1.0"));
    expect(await check("document")).toMatchObject({ status: 0, stderr: "" });
    expect(await check("package")).toMatchObject({ status: 1, stderr: expect.stringContaining('of "more" need 1.5.0 or later') });
  });

  test("is not checked for a toolset without one, and the command says so", async () => {
    put("toolsets/device.yaml", device("{ name: vibrate, description: Vibrates. }"));
    expect(await check("document")).toMatchObject({
      status: 3,
      stderr: expect.stringContaining('The version of "device" was not checked, since it has no document with a version.'),
    });
    put("toolsets/shop.openapi.yaml", shop(narrower, "2026-11-01"));
    expect(await check("document", "--toolset", "shop")).toMatchObject({
      status: 3,
      stderr: expect.stringContaining('"2026-11-01" is not a version of the form 1.2.3'),
    });
    await run("lock", "toolsets");
    expect(await run("diff", "toolsets", "--check-version", "package")).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("--check-version needs --against with a revision or a folder, since a lock contains no versions."),
    });
  });
});
