import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { runCommand } from "../run-command.ts";

const folder = mkdtempSync(join(tmpdir(), "toolsetc-"));
const document = `openapi: 3.0.3
info: { title: Weather, version: "1" }
servers: [{ url: https://weather.example.com }]
paths:
  /forecast:
    get:
      operationId: get_forecast
      tags: [forecast]
      summary: The forecast.
      responses: { "200": { description: It., content: { application/json: { schema: { type: object } } } } }
  /alerts:
    delete: { operationId: clear_alerts, summary: Clears alerts., responses: { "204": { description: Done. } } }
`;

beforeEach(() => {
  for (const entry of readdirSync(folder)) rmSync(join(folder, entry), { recursive: true });
  put("weather.yaml", "displayName: weather\nopenApiToolset:\n  openApiSchema: weather.openapi.yaml\n");
  put("weather.openapi.yaml", document);
});

afterAll(() => rmSync(folder, { recursive: true }));

describe("`compile`", () => {
  test("writes files and counts them, and changes nothing the second time", async () => {
    const first = await run("compile");
    expect(first).toMatchObject({ status: 0, stderr: "" });
    expect(first.stdout).toMatch(/^weather +openapi +2 +2 +~\d+$/m);
    expect(existsSync(join(folder, "generated/toolsets/weather/tools/forecast.ts"))).toBe(true);
    expect((await run("compile")).stdout).toMatch(/generated: 0 new, 0 changed, 0 removed, \d+ unchanged/);
  });

  test("with --check writes nothing, and exits with 1 until the output is current", async () => {
    expect(await run("compile", "--check")).toMatchObject({ status: 1 });
    expect(existsSync(join(folder, "generated"))).toBe(false);
    await run("compile");
    expect(await run("compile", "--check")).toMatchObject({ status: 0, stdout: expect.stringContaining("\nThe output is up to date.\n") });
    put("weather.openapi.yaml", document.replace("The forecast.", "The weather to come."));
    const { status, stdout } = await run("compile", "--check");
    expect(status).toBe(1);
    expect(stdout).toMatch(/^\+.*The weather to come\./m);
  });

  test("takes a document alone, and only the operations that flags select", async () => {
    const { status, stdout } = await run("compile", "--openapi", "weather.openapi.yaml", "--out", "out", "--exclude", "method:DELETE");
    expect(status).toBe(0);
    expect(stdout).toMatch(/^weather +openapi +2 +1 +1 +~/m);
    expect(await run("compile", "--openapi", "weather.openapi.yaml", "--include", "tag:forcast")).toMatchObject({ status: 2 });
  });

  test("keeps the former output of a toolset while it does not compile", async () => {
    const targets = ["{ target: typescript, out: generated }", "{ target: mcp, out: generated/mcp }"];
    put("toolsetc.yaml", `targets: [${targets.join(", ")}]\n`);
    put("weather.yaml", "displayName: The weather\nopenApiToolset:\n  openApiSchema: weather.openapi.yaml\n");
    put("other.yaml", "displayName: other\nclientFunctionToolset: { functions: [{ name: a }, { name: b }] }\n");
    await run("compile");
    const made = ["generated/toolsets/The_weather/tools/forecast.ts", "generated/mcp/The_weather.tools.json"];
    const isThere = () => made.map((path) => existsSync(join(folder, path)));
    put("other.yaml", "displayName: other\nclientFunctionToolset: { functions: [{ name: a }] }\n");
    for (const [path, text] of [
      ["weather.openapi.yaml", "openapi: 9.0.0\n"],
      ["weather.yaml", "displayName: The weather\nopenApiToolset: [\n"],
    ] as const) {
      put(path, text);
      const { status, stdout } = await run("compile");
      expect({ status, isThere: isThere() }).toEqual({ status: 1, isThere: [true, true] });
      expect(stdout).toMatch(/^Not compiled: (The )?weather\./m);
    }
    expect(readFileSync(join(folder, "generated/toolsets/other/tools/other.ts"), "utf8")).not.toContain("const b = ");
    rmSync(join(folder, "weather.yaml"));
    expect(await run("compile")).toMatchObject({ status: 0 });
    expect(isThere()).toEqual([false, false]);
  });

  test("refuses to replace a file of the user", async () => {
    put("generated/index.ts", "mine");
    const { status, stderr } = await run("compile");
    expect(status).toBe(2);
    expect(stderr).toContain("index.ts");
    expect(readFileSync(join(folder, "generated/index.ts"), "utf8")).toBe("mine");
  });
});

