import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runCommand } from "../run-command.ts";

// What `call` and `serve` say of a project in which some toolsets are invalid.
const folder = mkdtempSync(join(tmpdir(), "toolsetc-others-"));
const broken = `  /other:
    get:
      operationId: broken
      parameters: [{ name: x, in: nowhere }]
      responses: { "200": { description: It. } }
`;

function document(operation: string): string {
  const user = "{ name: user, in: header, required: true, schema: { type: string }, x-ces-session-context: $context.variables.user }";
  return `openapi: 3.0.3
info: { title: A, version: "1" }
servers: [{ url: https://service.invalid }]
security: [{ key: [] }]
components: { securitySchemes: { key: { type: apiKey, in: header, name: x-key } } }
paths:
  /it:
    get:
      operationId: ${operation}
      parameters: [${user}]
      responses: { "200": { description: It. } }
`;
}

beforeAll(() => {
  const files = {
    "good.yaml": "displayName: good\nopenApiToolset: { openApiSchema: good.openapi.yaml }\n",
    "good.openapi.yaml": document("get_forecast"),
    "part.yaml": "displayName: part\nopenApiToolset: { openApiSchema: part.openapi.yaml }\n",
    "part.openapi.yaml": document("fine") + broken,
    "refused.yaml": "displayName: refused\nopenApiToolset: { openApiSchma: good.openapi.yaml }\n",
    "unreadable.yaml": "displayName: nobody knows\nopenApiToolset: [",
    "python.yaml": 'pythonFunction: { name: compute, pythonCode: "def compute(): pass" }\n',
  };
  for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text);
});

afterAll(() => rmSync(folder, { recursive: true }));

async function run(...args: string[]) {
  const { status, stdout, stderr } = await runCommand(args, { cwd: folder });
  return { status, stdout, stderr, files: [...stderr.matchAll(/--> (\S+?):/g)].map(([, file]) => file) };
}

describe("`call` in a project with errors", () => {
  test("prints the errors of the toolset that lacks the tool, and none of the others", async () => {
    const { status, stderr, files } = await run("call", "part.broken");
    expect(status).toBe(2);
    expect(new Set(files)).toEqual(new Set(["part.openapi.yaml"]));
    expect(stderr).toMatch(/error: Toolset "part" has no tool "broken". Available tools: "fine".\n$/);
    expect((await run("call", "part_broken")).files).toEqual(files);
  });

  test("prints only a misspelt tool name for a toolset without errors", async () => {
    expect((await run("call", "good.get_forcast")).stderr).toBe(
      'error: Toolset "good" has no tool "get_forcast". Did you mean "get_forecast"?\n',
    );
  });

  test("says that the toolset of the tool did not compile, and why", async () => {
    const { status, stderr, files } = await run("call", "refused.get_forecast");
    expect([status, new Set(files)]).toEqual([2, new Set(["refused.yaml"])]);
    expect(stderr).toContain('error: Toolset "refused" does not compile because of errors.');
  });

  test("prints what cannot be read if no toolset has the name, and counts the other errors", async () => {
    const { stderr, files } = await run("call", "nobody.x");
    expect(files).toEqual(["unreadable.yaml"]);
    expect(stderr).toMatch(/^\d errors of other toolsets are not shown here: `toolsetc validate` shows all errors\.$/m);
    expect(stderr).toContain('There is no toolset "nobody". Available toolsets: "good", "part", ');
    expect((await run("call", "refusd.x")).stderr).toContain('Did you mean "refused"?');
  });

  test("finds a tool without its toolset, and shows no errors of others", async () => {
    const { stderr, files } = await run("call", "get_forecast");
    expect(stderr).toBe((await run("call", "good.get_forecast")).stderr);
    expect(files).toEqual([]);
  });

  test("prints all errors for a name that may be in any toolset", async () => {
    expect(new Set((await run("call", "whatever")).files)).toEqual(new Set(["part.openapi.yaml", "refused.yaml", "unreadable.yaml"]));
  });

  test("names the kind of a tool that cannot be called", async () => {
    expect((await run("call", "compute")).stderr).toBe(
      'error: Tool "compute" is a pythonFunction, a kind that is checked but not compiled.\n',
    );
  });

  test("prints at once all that a call lacks, and the flags for it", async () => {
    const { status, stderr } = await run("call", "good.get_forecast");
    expect(status).toBe(2);
    expect(stderr).toContain("Pass `variables.user`. The service also requires credentials: pass `auth.key`");
    expect(stderr).toContain(
      "help: On the command line, flags name environment variables with the values: --var user=env:NAME, --auth key=env:NAME.\n",
    );
  });
});

