import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runCommand } from "../../run-command.ts";

let folder: string;
const shop = "repository/packages/shop";

beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "toolsetc-extends-")));
  const policy = (name: string) => `assertions: [{ name: ${name}, must: { approval: required } }]\n`;
  const files = {
    "above.yaml": policy("above"),
    "repository/.git/config": "secret: in-git\n",
    "repository/.git/hidden.yaml": policy("hidden"),
    "repository/base.yaml": `extends: "@acme/toolset-policy"\n${policy("of-base")}`,
    "repository/notes.txt": "secret: in-notes\n",
    "repository/packages/policy/toolsetc.yaml": policy("of-package"),
    "repository/packages/policy/strict.yaml": policy("of-strict"),
    [`${shop}/node_modules/toolset-policy/toolsetc.yaml`]: policy("of-own-package"),
    [`${shop}/shop.yaml`]:
      "displayName: shop\nclientFunctionToolset: { functions: [{ name: show, description: Show a page to the user. }] }\n",
    [`${shop}/doc.yaml`]: "displayName: doc\nopenApiToolset: { openApiSchema: ../../base.yaml }\n",
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  mkdirSync(join(folder, "repository/node_modules/@acme"), { recursive: true });
  symlinkSync(join(folder, "repository/packages/policy"), join(folder, "repository/node_modules/@acme/toolset-policy"));
  symlinkSync(join(folder, "above.yaml"), join(folder, "repository/link-above.yaml"));
  symlinkSync(join(folder, "repository/notes.txt"), join(folder, "repository/link-notes.yaml"));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** The codes of the findings with a configuration that extends another one. */
async function codesWith(written: string): Promise<string[]> {
  writeFileSync(join(folder, shop, "toolsetc.yaml"), `extends: "${written}"\n`);
  const { stdout } = await runCommand(["validate", "shop.yaml", "--format", "json"], { cwd: join(folder, shop) });
  return (JSON.parse(stdout) as { diagnostics: { code: string }[] }).diagnostics.map(({ code }) => code).sort();
}

test.each([
  ["../../base.yaml", ["of-base", "of-package"]],
  ["@acme/toolset-policy", ["of-package"]],
  ["@acme/toolset-policy/strict.yaml", ["of-strict"]],
  ["toolset-policy", ["of-own-package"]],
  ["./node_modules/toolset-policy/toolsetc.yaml", ["of-own-package"]],
])("`extends: %s` is read from the project, its repository or an installed package", async (written, codes) => {
  expect(await codesWith(written)).toEqual(codes);
});

test.each([
  ["../../../above.yaml", "outside-project"],
  ["../../link-above.yaml", "outside-project"],
  ["../../link-notes.yaml", "outside-project"],
  ["../../notes.txt", "outside-project"],
  ["../../.git/config", "outside-project"],
  ["../../.git/hidden.yaml", "outside-project"],
  ["/etc/passwd", "outside-project"],
  ["@acme/no-policy", "file-not-found"],
  ["../../no.yaml", "file-not-found"],
])("`extends: %s` is the error %s", async (written, code) => {
  expect(await codesWith(written)).toEqual([code]);
});

test("a file outside of the project is read only if `extends` names it", async () => {
  writeFileSync(join(folder, shop, "toolsetc.yaml"), "extends: ../../base.yaml\n");
  const { stdout } = await runCommand(["validate", "doc.yaml", "--format", "json"], { cwd: join(folder, shop) });
  expect((JSON.parse(stdout) as { diagnostics: { code: string }[] }).diagnostics.map(({ code }) => code)).toContain("outside-project");
});

test("a configuration outside of the project that is extended is an input of a run", async () => {
  writeFileSync(join(folder, shop, "toolsetc.yaml"), "extends: ../../base.yaml\n");
  const { stdout } = await runCommand(["inputs"], { cwd: join(folder, shop) });
  expect(stdout.split("\n")).toEqual(expect.arrayContaining(["../../base.yaml", "../../node_modules/@acme/toolset-policy/toolsetc.yaml"]));
});