describe("`validate`", () => {
  test("prints findings to stdout, and exits with 1", async () => {
    put("weather.yaml", "displayName: weather\ndescripton: x\nopenApiToolset:\n  openApiSchema: weather.openapi.yaml\n");
    const { status, stdout, stderr } = await run("validate");
    expect({ status, stderr }).toEqual({ status: 1, stderr: "" });
    expect(stdout).toContain("weather.yaml:2:1");
  });

  test("prints JSON without findings, with findings, and for a file that cannot be parsed", async () => {
    expect((await json("validate")).diagnostics).toEqual([]);
    put("weather.yaml", "displayName: weather\nopenApiToolset: [");
    const { summary, diagnostics } = await json("validate");
    expect(summary.errors).toBeGreaterThan(0);
    expect(diagnostics[0]).toMatchObject({ code: "syntax-error", severity: "error", file: "weather.yaml" });
  });

  test("of a part reports of the rest of the project only what keeps the part from compiling", async () => {
    put("toolsetc.yaml", "overrides:\n  other: { include: [get_other] }\n");
    put("environment.json", '{ "toolsets": { "other": { "openApiToolset": { "url": "https://other.example.com" } } } }');
    put("snapshots/other.tools.json", '{ "formatVersion": "1.0", "tools": [] }');
    const codesOf = async (...args: string[]) => (await json("validate", ...args)).diagnostics.map(({ code }: { code: string }) => code);
    expect(await codesOf("weather.yaml")).toEqual(["unknown-override"]);
    expect((await codesOf()).sort()).toEqual(["no-such-toolset", "unknown-environment-entry", "unknown-override"]);
  });

  test.each([
    ["--env", "nope"],
    ["--set", "toolsets.wether.openApiToolset.url=https://x.example.com"],
    ["--set", "toolsets.weather.openApiToolset.url=x"],
  ])("with %s %s reports a mistake in the flag, and exits with 2", async (...flags) => {
    put("weather.openapi.yaml", document.replace("https://weather.example.com", "$env_var"));
    const { status, stdout } = await run("validate", ...flags);
    expect({ status, where: stdout.includes(`--> ${flags[0]}:1:1`) }).toEqual({ status: 2, where: true });
  });

  test("lists the values that each environment lacks", async () => {
    put("weather.openapi.yaml", document.replace("https://weather.example.com", "$env_var"));
    put("toolsetc.yaml", "environments: { dev: dev.json, prod: prod.json }\n");
    put("dev.json", '{ "toolsets": { "weather": { "openApiToolset": { "url": "https://dev.example.com" } } } }');
    put("prod.json", "{}");
    const { status, stdout } = await run("validate");
    expect(status).toBe(1);
    expect(stdout).toMatch(/^toolsets\.weather +openApiToolset\.url +ok +MISSING$/m);
    expect(await run("validate", "--env", "dev")).toMatchObject({ status: 0 });
    expect(await run("validate", "--env", "prod", "--set", "toolsets.weather.openApiToolset.url=https://x.example.com")).toMatchObject({
      status: 0,
    });
  });
});

describe("`export` and `import`", () => {
  test("move a value out of a definition and back, with every byte as before", async () => {
    const { status, stdout } = await run("export", "--to", "environment.json");
    expect({ status, stdout }).toEqual({ status: 0, stdout: expect.not.stringContaining("toolsetc.yaml") });
    expect(text("weather.openapi.yaml")).toBe(document.replace("https://weather.example.com", "$env_var"));
    expect(JSON.parse(text("environment.json")).toolsets.weather.openApiToolset.url).toBe("https://weather.example.com");
    expect(await run("import")).toMatchObject({ status: 0 });
    expect(text("weather.openapi.yaml")).toBe(document);
  });

  test("name the values that stay in definitions, and why", async () => {
    put("gate.yaml", "displayName: gate\nmcpToolset: { serverAddress: https://gate.example.com/mcp }\n");
    put("snapshots/gate.tools.json", '{ "tools": [] }\n');
    const left =
      "Left in the definitions, for every environment:\n  toolsets.gate.mcpToolset.serverAddress: CES does not replace `$env_var` in this field; --extensions exports it\n";
    expect(await run("export")).toMatchObject({ status: 0, stdout: expect.stringContaining(left) });
    expect(await run("export", "--extensions")).toMatchObject({ status: 0, stdout: expect.not.stringContaining("Left in") });
  });

  test("take a value from a flag", async () => {
    await run("export");
    expect(await run("import", "--set", "toolsets.weather.openApiToolset.url=https://eu.example.com")).toMatchObject({ status: 0 });
    expect(text("weather.openapi.yaml")).toBe(document.replace("https://weather.example.com", "https://eu.example.com"));
  });

  test("say where to name a file that is no environment of the project yet", async () => {
    const naming =
      "environments/dev.json is not an environment of the project yet. Add the file under `environments` in toolsetc.yaml, or select it with --env.\n";
    expect((await run("export", "--to", "environments/dev.json")).stdout).toContain(naming);
    put("toolsetc.yaml", "environments: { dev: environments/dev.json }\n");
    expect(await run("import")).toMatchObject({ status: 0 });
    expect(await run("export", "--to", "environments/dev.json")).toMatchObject({ status: 0, stdout: expect.not.stringContaining(naming) });
  });

  test("print JSON and change nothing with --create-request", async () => {
    const parent = "projects/p/locations/eu/apps/a";
    const { stdout, status } = await run("export", "--create-request", "--parent", parent, "--toolset-id", "weather");
    expect(status).toBe(0);
    const [{ request, call }] = JSON.parse(stdout).requests;
    expect(request).toMatchObject({ parent, toolsetId: "weather", toolset: { openApiToolset: { openApiSchema: document } } });
    expect(call).toMatchObject({ jsonrpc: "2.0", method: "tools/call", params: { name: "create_toolset" } });
    expect(text("weather.openapi.yaml")).toBe(document);
  });
});

