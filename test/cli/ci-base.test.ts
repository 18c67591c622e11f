import { rmSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { commit, folder, git, put, read, run, useRepository } from "./git-project.ts";

useRepository();

const toolsets = ["billing", "carts", "orders", "people", "shops", "stock"];

/** A document whose 30 operations have no description: each is a warning. */
function documentOf(name: string, more = ""): string {
  const paths = Array.from(
    { length: 30 },
    (_each, index) => `  /${name}/${index}:
    get: { operationId: ${name}_${index}, responses: { "200": { description: It. } } }
`,
  );
  return `openapi: 3.0.3
info: { title: ${name}, version: "1" }
servers: [{ url: "https://${name}.example" }]
paths:
${paths.join("")}${more}`;
}

const added = `  /items:
    get: { operationId: list_items, responses: { "200": { description: It. } } }
`;

beforeEach(async () => {
  put("toolsetc.yaml", "targets: [{ target: manifest, out: generated }]\n");
  for (const name of toolsets) {
    put(`${name}.yaml`, `displayName: ${name}\nopenApiToolset: { openApiSchema: ${name}.openapi.yaml }\n`);
    put(`${name}.openapi.yaml`, documentOf(name));
  }
});

async function setUp(): Promise<void> {
  await run("compile");
  await run("lock");
  commit("first");
  git("branch", "base");
}

describe("a pull request on one of six toolsets", () => {
  test("shows what it brought, in the same way in every format", async () => {
    await setUp();
    put("orders.openapi.yaml", documentOf("orders", added));
    await run("compile");
    await run("lock");
    const { status, stdout } = await run("ci", "--against", "base");
    expect(status).toBe(0);
    expect(stdout.match(/^(?:warning|error|note)\[/gm)).toHaveLength(1);
    expect(stdout).toContain('warning[missing-description]: The tool "list_items" has no description.');
    expect(stdout).toContain("5 toolsets are as before, without new findings.\n");
    expect(stdout).toContain("180 findings were there before; --all shows them.\n");
    expect(stdout).toMatch(/^validate +passed +0 errors, 1 warning, 180 before$/m);
    expect(stdout.split("\n").length).toBeLessThan(30);

    const everything = await run("ci", "--against", "base", "--all", "--format", "json");
    expect(JSON.parse(everything.stdout)).toMatchObject({ summary: { warnings: 181 }, before: { hidden: 0, failing: 0 } });

    const shown = async (format: string) => (await run("ci", "--against", "base", "--format", format)).stdout;
    const json = JSON.parse(await shown("json"));
    expect(json).toMatchObject({ summary: { warnings: 1 }, before: { hidden: 180, failing: 0 } });
    const { fingerprint } = json.diagnostics[0];
    expect(JSON.parse(await shown("gitlab")).map((issue: { fingerprint: string }) => issue.fingerprint)).toEqual([fingerprint]);
    const { results } = JSON.parse(await shown("sarif")).runs[0];
    expect(results.map((result: { partialFingerprints: object }) => Object.values(result.partialFingerprints))).toEqual([[fingerprint]]);
    expect((await shown("github")).match(/^::/gm)).toHaveLength(1);
    expect((await shown("agent")).trimEnd().split("\n")).toHaveLength(1);
    const markdown = await shown("markdown");
    expect(markdown.match(/^\| warning/gm)).toHaveLength(1);
    expect(markdown).toContain("- 180 findings were there before");
    expect(await run("ci", "--against", "base", "--format", "github")).toMatchObject({
      stderr: expect.stringContaining("180 findings were there before; --all shows them."),
    });
  });

  test("counts what a rule in a file found in the base, too", async () => {
    put("toolsetc.yaml", "ruleFiles: [./no-stock.js]\n");
    put(
      "no-stock.js",
      `export default {
  version: 1,
  summary: "tools of the stock",
  help: "Use the tools of the shops.",
  *tool({ tool }) { if (tool.name.startsWith("stock")) yield { message: \`"\${tool.name}" is a tool of the stock.\` }; },
};
`,
    );
    await setUp();
    put("stock.openapi.yaml", documentOf("stock", added.replace("list_items", "stock_items")));
    const { stdout } = await run("ci", "--against", "base", "--allow-code", "--format", "json");
    const { diagnostics, before } = JSON.parse(stdout);
    const codes = diagnostics.map(({ code }: { code: string }) => code).filter((code: string) => code === "no-stock");
    expect({ codes, before }).toEqual({ codes: ["no-stock"], before: { hidden: 210, failing: 0 } });
  });

  test("fails on errors that were there before, and says so, until a baseline lists them", async () => {
    put("toolsetc.yaml", `${read("toolsetc.yaml")}overrides: { stock: { rules: { missing-description: error } } }\n`);
    await setUp();
    put("orders.openapi.yaml", documentOf("orders", added));
    await run("compile");
    await run("lock");
    const failed = await run("ci", "--against", "base");
    expect(failed.status).toBe(1);
    expect(failed.stdout).toContain("150 findings were there before; --all shows them.\n");
    expect(failed.stdout).toContain("30 findings were there before, but fail the run. A baseline can list them.\n");
    expect(failed.stdout.match(/^error\[missing-description\]/gm)).toHaveLength(20);
    expect(failed.stdout).toMatch(/^lock --check +passed/m);
    await run("validate", "--baseline", "known.json", "--update-baseline");
    expect(await run("ci", "--against", "base", "--baseline", "known.json")).toMatchObject({ status: 0 });
  });

  test("counts all warnings for its limits, and shows those that fail the run", async () => {
    await setUp();
    expect(await run("ci", "--against", "base", "--max-warnings", "180")).toMatchObject({ status: 0 });
    expect(await run("ci", "--against", "base", "--max-warnings", "179")).toMatchObject({
      status: 1,
      stdout: expect.stringContaining("--max-warnings 179: 180 warnings are too many."),
    });
    const { status, stdout } = await run("ci", "--against", "base", "--fail-on", "warning");
    expect(status).toBe(1);
    expect(stdout).toContain("180 findings were there before, but fail the run.");
  });

  test("shows all findings where the base has none to compare with", async () => {
    await setUp();
    for (const against of ["toolsetc.lock", "origin/none"]) {
      const { stdout } = await run("ci", "--against", against, "--format", "json");
      expect(JSON.parse(stdout)).toMatchObject({ summary: { warnings: 180 }, before: { hidden: 0 } });
    }
  });
});

describe("two of six toolsets whose snapshot is missing", () => {
  const broken = ["notes", "mails"];

  beforeEach(() => {
    for (const name of toolsets.slice(4)) {
      rmSync(join(folder, `${name}.yaml`));
      rmSync(join(folder, `${name}.openapi.yaml`));
    }
    for (const name of broken) {
      put(`${name}.yaml`, `displayName: ${name}\nmcpToolset: { serverAddress: "https://${name}.example/mcp" }\n`);
      put(`snapshots/${name}.tools.json`, JSON.stringify({ formatVersion: "1.0", tools: [tool] }));
    }
  });

  const tool = { name: "read", description: "Reads one.", inputSchema: { type: "object", properties: { id: { type: "string" } } } };

  function breakTwo(): void {
    for (const name of broken) rmSync(join(folder, `snapshots/${name}.tools.json`));
  }

  test("cost the others no check: `ci` names them, and exits with 3 if nothing else is wrong", async () => {
    await setUp();
    breakTwo();
    const { status, stdout } = await run("ci", "--against", "base");
    expect(stdout.match(/^error\[missing-snapshot\]/gm)).toHaveLength(2);
    expect(stdout).not.toMatch(/removed-tool|outdated-lock|outdated-output/);
    expect(stdout).toMatch(/^validate +failed/m);
    expect(stdout).toMatch(/^compile --check +passed/m);
    expect(stdout).toMatch(/^lock --check +passed/m);
    expect(stdout).toMatch(
      /^breaking +unchecked +0 breaking, 0 model-visible since base .*Not compared, since the present definitions do not compile: "mails", "notes"\.$/m,
    );
    expect(status).toBe(3);
  });

  test("hide no break of another toolset: `ci` exits with 1", async () => {
    await setUp();
    breakTwo();
    put("orders.openapi.yaml", documentOf("orders").replace("operationId: orders_7,", "operationId: orders_seven,"));
    const { status, stdout } = await run("ci", "--against", "base");
    expect(status).toBe(1);
    expect(stdout).toMatch(/error\[removed-tool\]: "orders_orders_7" was removed/);
    expect(stdout).toContain('The lock of the toolset "orders" is out of date');
    expect(stdout).toMatch(/^compile --check +failed/m);
    expect(stdout).not.toContain("notes_read");
  });

  test("may be so in the base, too", async () => {
    breakTwo();
    await setUp();
    put("orders.openapi.yaml", documentOf("orders", added));
    const { status, stdout, stderr } = await run("diff", "--against", "base");
    expect(stdout).toContain('"orders_list_items" was added.');
    expect(stderr).toContain('do not compile: "mails", "notes".');
    expect(status).toBe(3);
    for (const name of broken) put(`snapshots/${name}.tools.json`, JSON.stringify({ formatVersion: "1.0", tools: [tool] }));
    const fixed = await run("diff", "--against", "base");
    expect(fixed.stderr).toMatch(
      /^Not compared, since those of base \(\w+\) do not compile: "mails", "notes"\. The first error is in mails\.yaml:/,
    );
    expect(fixed.status).toBe(3);
  });

  test("leave the other tools in `diff`, `breaking` and `catalog`", async () => {
    await setUp();
    breakTwo();
    put("orders.openapi.yaml", documentOf("orders", added));
    for (const command of [["diff"], ["breaking"], ["diff", "--against", "base"]]) {
      const { status, stdout, stderr } = await run(...command);
      expect(`${stdout}${stderr}`).toContain('"mails", "notes"');
      expect(stdout).not.toContain("removed");
      expect(stdout).toMatch(/orders_list_items|orders: 0 breaking/);
      expect(status).toBe(3);
    }
    const { status, stderr } = await run("catalog", "--against", "base", "-o", "page.html");
    expect(status).toBe(0);
    expect(stderr).toContain('do not compile: "mails", "notes"');
    expect(read("page.html")).toContain("orders_list_items");
    expect(read("page.html")).not.toMatch(/notes_read&quot; was removed/);
  });
});
