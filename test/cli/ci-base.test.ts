import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { branch, commit, folder, put, read, run, useRepository } from "./git-project.ts";

const documented = ["orders", "people", "shops", "stock"];
const snapshotted = ["notes", "mails"];
const tool = { name: "read", description: "Reads one.", inputSchema: { type: "object", properties: { id: { type: "string" } } } };

function putSnapshots(): void {
  for (const name of snapshotted) put(`snapshots/${name}.tools.json`, JSON.stringify({ formatVersion: "1.0", tools: [tool] }));
}

function removeSnapshots(): void {
  for (const name of snapshotted) rmSync(join(folder, `snapshots/${name}.tools.json`));
}

/** A document whose operations have no description: each is a warning. Those of `stock` are more than a list shows. */
function documentOf(name: string, more = ""): string {
  const paths = Array.from(
    { length: name === "stock" ? 25 : 5 },
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

useRepository(async () => {
  put("toolsetc.yaml", "targets: [{ target: manifest, out: generated }]\n");
  for (const name of documented) {
    put(`${name}.yaml`, `displayName: ${name}\nopenApiToolset: { openApiSchema: ${name}.openapi.yaml }\n`);
    put(`${name}.openapi.yaml`, documentOf(name));
  }
  for (const name of snapshotted)
    put(`${name}.yaml`, `displayName: ${name}\nmcpToolset: { serverAddress: "https://${name}.example/mcp" }\n`);
  putSnapshots();
  await run("compile");
  await run("lock");
  commit("first");
  branch("base");
});

describe("`ci` for a pull request on one of six toolsets", () => {
  test("shows the findings that the pull request added, the same in every format", async () => {
    put("orders.openapi.yaml", documentOf("orders", added));
    await run("compile");
    await run("lock");
    const reports = ["json", "gitlab", "sarif", "github", "agent", "markdown"].flatMap((format) => ["--report", `${format}=out.${format}`]);
    const { status, stdout } = await run("ci", "--against", "base", ...reports);
    expect(status).toBe(0);
    expect(stdout.match(/^(?:warning|error|note)\[/gm)).toHaveLength(1);
    expect(stdout).toContain('warning[missing-description]: The tool "list_items" has no description.');
    expect(stdout).toContain("5 toolsets are as before, without new findings.\n");
    expect(stdout).toContain("40 findings were there before; --all shows them.\n");
    expect(stdout).toMatch(/^validate +passed +0 errors, 1 warning, 40 before$/m);
    expect(stdout.split("\n").length).toBeLessThan(30);

    const json = JSON.parse(read("out.json"));
    expect(json).toMatchObject({ summary: { warnings: 1 }, before: { hidden: 40, failing: 0 } });
    const { fingerprint } = json.diagnostics[0];
    expect(JSON.parse(read("out.gitlab")).map((issue: { fingerprint: string }) => issue.fingerprint)).toEqual([fingerprint]);
    const { results } = JSON.parse(read("out.sarif")).runs[0];
    expect(results.map((result: { partialFingerprints: object }) => Object.values(result.partialFingerprints))).toEqual([[fingerprint]]);
    expect(read("out.github").match(/^::/gm)).toHaveLength(1);
    expect(read("out.agent").trimEnd().split("\n")).toHaveLength(1);
    const markdown = read("out.markdown");
    expect(markdown.match(/^\| warning/gm)).toHaveLength(1);
    expect(markdown).toContain("- 40 findings were there before");

    expect(await run("ci", "--against", "base", "--format", "github")).toMatchObject({
      stderr: expect.stringContaining("40 findings were there before; --all shows them."),
    });
    const everything = await run("ci", "--against", "base", "--all", "--format", "json");
    expect(JSON.parse(everything.stdout)).toMatchObject({ summary: { warnings: 41 }, before: { hidden: 0, failing: 0 } });
  });

  test("takes findings of a rule in a file as known if the base has them", async () => {
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
    commit("with a rule");
    put("stock.openapi.yaml", documentOf("stock", added.replace("list_items", "stock_items")));
    const { stdout } = await run("ci", "--against", "HEAD", "--allow-code", "--format", "json");
    const { diagnostics, before } = JSON.parse(stdout);
    const codes = diagnostics.map(({ code }: { code: string }) => code).filter((code: string) => code === "no-stock");
    expect({ codes, before }).toEqual({ codes: ["no-stock"], before: { hidden: 65, failing: 0 } });
  });

  test("fails for errors of the base too, and says so, until a baseline lists them", async () => {
    put("toolsetc.yaml", `${read("toolsetc.yaml")}overrides: { stock: { rules: { missing-description: error } } }\n`);
    commit("with errors");
    const failed = await run("ci", "--against", "HEAD");
    expect(failed.status).toBe(1);
    expect(failed.stdout).toContain("15 findings were there before; --all shows them.\n");
    expect(failed.stdout).toContain("25 findings were there before, but fail the run. A baseline can list them.\n");
    expect(failed.stdout.match(/^error\[missing-description\]/gm)).toHaveLength(20);
    expect(failed.stdout).toMatch(/^lock --check +passed/m);
    await run("validate", "--baseline", "known.json", "--update-baseline");
    expect(await run("ci", "--against", "HEAD", "--baseline", "known.json")).toMatchObject({ status: 0 });
  });

  test("counts all warnings for its limits, and shows those that exceed them", async () => {
    expect(await run("ci", "--against", "base", "--max-warnings", "40")).toMatchObject({ status: 0 });
    expect(await run("ci", "--against", "base", "--max-warnings", "39")).toMatchObject({
      status: 1,
      stdout: expect.stringContaining("--max-warnings 39: 40 warnings are too many."),
    });
    const { status, stdout } = await run("ci", "--against", "base", "--fail-on", "warning");
    expect(status).toBe(1);
    expect(stdout).toContain("40 findings were there before, but fail the run.");
  });

  test("shows all findings if the base has none to compare with", async () => {
    for (const against of ["toolsetc.lock", "origin/none"]) {
      const { stdout } = await run("ci", "--against", against, "--format", "json");
      expect(JSON.parse(stdout)).toMatchObject({ summary: { warnings: 40 }, before: { hidden: 0 } });
    }
  });
});

describe("if the snapshots of two of six toolsets are missing", () => {
  test("`ci` names the toolsets, checks the others, and exits with 3 if nothing else is wrong", async () => {
    removeSnapshots();
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

  test("`ci` does not say of output and lock that they are current, or that there is no lock, if no toolset compiles as a whole", async () => {
    for (const name of [...snapshotted, ...documented.slice(1)])
      for (const path of [`${name}.yaml`, `toolsetc.lock/${name}.json`]) rmSync(join(folder, path));
    put("orders.yaml", `${read("orders.yaml")}unknown: 1\n`);
    const { status, stdout } = await run("ci", "--against", "base");
    expect(stdout).toMatch(/^compile --check +unchecked +not compared, since no toolset compiles as a whole: "orders"$/m);
    expect(stdout).toMatch(/^lock --check +unchecked +not compared, since no toolset compiles as a whole: "orders"$/m);
    expect(status).toBe(1);
  });

  test("`ci` still finds a break of another toolset, and exits with 1", async () => {
    removeSnapshots();
    put("orders.openapi.yaml", documentOf("orders").replace("operationId: orders_4,", "operationId: orders_seven,"));
    const { status, stdout } = await run("ci", "--against", "base");
    expect(status).toBe(1);
    expect(stdout).toMatch(/error\[renamed-tool\]: "orders_orders_4" is called "orders_orders_seven"/);
    expect(stdout).toContain('The lock of the toolset "orders" is out of date');
    expect(stdout).toMatch(/^compile --check +failed/m);
    expect(stdout).not.toContain("notes_read");
  });

  test("in the base, `diff` shows the changes of the other toolsets", async () => {
    removeSnapshots();
    commit("broken");
    put("orders.openapi.yaml", documentOf("orders", added));
    const { status, stdout, stderr } = await run("diff", "--against", "HEAD");
    expect(stdout).toContain('"orders_list_items" was added.');
    expect(stderr).toContain('do not compile: "mails", "notes".');
    expect(status).toBe(3);
    putSnapshots();
    const fixed = await run("diff", "--against", "HEAD");
    expect(fixed.stderr).toMatch(
      /^Not compared, since those of HEAD \(\w+\) do not compile: "mails", "notes"\. The first error is in mails\.yaml:/,
    );
    expect(fixed.status).toBe(3);
  });

  test("`diff`, `breaking` and `catalog` show the other tools", async () => {
    removeSnapshots();
    put("orders.openapi.yaml", documentOf("orders", added));
    for (const command of [["diff"], ["breaking"]]) {
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
