import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { testRule } from "../../src/rule-tester.ts";
import { defineRule } from "../../src/rules/files/file-rule.ts";
import { compileTexts } from "../compile-texts.ts";
import { toolsetc } from "../example-project.ts";
import { runCommand } from "../run-command.ts";

const document = `openapi: 3.1.0
info: { title: Shop, version: "1" }
servers: [{ url: https://shop.example.com }]
paths:
  /orders:
    get:
      operationId: list_orders
      summary: Gives the orders of a customer
      parameters: [{ name: id, in: query, description: The order., schema: { $ref: "#/components/schemas/Id" } }]
      responses: { "200": { description: Them., content: { application/json: { schema: { type: object, properties: { n: { type: number } } } } } } }
components: { schemas: { Id: { type: string } } }
`;
const definition = "displayName: shop\nopenApiToolset: { openApiSchema: shop.openapi.yaml }\n";
const noPlural = `import { writeFileSync } from "node:fs";
writeFileSync(new URL("../ran", import.meta.url), "");
export default {
  version: 1,
  summary: "tools whose name is a plural",
  help: "A call gives one answer.",
  *tool({ tool }) { if (tool.name.endsWith("s")) yield { message: \`"\${tool.name}" is a plural.\` }; },
};
`;
const project = {
  "shop.yaml": definition,
  "shop.openapi.yaml": document,
  "rules/no-plural.mjs": noPlural,
  "toolsetc.yaml": "targets: [{ target: mcp, out: generated }]\nruleFiles: [./rules/no-plural.mjs]\nrules: { no-plural: error }\n",
};

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function folderOf(files: { readonly [path: string]: string }): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "toolsetc-rule-files-")));
  folders.push(folder);
  mkdirSync(join(folder, ".git"));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

describe("a rule in a file of the project", () => {
  const commands = [
    "validate",
    "compile",
    "ci",
    "list",
    "show list_orders",
    "score",
    "catalog",
    "explain no-plural",
    "explain",
    "lock",
    "inputs",
    "fmt",
  ];

  test.each(commands)("does not run with `%s` without permission", async (command) => {
    const cwd = folderOf(project);
    await runCommand(command.split(" "), { cwd });
    expect(existsSync(join(cwd, "ran"))).toBe(false);
  });

  test.each(["validate", "compile", "ci", "explain no-plural"])(
    "runs with `%s --allow-code`, and with the environment variable",
    async (command) => {
      for (const [flags, env] of [
        [["--allow-code"], {}],
        [[], { TOOLSETC_ALLOW_CODE: "1" }],
      ] as const) {
        const cwd = folderOf(project);
        const { stdout } = await runCommand([...command.split(" "), ...flags], { cwd, env });
        expect(existsSync(join(cwd, "ran"))).toBe(true);
        expect(stdout).toContain(command.startsWith("explain") ? "tools whose name is a plural" : '"shop_list_orders" is a plural.');
      }
    },
  );

  test("does not run if the variable is not 1, or with commands that show no findings of rules", async () => {
    const cwd = folderOf(project);
    await runCommand(["validate"], { cwd, env: { TOOLSETC_ALLOW_CODE: "0" } });
    await runCommand(["list"], { cwd, env: { TOOLSETC_ALLOW_CODE: "1" } });
    expect(existsSync(join(cwd, "ran"))).toBe(false);
  });
});

test.each([
  ["ends the process", 'version: 1, summary: "x", help: "x.", tool: () => process.exit(0)'],
  ["ends it when it is loaded", "version: process.exit(0)"],
])("a rule in a file that %s does not make `ci` pass", (_title, members) => {
  const cwd = folderOf({ ...project, "rules/no-plural.mjs": `export default { ${members} };\n` });
  const { status, stderr } = toolsetc(["ci", "--allow-code"], { cwd });
  expect([status, stderr]).toEqual([3, expect.stringContaining("A rule in a file must not call `process.exit`.")]);
});

describe("a rule in a file that did not run", () => {
  test("is named in a note, and `validate` passes", async () => {
    const { status, stdout } = await runCommand(["validate"], { cwd: folderOf(project) });
    expect(stdout).toContain('note[rules-not-run]: The rule "no-plural" did not run');
    expect(status).toBe(0);
  });

  test.each([
    ["{ no-plural: error }", 3],
    ["{ no-plural: { severity: error, locked: true } }", 3],
    ["{ no-plural: warning }", 0],
    ["{}", 0],
  ])("makes `ci` with the severities %s exit with %d", async (rules, exitCode) => {
    const cwd = folderOf({ ...project, "toolsetc.yaml": `targets: []\nruleFiles: [./rules/no-plural.mjs]\nrules: ${rules}\n` });
    const { status, stdout } = await runCommand(["ci"], { cwd });
    expect(status).toBe(exitCode);
    expect(stdout.includes("rule files")).toBe(exitCode === 3);
  });

  test("is reported as unchecked also if its severity is set for one toolset or one file", async () => {
    const rules = ["overrides: { shop: { rules: { no-plural: error } } }", 'pathRules: { "*.yaml": { no-plural: error } }'];
    for (const rule of rules) {
      const cwd = folderOf({ ...project, "toolsetc.yaml": `targets: []\nruleFiles: [./rules/no-plural.mjs]\n${rule}\n` });
      expect((await runCommand(["ci", "--format", "json"], { cwd })).status).toBe(3);
    }
  });
});