describe("an error in the configuration that concerns another toolset", () => {
  const other = mkdtempSync(join(tmpdir(), "toolsetc-configured-"));
  const texts = {
    "shop.yaml": "displayName: shop\nopenApiToolset: { openApiSchema: shop.openapi.yaml }\n",
    "stock.yaml": "displayName: stock\nopenApiToolset: { openApiSchema: shop.openapi.yaml }\n",
    "shop.openapi.yaml": document("get_forecast"),
  };
  const ofStock = "overrides: { stock: { includ: [x] } }\n";
  const commands = ["list", "score", "validate", "compile", "serve", "lock", "diff", "catalog -o c.html"];

  beforeAll(async () => {
    mkdirSync(join(other, ".git"));
    for (const [path, text] of Object.entries(texts)) writeFileSync(join(other, path), text);
    await runCommand(["lock"], { cwd: other });
  });

  afterAll(() => rmSync(other, { recursive: true }));

  async function shop(command: string, configuration: string) {
    writeFileSync(join(other, "toolsetc.yaml"), configuration);
    const { status, stdout, stderr } = await runCommand([...command.split(" "), "--toolset", "shop"], { cwd: other });
    return { status, output: stdout + stderr };
  }

  test.each(commands)("is not shown by %s --toolset", async (command) => {
    expect(await shop(command, ofStock)).toMatchObject({ status: 0, output: expect.not.stringContaining("includ") });
  });

  test.each(commands)("is shown by %s --toolset if it may concern the toolset too", async (command) => {
    const misspelt = await shop(command, ofStock.replace("stock", "shp"));
    expect([misspelt.status === 0, misspelt.output]).toEqual([false, expect.stringContaining("includ")]);
    const own = await shop(command, ofStock.replace("stock", "shop"));
    expect([own.status === 0, own.output]).toEqual([false, expect.stringContaining("includ")]);
  });
});

describe("`serve` in a project with errors", () => {
  test("prints one line for each toolset with errors, with the tools that it lacks and the command for more", async () => {
    const { status, stderr } = await run("serve");
    expect(status).toBe(0);
    expect(stderr).toBe(
      [
        'Toolset "part" lacks 1 of its 2 operations: 1 error.',
        'Toolset "refused" is omitted: 2 errors.',
        'Toolset "unreadable" is omitted: 1 error.',
        "`toolsetc validate` shows these errors.",
        "Serving 2 tools on stdio\n",
      ].join("\n"),
    );
    expect((await run("serve", folder)).stderr).toContain(`\`toolsetc validate ${folder}\` shows these errors.`);
  });

  test("prints only errors of the toolsets that --toolset names", async () => {
    expect(await run("serve", "--toolset", "good")).toMatchObject({ status: 0, stderr: "Serving 1 tool on stdio\n" });
    const part = await run("serve", "--toolset", "part");
    expect([part.status, new Set(part.files)]).toEqual([0, new Set(["part.openapi.yaml"])]);
    const refused = await run("serve", "--toolset", "refused");
    expect([refused.status, new Set(refused.files)]).toEqual([1, new Set(["refused.yaml"])]);
    const both = await run("serve", "--toolset", "refused", "--toolset", "good");
    expect([both.status, new Set(both.files)]).toEqual([0, new Set(["refused.yaml"])]);
  });

  test("with --toolset refuses a name that no toolset has", async () => {
    const { status, stderr, files } = await run("serve", "--toolset", "nobody");
    expect([status, files]).toEqual([2, ["unreadable.yaml"]]);
    expect(stderr).toContain('There is no toolset "nobody". Available toolsets: "good", "part", ');
  });
});