describe("`list`, `explain` and `schema`", () => {
  test("count the tokens that a model reads, of the ten largest tools and of each toolset", async () => {
    const { stdout } = await run("list", "--tokens");
    expect(stdout).toMatch(/^id +tokens\n(?:get_forecast|clear_alerts) +\d\d\n/);
    expect(stdout).toMatch(/^2 tools, about \d\d tokens, in/m);
    put("other.yaml", "displayName: other\nopenApiToolset:\n  openApiSchema: weather.openapi.yaml\n");
    expect((await run("list", "--tokens")).stdout).toMatch(/^toolset +tools +tokens\nother +2 +\d\d\nweather +2 +\d\d\n/);
    expect((await json("list", "--tokens")).tools.every(({ tokens }: { tokens: number }) => tokens > 10)).toBe(true);
  });

  test("print the tools that a search finds", async () => {
    const { stdout } = await run("list", "--openapi", "weather.openapi.yaml", "--search", "clears");
    expect(stdout).toMatch(/^clear_alerts +DELETE +\/alerts/m);
    expect(stdout).toMatch(/^1 of 2 tools, \d+ bytes of declarations/m);
    expect(stdout).not.toContain("get_forecast");
  });

  test("print the best result of a search first, as text and as JSON", async () => {
    const { stdout } = await run("list", "--openapi", "weather.openapi.yaml", "--search", "what is the forecast, and are there alerts?");
    expect(stdout).toMatch(/^id .*\nget_forecast .*\nclear_alerts /);
    const { tools } = await json("list", "--openapi", "weather.openapi.yaml", "--search", "remove old alerts or forecasts");
    expect(tools.map(({ id }: { id: string }) => id)).toEqual(["clear_alerts", "get_forecast"]);
  });

  test("print a column of toolsets if there are several, as `call` needs their names", async () => {
    put("other.yaml", "displayName: other\nclientFunctionToolset: { functions: [{ name: a }] }\n");
    const { stdout } = await run("list");
    expect(stdout).toMatch(/^toolset +id +method/);
    expect(stdout).toMatch(/^weather +clear_alerts +DELETE +\/alerts/m);
    expect(stdout).toMatch(/^other +a /m);
    expect((await json("list")).tools.map(({ toolset, id }: { toolset: string; id: string }) => `${toolset}.${id}`)).toContain("other.a");
  });

  test("explain a code, and suggest the right one for a misspelt code", async () => {
    expect((await run("explain", "unknown-field")).stdout).toContain("unknown-field");
    expect(await run("explain", "unknown-feild")).toMatchObject({ status: 2, stderr: expect.stringContaining('"unknown-field"') });
  });

  test("print each schema by its name", async () => {
    const names = (await run("schema")).stdout.trim().split("\n");
    expect(names).toContain("toolset");
    for (const name of names) expect(JSON.parse((await run("schema", name)).stdout).$schema, name).toContain("2020-12");
  });
});

test("the help marks flags that may be repeated, and fits into 80 columns", async () => {
  for (const command of [
    [],
    ...["validate", "compile", "list", "export", "import", "pull", "serve", "call", "explain", "schema"].map((each) => [each]),
  ]) {
    const { status, stdout } = await run(...command, "--help");
    expect(status).toBe(0);
    expect(stdout.split("\n").filter((line) => line.length > 80)).toEqual([]);
    expect(stdout).not.toContain("[]");
  }
  expect((await run("validate", "--help")).stdout).toMatch(/--exclude <selector> +omit these operations; several with commas\n/);
});

describe("the exit code of a command", () => {
  test.each([
    ["an unknown command", ["compil"], 2],
    ["an unknown flag", ["validate", "--formt", "json"], 2],
    ["a path that is not there", ["validate", "nothing"], 2],
    ["a folder in the place of a document", ["compile", "--openapi", "."], 2],
    ["no arguments at all", [], 2],
    ["help", ["--help"], 0],
    ["the version", ["--version"], 0],
  ])("for %s is as documented", async (_what, args, status) => {
    expect(await run(...args)).toMatchObject({ status });
  });

  test("for an error in the configuration is 2", async () => {
    put("toolsetc.yaml", "naming: shouting\n");
    expect(await run("validate")).toMatchObject({ status: 2 });
  });
});

function run(...args: string[]) {
  return runCommand(args, { cwd: folder });
}

async function json(...args: string[]) {
  return JSON.parse((await run(...args, "--format", "json")).stdout);
}

function put(path: string, content: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), content);
}

function text(path: string): string {
  return readFileSync(join(folder, path), "utf8");
}
