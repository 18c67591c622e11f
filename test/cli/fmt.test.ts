import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { runCommand } from "../run-command.ts";

const document = `openapi:   3.0.3
info: {title: Shop, version: '1'}
servers: [{url: 'https://shop.example'}]
paths:
    /items: {get: {operationId: list_items, responses: {'200': {description: All items.}}}}
`;
let folder = "";

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "toolsetc-fmt-")));
  mkdirSync(join(folder, ".git"));
  put("toolsetc.yaml", "environments:\n    dev: environments/dev.json # of the team\n");
  put("shop.yaml", "displayName: 'shop'\nopenApiToolset:   {openApiSchema: shop.openapi.yaml}\n");
  put("shop.openapi.yaml", document);
  put("environments/dev.json", '{"toolsets":{"shop":{}}}');
  put("toolsetc.lock/accepted-changes.yaml", '- {fingerprint: "1", reason: Nobody calls it.}\n');
  put("other.json", '{"a":1}');
});

afterEach(() => rmSync(folder, { recursive: true }));

test("`fmt` formats the configuration, definitions, environments and accepted changes, and no other file", async () => {
  const checked = await run("fmt", "--check");
  expect(checked).toEqual({
    status: 1,
    stderr: "",
    stdout: `not formatted: toolsetc.yaml
not formatted: shop.yaml
not formatted: environments/dev.json
not formatted: toolsetc.lock/accepted-changes.yaml
Run \`toolsetc fmt\`, and commit the formatted files.
`,
  });
  expect(read("shop.yaml")).toContain("'shop'");
  expect(await run("fmt")).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/^formatted: toolsetc\.yaml\n[\s\S]*\n4 formatted, 0 unchanged\n$/),
  });
  expect(read("toolsetc.yaml")).toBe("environments:\n  dev: environments/dev.json # of the team\n");
  expect(read("shop.yaml")).toBe('displayName: "shop"\nopenApiToolset: { openApiSchema: shop.openapi.yaml }\n');
  expect(read("environments/dev.json")).toBe('{\n  "toolsets": {\n    "shop": {}\n  }\n}\n');
  expect(read("toolsetc.lock/accepted-changes.yaml")).toBe('- { fingerprint: "1", reason: Nobody calls it. }\n');
  expect([read("shop.openapi.yaml"), read("other.json")]).toEqual([document, '{"a":1}']);
  expect(await run("fmt", "--check")).toEqual({ status: 0, stderr: "", stdout: "All files are formatted.\n" });
});

test("`fmt` formats any YAML or JSON file that is named, and of a folder only the project's own files", async () => {
  expect(await run("fmt", "shop.openapi.yaml", "other.json")).toMatchObject({
    status: 0,
    stdout: expect.stringContaining("2 formatted, 0 unchanged\n"),
  });
  expect(read("shop.openapi.yaml")).toMatch(/^openapi: 3\.0\.3\ninfo: \{ title: Shop, version: "1" \}\n/);
  expect(await run("fmt", "--check", "environments")).toMatchObject({
    status: 1,
    stdout: expect.stringMatching(/^not formatted: environments\/dev\.json\nRun/),
  });
  expect(await run("fmt", "README.md")).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('There is no file or folder "README.md".'),
  });
  put("README.md", "");
  expect(await run("fmt", "README.md")).toMatchObject({ status: 2, stderr: expect.stringContaining("neither YAML nor JSON") });
});

test("`fmt` reports files with errors, and formats the others", async () => {
  put("shop.yaml", "displayName: shop\nopenApiToolset: [\n");
  const { status, stdout, stderr } = await run("fmt");
  expect(status).toBe(1);
  expect(stderr).toContain("error[syntax-error]");
  expect(stdout).toContain("3 formatted, 0 unchanged\n");
  expect(read("shop.yaml")).toBe("displayName: shop\nopenApiToolset: [\n");
});

test("`fmt` fails for an empty folder, and JSON lists all files", async () => {
  mkdirSync(join(folder, "empty/.git"), { recursive: true });
  expect(await runCommand(["fmt"], { cwd: join(folder, "empty") })).toMatchObject({
    status: 1,
    stderr: expect.stringContaining("no-definitions"),
  });
  await run("fmt", "toolsetc.yaml");
  expect(JSON.parse((await run("fmt", "--check", "--format", "json")).stdout)).toMatchObject({
    files: [
      { path: "toolsetc.yaml", isChanged: false },
      { path: "shop.yaml", isChanged: true },
      { path: "environments/dev.json", isChanged: true },
      { path: "toolsetc.lock/accepted-changes.yaml", isChanged: true },
    ],
  });
});

test("`fmt` formats files of an exported app as the exporter does, and leaves its YAML", async () => {
  const exported =
    '{\n  "displayName": "shop",\n  "openApiToolset": {\n    "openApiSchema": "toolsets/shop/open_api_toolset/open_api_schema.yaml",\n    "apiAuthentication": {\n      "serviceAgentIdTokenAuthConfig": {\n      }\n    }\n  }\n}';
  put("app/app.json", '{\n  "displayName": "desk"\n}');
  put("app/toolsets/shop/shop.json", exported);
  put("app/toolsets/shop/open_api_toolset/open_api_schema.yaml", document);
  put(
    "app/toolsets/two/two.yaml",
    "displayName:   two\nopenApiToolset:\n  openApiSchema: toolsets/shop/open_api_toolset/open_api_schema.yaml\n",
  );
  const app = (...args: string[]) => runCommand(args, { cwd: join(folder, "app") });
  rmSync(join(folder, "toolsetc.yaml"));
  expect(await app("export")).toMatchObject({ status: 0 });
  expect(read("app/environment.json")).toMatch(/^\{\n {2}"toolsets": \{\n[\s\S]*\}$/);
  expect(await app("fmt", "--check")).toMatchObject({ status: 0 });
  put("app/toolsets/shop/shop.json", `${JSON.stringify(JSON.parse(read("app/toolsets/shop/shop.json")))}\n`);
  expect(await app("fmt", "toolsets/shop/shop.json")).toMatchObject({ status: 0, stdout: expect.stringContaining("1 formatted") });
  expect(read("app/toolsets/shop/shop.json")).toBe(exported);
});

test("`fmt` changes no file that other commands write", async () => {
  await run("fmt");
  rmSync(join(folder, "environments/dev.json"));
  put("environments/dev.json", "{}\n");
  expect(await run("export", "--env", "dev")).toMatchObject({ status: 0 });
  expect(read("environments/dev.json")).toContain("https://shop.example");
  expect(await run("fmt", "--check")).toMatchObject({ status: 0 });
});

function run(...args: string[]) {
  return runCommand(args, { cwd: folder });
}

function put(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

function read(path: string): string {
  return readFileSync(join(folder, path), "utf8");
}
