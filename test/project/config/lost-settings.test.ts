import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { createProgram } from "../../../src/cli/program.ts";
import { compileTexts } from "../../compile-texts.ts";
import { runCommand } from "../../run-command.ts";

const document = `openapi: 3.0.3
info: { title: Shop, version: "1" }
servers: [{ url: https://shop.example }]
components: { securitySchemes: { key: { type: http, scheme: bearer } } }
paths:
  /orders:
    get: { operationId: list_orders, parameters: [{ name: owner, in: query, schema: { type: string } }], responses: { "200": { description: The orders. } } }
    delete: { operationId: delete_orders, responses: { "204": { description: None. } } }
`;
const project = (config: string) => ({
  "toolsetc.yaml": config,
  "shop.yaml": "displayName: shop\nopenApiToolset: { openApiSchema: ./shop.openapi.yaml }\n",
  "stock.yaml": "displayName: stock\nopenApiToolset: { openApiSchema: ./stock.openapi.yaml }\n",
  "shop.openapi.yaml": document,
  "stock.openapi.yaml": document,
});

async function compiled(config: string, more = {}) {
  const { program, outputs, refused, findings } = await compileTexts({ ...project(config), ...more });
  const errors = findings.filter(({ severity }) => severity === "error").map(({ code }) => code);
  const files = outputs.flatMap((output) => output.files.flatMap(({ toolset }) => toolset ?? []));
  expect([...new Set(files)].sort()).toEqual(program.toolsets.map(({ name }) => name));
  return { toolsets: program.toolsets.map(({ name }) => name), refused: refused.map(({ name }) => name), errors };
}

/** The settings of a toolset that must not be lost. */
const settings = [
  ["include", "include: [list_orders]"],
  ["exclude", "exclude: [delete_orders]"],
  ["approval", "approval: { required: [delete_orders] }"],
  ["auth", "auth: { key: { secret: shop-key } }"],
  ["a fixed value", "tools: { list_orders: { parameters: { owner: { value: acme } } } }"],
] as const;

describe.each(settings)("if the setting %s has no effect because it stands", (_name, setting) => {
  test("under a misspelled toolset, nothing compiles", async () => {
    expect(await compiled(`overrides: { shpo: { ${setting} } }\n`)).toEqual({
      toolsets: [],
      refused: ["shop", "stock"],
      errors: ["unknown-override"],
    });
    expect(await compiled(`overrides: { shop: { ${setting} } }\n`)).toMatchObject({ toolsets: ["shop", "stock"], errors: [] });
  });

  test("at the top level, or under a misspelled key, nothing compiles", async () => {
    expect(await compiled(`${setting}\n`)).toMatchObject({ toolsets: [], errors: ["unknown-field"] });
    expect(await compiled(`overides: { shop: { ${setting} } }\n`)).toMatchObject({ toolsets: [], errors: ["unknown-field"] });
  });

  test("under a misspelled key of a toolset, this toolset does not compile", async () => {
    const misspelled = setting.replace(/^(\w+)\w:/, "$1:");
    expect(await compiled(`overrides: { shop: { ${misspelled} } }\n`)).toEqual({
      toolsets: ["stock"],
      refused: ["shop"],
      errors: ["unknown-field"],
    });
  });

  test("in a configuration that cannot be parsed or does not exist, nothing compiles", async () => {
    expect(await compiled(`overrides: { shop: { ${setting} }\n`)).toMatchObject({ toolsets: [] });
    expect(await compiled("extends: base.yaml\n")).toMatchObject({ toolsets: [], errors: ["file-not-found"] });
    expect(await compiled("extends: base.yaml\n", { "base.yaml": `overrides: { shop: { ${setting} }\n` })).toMatchObject({ toolsets: [] });
  });
});

test.each([
  ["a tool of a known toolset that does not exist", "tools: { list_oders: { parameters: { owner: { value: acme } } } }"],
  ["a parameter that does not exist", "tools: { list_orders: { parameters: { ownr: { value: acme } } } }"],
  ["a selector that matches nothing", "approval: { required: [delete_oders] }"],
  ["a scheme that does not exist", "auth: { kee: { secret: shop-key } }"],
])("with the mistake %s in its overrides, a toolset does not compile, and the others do", async (_name, setting) => {
  expect(await compiled(`overrides: { shop: { ${setting} } }\n`)).toMatchObject({ toolsets: ["stock"], refused: ["shop"] });
});

