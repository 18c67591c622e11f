import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, parse } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createProgram } from "../../src/cli/program.ts";
import { runCommand } from "../run-command.ts";

const outer = realpathSync(mkdtempSync(join(tmpdir(), "toolsetc-root-limit-")));
const project = "repository/packages/a";

beforeEach(() => {
  put("private/notes.yaml", "displayName: private\nclientFunction: { name: private }\n");
  put(`${project}/a.yaml`, "displayName: a\nclientFunction: { name: a, description: Does a thing for the test of roots. }\n");
  mkdirSync(join(outer, "repository/.git"), { recursive: true });
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(outer, { recursive: true });
  mkdirSync(outer);
});
afterAll(() => rmSync(outer, { recursive: true }));

function put(path: string, text: string): void {
  mkdirSync(dirname(join(outer, path)), { recursive: true });
  writeFileSync(join(outer, path), text);
}

const configure = (root: string) => put(`${project}/toolsetc.yaml`, `root: ${root}\ndefinitions: .\n`);
const run = (...args: string[]) => runCommand(args, { cwd: join(outer, project) });

/** The arguments that a command requires to open the project of the working directory. */
const required: { readonly [command: string]: readonly string[] } = {
  show: ["a"],
  call: ["a"],
  login: ["a"],
  logout: ["a"],
  catalog: ["--out", "tools.html"],
  export: ["--to", "dev.json"],
};
const withoutProject = ["explain", "lsp", "schema", "completion"];

describe("a `root` above the Git repository", () => {
  const commands = createProgram()
    .commands.map((command) => command.name())
    .filter((name) => !withoutProject.includes(name) && name !== "help");

  test.each(commands)("is refused by `%s`, which reads nothing", async (name) => {
    configure("../../..");
    const { status, stdout, stderr } = await run(name, ...(required[name] ?? []));
    expect(stderr).toContain(`toolsetc.yaml: the root "../../.." is above the Git repository "${join(outer, "repository")}"`);
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
  });

  test.each(commands)("is accepted by `%s` with --allow-root", async (name) => {
    configure("../../..");
    const { stderr } = await run(name, ...(required[name] ?? []), "--allow-root", outer);
    expect(stderr).not.toContain("above the Git repository");
    expect(stderr).not.toContain("unknown option");
  });

  test("is refused if --allow-root names a smaller folder", async () => {
    configure("../../..");
    expect((await run("validate", "--allow-root", "../..")).status).toBe(2);
  });

  test("is refused if only the base of a comparison has it", async () => {
    configure("../..");
    put("repository/packages/base/toolsetc.yaml", "root: ../../..\n");
    const { status, stderr } = await run("breaking", "--against", "../base");
    expect(stderr).toContain("is above the Git repository");
    expect(status).toBe(2);
  });
});

test("a `root` that is the root of the Git repository needs no flag", async () => {
  configure("../..");
  expect((await run("validate")).status).toBe(0);
});

describe("a `root` outside of any Git repository", () => {
  beforeEach(() => rmSync(join(outer, "repository/.git"), { recursive: true }));

  test("that is a folder above needs no flag", async () => {
    configure("../../..");
    expect((await run("validate")).status).toBe(0);
  });

  test.each([
    ["the home folder", ".."],
    ["a folder above the home folder", "../../.."],
  ])("that is %s needs a flag", async (_name, root) => {
    vi.stubEnv("HOME", join(outer, "repository/packages"));
    configure(root);
    const { status, stderr } = await run("validate");
    expect(stderr).toContain(`the root "${root}" contains your home folder`);
    expect(status).toBe(2);
    expect((await run("validate", "--allow-root", root)).status).toBe(0);
  });

  test("that is the root of the file system needs a flag", async () => {
    vi.stubEnv("HOME", join(outer, "private"));
    const { root } = parse(outer);
    configure(JSON.stringify(root));
    const { status, stderr } = await run("validate");
    expect(stderr).toContain(`the root ${JSON.stringify(root)} contains`);
    expect(status).toBe(2);
  });
});

test("a project in the home folder itself needs no flag", async () => {
  vi.stubEnv("HOME", join(outer, project));
  put(`${project}/toolsetc.yaml`, "definitions: .\n");
  expect((await run("validate")).status).toBe(0);
});
