import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { diagnosticCodes } from "../../src/findings/diagnostic-codes.ts";
import { runCommand } from "../run-command.ts";

const folder = mkdtempSync(join(tmpdir(), "toolsetc-rules-"));
afterAll(() => rmSync(folder, { recursive: true }));
const api =
  'openapi: 3.0.3\ninfo: { title: T, version: "1" }\nservers: [{ url: https://a.example }]\npaths: { /a: { get: { responses: { "99": { description: It. } } } } }\n';
mkdirSync(join(folder, "project"));
writeFileSync(join(folder, "project/api.yaml"), api);
writeFileSync(join(folder, "project/shop.yaml"), "displayName: shop\nopenApiToolset: { openApiSchema: ./api.yaml }\n");

const config = "targets: []\nrules:\n  skipped-file: error\n  duplicate-key: off\n  ces-mcp-stdio: warning\n";

test("`rules` lists every code with a severity and a reason", async () => {
  configure(config);
  const { rules } = JSON.parse((await run("rules", "project", "--format", "json")).stdout);
  expect(rules.map(({ code }: { code: string }) => code)).toEqual(diagnosticCodes.map(({ code }) => code).sort());
});

test.each<[code: string, flags: string[], setting: object]>([
  ["syntax-error", [], { severity: "error", reason: "default", profile: null, file: null, line: null }],
  ["unused-suppression", [], { severity: "warning", reason: "default" }],
  ["unknown-field", [], { severity: "error", reason: "effect" }],
  ["invalid-status", [], { severity: "warning", reason: "default" }],
  ["invalid-status", ["--profile", "openapi"], { severity: "error", reason: "profile", profile: "openapi" }],
  ["later-keyword", ["--profile", "openapi"], { severity: "error", reason: "profile", profile: "openapi" }],
  ["unknown-field", ["--profile", "ces"], { severity: "error", reason: "effect" }],
  ["skipped-file", [], { severity: "error", reason: "configuration", file: "project/toolsetc.yaml", line: 3 }],
  ["duplicate-key", ["--profile", "openapi"], { severity: "off", reason: "configuration", file: "project/toolsetc.yaml", line: 4 }],
  ["ces-mcp-stdio", [], { severity: "off", reason: "disabled", profile: "ces" }],
  ["ces-mcp-stdio", ["--profile", "ces"], { severity: "warning", reason: "configuration", line: 5 }],
  ["ces-missing-operation-id", ["--profile", "ces"], { severity: "error", reason: "profile", profile: "ces" }],
  ["description-too-short", [], { severity: "off", reason: "disabled", profile: null }],
])("`rules` lists the severity of %s with its reason, under the settings %j", async (code, flags, setting) => {
  configure(config);
  const { rules } = JSON.parse((await run("rules", "project", "--format", "json", ...flags)).stdout);
  expect(rules.find((rule: { code: string }) => rule.code === code)).toMatchObject(setting);
});

test("`rules` names the assertion as the reason for a severity, unless `rules` of the configuration sets another", async () => {
  const assertions = (rules = "") => `assertions:
  - name: stated
    severity: warning
    where: { toolset: shop }
    must: { kind: openapi }
  - name: unstated
    where: { toolset: shop }
    must: { kind: openapi }
${rules}`;
  const listed = async () => JSON.parse((await run("rules", "project", "--format", "json")).stdout).rules;
  const of = (rules: readonly { code: string }[], name: string) => rules.find(({ code }) => code === name);
  configure(assertions());
  const rules = await listed();
  expect(of(rules, "stated")).toMatchObject({ severity: "warning", reason: "configuration", file: "project/toolsetc.yaml", line: 3 });
  expect(of(rules, "unstated")).toMatchObject({ severity: "error", reason: "default", file: null });
  configure(assertions("rules: { stated: note }\n"));
  expect(of(await listed(), "stated")).toMatchObject({ severity: "note", reason: "configuration", line: 9 });
});

test("`validate` reports with the severities that `rules` lists", async () => {
  configure("targets: []\nprofile: openapi\n");
  const { rules } = JSON.parse((await run("rules", "project", "--format", "json")).stdout);
  const { diagnostics } = JSON.parse((await run("validate", "project", "--format", "json")).stdout);
  expect(diagnostics).not.toEqual([]);
  for (const { code, severity } of diagnostics) expect(rules).toContainEqual(expect.objectContaining({ code, severity }));
});

test("`rules` prints a table, with the place of the setting that decides", async () => {
  configure(config);
  const { stdout, status } = await run("rules", "project");
  expect(status).toBe(0);
  expect(stdout).toMatch(/^code +severity +why\n/);
  expect(stdout).toMatch(/^skipped-file +error +project\/toolsetc\.yaml:3$/m);
  expect(stdout).toMatch(/^ces-mcp-stdio +off +runs only with --profile ces$/m);
  expect(stdout).toMatch(/^description-too-short +off +runs only if `rules` sets its\s+severity$/m);
});

test("`rules` with an invalid configuration is an error", async () => {
  configure("rules: [a]\n");
  const { status, stderr, stdout } = await run("rules", "project");
  expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
  expect(stderr).toContain("toolsetc.yaml:1");
});

function configure(text: string): void {
  writeFileSync(join(folder, "project/toolsetc.yaml"), text);
}

function run(...args: string[]) {
  return runCommand(args, { cwd: folder });
}

test("`explain` in a folder of several projects lists each code once, and again only where the projects differ", async () => {
  const put = (path: string, text: string) => {
    mkdirSync(join(folder, "several", path), { recursive: true });
    writeFileSync(join(folder, "several", path, "toolsetc.yaml"), text);
  };
  put("a", "targets: []\n");
  put("b", "targets: []\nrules: { skipped-file: error }\n");
  put("c", "targets: []\n");
  const { status, stdout } = await run("explain", "several");
  expect({ status, stdout }).toMatchObject({ status: 0, stdout: expect.stringMatching(/\n\n3 projects\n$/) });
  expect(stdout.match(/^syntax-error .*/gm)).toEqual([expect.stringMatching(/ error +default/)]);
  expect(stdout.match(/^skipped-file .*/gm)).toEqual([
    expect.stringMatching(/ note +default, in several\/a and/),
    expect.stringMatching(/ error +several\/b\/toolsetc.yaml:2, in/),
  ]);
  const { rules } = JSON.parse((await run("explain", "several", "--format", "json")).stdout);
  const of = (name: string) => rules.filter(({ code }: { code: string }) => code === name);
  expect(of("syntax-error")).toEqual([expect.objectContaining({ projects: ["several/a", "several/b", "several/c"] })]);
  expect(of("skipped-file").map(({ projects }: { projects: unknown }) => projects)).toEqual([["several/a", "several/c"], ["several/b"]]);
  put("c", "targets: []\nrules: { skipped-file: loud }\n");
  const broken = await run("explain", "several");
  expect(broken).toMatchObject({ status: 2, stdout: expect.stringMatching(/\n2 of 3 projects\n$/) });
  expect(broken.stderr).toContain("several/c/toolsetc.yaml:2");
});