describe("a toolset with a mistake in its settings, whose own rules turn the error off,", () => {
  const setting = "exclud: [delete_orders]";
  const off = 'rules: { unknown-field: "off", unknown-override: "off" }';

  test("compiles, as it does if the project's rules turn it off", async () => {
    const both = { toolsets: ["shop", "stock"], refused: [], errors: [] };
    expect(await compiled(`overrides: { shop: { ${setting} } }\n`)).toMatchObject({ toolsets: ["stock"], errors: ["unknown-field"] });
    expect(await compiled(`rules: { unknown-field: "off" }\noverrides: { shop: { ${setting} } }\n`)).toEqual(both);
    expect(await compiled(`overrides: { shop: { ${setting}, ${off} } }\n`)).toEqual(both);
  });

  test("does not compile if rules of another toolset turn it off, or if the severity is locked", async () => {
    const lost = { toolsets: ["stock"], errors: ["unknown-field"] };
    expect(await compiled(`overrides: { shop: { ${setting} }, stock: { ${off} } }\n`)).toMatchObject(lost);
    const locked = "rules: { unknown-field: { severity: error, locked: true } }\n";
    expect(await compiled(`${locked}overrides: { shop: { ${setting}, ${off} } }\n`)).toMatchObject(lost);
  });

  test("does not compile if the rules have a misspelled name of the toolset", async () => {
    expect((await compiled(`overrides: { shpo: { ${setting}, ${off} } }\n`)).toolsets).toEqual([]);
  });
});

test.each([
  ["a target that does not exist", "targets: [{ target: typescript, out: a }, { target: typscript, out: b }]\n"],
  ["a severity that does not exist", "rules: { missing-description: eror }\n"],
  ["a use that does not exist", "breaking: strct\n"],
  ["a use for a toolset that does not exist", "overrides: { shop: { breaking: strct } }\n"],
  ["a severity for a toolset that does not exist", "overrides: { shop: { rules: { missing-description: eror } } }\n"],
])("an error in %s does not keep any tool from compiling", async (_name, config) => {
  const { toolsets, errors } = await compiled(config);
  expect(errors).toHaveLength(1);
  expect(toolsets).toEqual(["shop", "stock"]);
});

const folder = mkdtempSync(join(tmpdir(), "toolsetc-lost-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("`compile` with an error in the configuration writes nothing, keeps former files and exits with 2", async () => {
  const put = (config: string) => {
    for (const [path, text] of Object.entries(project(config))) writeFileSync(join(folder, path), text);
  };
  const run = (...args: string[]) => runCommand(args, { cwd: folder });
  put("overrides: { shpo: { include: [list_orders] } }\n");
  expect(await run("compile")).toMatchObject({ status: 2, stdout: expect.stringContaining("Nothing was written.") });
  expect(existsSync(join(folder, "generated"))).toBe(false);

  put("overrides: { shop: { include: [list_orders] } }\n");
  expect(await run("compile")).toMatchObject({ status: 0 });
  put("overrides: { shpo: { include: [list_orders] } }\n");
  expect(await run("compile")).toMatchObject({ status: 2 });
  expect(existsSync(join(folder, "generated/toolsets/shop/toolset.json"))).toBe(true);

  put("overrides: { shop: { includ: [list_orders] } }\n");
  expect(await run("compile", "--toolset", "stock")).toMatchObject({ stdout: expect.stringContaining("generated:") });
});

/** All commands that can be limited to one toolset, with the other arguments that they require. */
const limited = createProgram()
  .commands.filter(({ options }) => options.some(({ long }) => long === "--toolset"))
  .map((command) => command.name());
const required: { readonly [command: string]: readonly string[] } = {
  catalog: ["--out", "catalog.html"],
  breaking: ["--against", "former"],
  diff: ["--against", "former"],
};

describe.each(limited)("`%s --toolset`", (command) => {
  const put = (config: string) => {
    for (const [path, text] of Object.entries({ ...project(config), "former/toolsetc.yaml": "" })) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
  };
  const run = (...args: string[]) => runCommand([command, ...args, ...(required[command] ?? [])], { cwd: folder });

  test("reports an entry for a toolset that does not exist, and fails", async () => {
    put("overrides: { shpo: { include: [list_orders] } }\n");
    const whole = await run();
    const part = await run("--toolset", "shop");
    for (const { status, stdout, stderr } of [whole, part]) {
      expect(stdout + stderr).toContain('There is no toolset or tool "shpo" to override. Did you mean "shop"?');
      expect(status).toBe(whole.status);
      expect([1, 2]).toContain(status);
    }
  });

  test("does not report an entry for a toolset that exists and was not requested", async () => {
    put("overrides: { stock: { include: [list_orders] } }\n");
    const { stdout, stderr } = await run("--toolset", "shop");
    expect(stdout + stderr).not.toContain("no toolset or tool");
  });
});