test("a rule is loaded from a package that the configuration extends, outside of the project", async () => {
  const cwd = folderOf({
    "services/shop/shop.yaml": definition,
    "services/shop/shop.openapi.yaml": document,
    "services/shop/toolsetc.yaml": 'targets: []\nextends: "@acme/policy"\n',
    "node_modules/@acme/policy/toolsetc.yaml":
      "ruleFiles: [./rules/no-plural.mjs, ./rules/gone.mjs]\nrules: { no-plural: { severity: error, locked: true } }\n",
    "node_modules/@acme/policy/rules/no-plural.mjs": noPlural,
  });
  const { status, stdout } = await runCommand(["validate", "services/shop", "--allow-code"], { cwd });
  expect(stdout).toContain('error[no-plural]: "shop_list_orders" is a plural.');
  expect(stdout).toMatch(/error\[invalid-rule-file\]: "\S*gone.mjs" is not a rule: there is no such file\./);
  expect(status).toBe(1);
});

test("`inputs` lists the files of rules", async () => {
  const { stdout } = await runCommand(["inputs"], { cwd: folderOf(project) });
  expect(stdout.split("\n")).toContain("rules/no-plural.mjs");
});

test("an update of the baseline keeps findings of rules that did not run", async () => {
  const cwd = folderOf(project);
  const update = ["validate", "--baseline", "known.json", "--update-baseline"];
  await runCommand([...update, "--allow-code"], { cwd });
  const before = readFileSync(join(cwd, "known.json"), "utf8");
  expect(before).toContain("no-plural");
  await runCommand(update, { cwd });
  expect(readFileSync(join(cwd, "known.json"), "utf8")).toBe(before);
  expect((await runCommand(["validate", "--baseline", "known.json", "--allow-code"], { cwd })).status).toBe(0);
});

test.each([
  ["a promise", "async tool() { throw new Error('late'); }"],
  ["an asynchronous generator", "async *tool() { yield { message: 'It.' }; }"],
])("a rule that returns %s is not waited for, and fails with an error that says so", async (_what, visitor) => {
  const rule = `export default { version: 1, summary: "", help: "", ${visitor} };\n`;
  const cwd = folderOf({ ...project, "rules/no-plural.mjs": rule });
  const { status, stdout } = await runCommand(["validate", "--allow-code"], { cwd });
  expect(stdout.replace(/\s+/g, " ")).toContain(
    'The rule "no-plural" failed for "shop_list_orders": TypeError: the function is asynchronous, and rules are not waited for.',
  );
  expect(status).toBe(2);
});

test("a rule cannot change what targets and other rules see", async () => {
  const files = {
    ...project,
    "toolsetc.yaml": "targets: [{ target: typescript, out: generated }]\nruleFiles: [a.js, b.js]\n",
    "a.js": "",
    "b.js": "",
  };
  const seen: string[] = [];
  const kept: string[] = [];
  /** Tries to change each value below another one. */
  function attack(value: unknown, path: string): void {
    if (typeof value !== "object" || value === null) return;
    const attempts = [
      () => Reflect.set(value, "added", 1),
      () => Reflect.deleteProperty(value, Object.keys(value)[0] ?? "x"),
      () => Reflect.setPrototypeOf(value, null),
    ];
    // An empty object has no member to delete.
    if (attempts.some((attempt, index) => attempt() && !(index === 1 && Object.keys(value).length === 0))) kept.push(path);
    for (const [key, each] of Object.entries(value)) attack(each, `${path}/${key}`);
  }
  const attacker = defineRule({ version: 1, summary: "", help: "", toolset: (toolset) => attack(toolset, "") as undefined });
  const reader = defineRule({
    version: 1,
    summary: "",
    help: "",
    toolset: (toolset) => void seen.push(JSON.stringify(toolset)) as undefined,
  });
  const before = await compileTexts(files, { importRule: async () => ({ exported: reader }) });
  const after = await compileTexts(files, { importRule: async ({ code }) => ({ exported: code === "a" ? attacker : reader }) });
  expect(kept).toEqual([]);
  expect(new Set(seen).size).toBe(1);
  expect(after.outputs).toEqual(before.outputs);
  expect(after.findings).toEqual(before.findings);
});

describe("the function `testRule`", () => {
  const rule = defineRule({
    version: 1,
    summary: "arguments without a unit",
    help: "Say it.",
    *parameter({ tool, name }) {
      yield { message: `"${name}" of "${tool.id}"` };
    },
    *tool() {
      yield { message: "its result", at: ["output", "properties", "n"] };
    },
  });

  test("returns the findings in a document", async () => {
    expect(await testRule(rule, document)).toEqual([
      { message: '"id" of "list_orders"', tool: "list_orders", file: "document.yaml", line: 9 },
      { message: "its result", tool: "list_orders", file: "document.yaml", line: 10 },
    ]);
  });

  test("returns the findings in a definition, and in other files", async () => {
    const client =
      "displayName: look_up\nclientFunction: { name: look_up, description: Looks it up., parameters: { type: OBJECT, properties: { id: { type: STRING } } } }\n";
    expect((await testRule(rule, client)).map(({ file }) => file)).toContain("definition.yaml");
    expect((await testRule(rule, { "shop.yaml": definition, "shop.openapi.yaml": document })).map(({ line }) => line)).toEqual([9, 10]);
  });

  test("throws for a text that does not compile, and for a rule that fails", async () => {
    await expect(testRule(rule, "openapi: 3.1.0\n")).rejects.toThrow(/./);
    const failing = defineRule({ ...rule, text: () => [{ message: 1 as never }] });
    await expect(testRule(failing, document)).rejects.toThrow("a finding without a `message` was returned");
    await expect(testRule({ ...rule, version: 2 as never }, document)).rejects.toThrow("its `version` is 2");
  });
});
