import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { createProgram } from "../../src/cli/program.ts";
import { formatNames } from "../../src/findings/formats/format-names.ts";
import { isLong, pairsOf } from "../long.ts";
import { runCommand } from "../run-command.ts";
import { commit, document, folder, narrower, put, read, useRepository } from "./git-project.ts";

// A finding in every command: a status that no response can have, output that is not written, and a maximum that was lowered.
const shop = "services/shop";
const invalid = (text: string) => text.replace('"200"', '"99"');

/** The formats for a reader who works in the folder in which the command runs. All others are read elsewhere. */
const terminalFormats = ["text", "agent"];

/** The commands that write reports. A new one is in this list without further ado. */
const commands = createProgram()
  .commands.filter(({ options }) => options.some(({ long }) => long === "--report"))
  .map((each) => each.name());

function fill(project: string): void {
  put(`${project}/toolsetc.yaml`, "targets: [{ target: mcp, out: tools }]\n");
  put(`${project}/shop.yaml`, "displayName: shop\nopenApiToolset:\n  openApiSchema: ./api.yaml\n");
  put(`${project}/api.yaml`, invalid(document));
}

function narrow(project: string): void {
  put(`${project}/api.yaml`, invalid(narrower));
}

const argumentsOf = (command: string) => [command, ...(["ci", "breaking"].includes(command) ? ["--against", "HEAD"] : [])];
const runIn = (cwd: string, args: readonly string[], env = {}) =>
  runCommand(args, { cwd: join(folder, cwd), env: { ...env, PATH: process.env["PATH"] } });

/** Every path of a file named `api.yaml` in a text, in which a format may have escaped its characters. */
function pathsIn(text: string): string[] {
  const plain = text.replaceAll(/&#(\d+);/g, (_all, code: string) => String.fromCodePoint(Number(code))).replaceAll("\\", "");
  return [...new Set(plain.match(/[\w./-]*api\.yaml/g) ?? [])].sort();
}

useRepository(() => {
  fill(shop);
  commit("The shop.");
  narrow(shop);
});

test.each(pairsOf(commands, formatNames))(
  "`%s` in a folder of a repository prints paths from the root in the format %s, and else from the folder",
  async (command, format) => {
    const { stdout } = await runIn(shop, [...argumentsOf(command), "--format", format, "--report", `${format}=report.out`]);
    expect(pathsIn(stdout)).toEqual([terminalFormats.includes(format) ? "api.yaml" : `${shop}/api.yaml`]);
    // A file is read by someone else, or in another folder.
    expect(pathsIn(read(`${shop}/report.out`))).toEqual([`${shop}/api.yaml`]);
  },
);

test("outdated files have paths from the root of the repository, which the member `root` of JSON leads to", async () => {
  const { stdout } = await runIn(shop, ["ci", "--format", "json"]);
  expect(JSON.parse(stdout)).toMatchObject({ root: "../..", diagnostics: [{ file: `${shop}/api.yaml` }] });
  await runIn(shop, ["compile"]);
  rmSync(join(folder, shop, "tools/shop.tools.json"));
  const checked = JSON.parse((await runIn(shop, ["compile", "--check", "--format", "json"])).stdout);
  expect(checked.drift).toMatchObject([{ path: `${shop}/tools/shop.tools.json`, change: "missing" }]);
});

test("outside of a Git repository, paths are from the folder of the CI job, or else the working directory", async () => {
  rmSync(join(folder, ".git"), { recursive: true });
  const files = async (env: object) => {
    const { stdout } = await runIn(shop, ["validate", "--format", "gitlab"], env);
    return [...new Set(JSON.parse(stdout).map(({ location }: { location: { path: string } }) => location.path))];
  };
  expect(await files({})).toEqual(["api.yaml"]);
  expect(await files({ GITHUB_WORKSPACE: folder })).toEqual([`${shop}/api.yaml`]);
  expect(await files({ CI_PROJECT_DIR: folder })).toEqual([`${shop}/api.yaml`]);
  // A folder that does not contain the working directory is not the root.
  mkdirSync(join(folder, "other"));
  expect(await files({ CI_PROJECT_DIR: join(folder, "other") })).toEqual(["api.yaml"]);
});

describe("a report about a folder of projects", () => {
  const other = "services/stock";
  beforeEach(() => {
    fill(shop);
    fill(other);
    commit("The stock.");
    narrow(other);
    narrow(shop);
  });

  test.each(commands.filter((command) => command !== "breaking"))("by `%s` is one for all projects in each format", async (command) => {
    const reports = formatNames.flatMap((format) => ["--report", `${format}=all.${format}`]);
    const paths = (base: string) => [`${base}shop/api.yaml`, `${base}stock/api.yaml`];
    for (const format of isLong ? formatNames : (["agent", "sarif"] as const)) {
      const { status, stdout } = await runIn("services", [...argumentsOf(command), "--format", format, ...reports.splice(0)]);
      expect({ command, format, status }).toEqual({ command, format, status: command === "ci" ? 1 : 0 });
      if (format !== "text") expect(pathsIn(stdout)).toEqual(paths(terminalFormats.includes(format) ? "" : "services/"));
      if (["json", "sarif", "gitlab"].includes(format)) JSON.parse(stdout);
    }
    for (const format of formatNames) expect(pathsIn(read(`services/all.${format}`)), format).toEqual(paths("services/"));
  });

  test("has different fingerprints for findings in files of equal names, from any working directory", async () => {
    const fingerprints = async (cwd: string, ...args: string[]) => {
      const { stdout } = await runIn(cwd, ["validate", ...args, "--format", "gitlab"]);
      return JSON.parse(stdout).map(({ fingerprint }: { fingerprint: string }) => fingerprint);
    };
    const found = await fingerprints(".");
    expect(new Set(found).size).toBe(2);
    expect(await fingerprints("services")).toEqual(found);
  });

  test("by `ci` in JSON has the checks of each project", async () => {
    const { stdout } = await runIn(".", ["ci", "--format", "json", "--against", "HEAD"]);
    const { projects, summary } = JSON.parse(stdout);
    expect(summary).toMatchObject({ toolsets: 2, tools: 2 });
    expect(projects).toMatchObject([
      { project: shop, exitCode: 1, checks: [{ name: "validate" }, {}, {}, { name: "breaking", state: "failed" }] },
      { project: other, exitCode: 1, checks: [{ name: "validate" }, {}, {}, { name: "breaking", state: "failed" }] },
    ]);
  });

  test("has the findings of the others if one project cannot be opened", async () => {
    put(`${shop}/toolsetc.yaml`, "root: ../stock\n");
    const { status, stdout, stderr } = await runIn(".", ["validate", "--format", "gitlab"]);
    expect(status).toBe(2);
    expect(stderr).toContain("services/shop: ");
    expect(pathsIn(stdout)).toEqual([`${other}/api.yaml`]);
  });

  test("passes a project that the base does not have", async () => {
    fill("services/new");
    const { stdout } = await runIn(".", ["ci", "--format", "json", "--against", "HEAD"]);
    const [added] = JSON.parse(stdout).projects;
    expect(added).toMatchObject({ project: "services/new", exitCode: 0, checks: [{}, {}, {}, { name: "breaking", state: "passed" }] });
  });
});
