import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, sep } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { example, project as repository, toolsetc } from "../example-project.ts";
import { isLong } from "../long.ts";
import { runCommand } from "../run-command.ts";
import { program } from "./serving.ts";

const folder = realpathSync(mkdtempSync(join(tmpdir(), "toolsetc-inputs-")));
const root = join(folder, "repository");
afterAll(() => rmSync(folder, { recursive: true }));

function put(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

cpSync(example, join(root, "toolsets"), { recursive: true });
put("tsconfig.json", '{ "extends": "./base.json" }\n');
put("base.json", '{ "compilerOptions": { "module": "nodenext" } }\n');
put("secret.txt", "The project has no use for it.");
put("toolsets/notes.md", "Nor for this.");
put("toolsets/parts/date.yaml", "type: string\n");
put(
  "toolsets/refers.yaml",
  'displayName: refers\nopenApiToolset:\n  openApiSchema:\n    openapi: 3.1.0\n    info: { title: T, version: "1" }\n    servers: [{ url: https://api.example }]\n    paths: { /x: { get: { operationId: x, parameters: [{ name: d, in: query, schema: { $ref: parts/date.yaml } }], responses: { "200": { description: OK } } } } }\n',
);

async function inputs(cwd: string, ...args: string[]): Promise<string[]> {
  const { status, stdout, stderr } = await runCommand(["inputs", ...args], { cwd: join(root, cwd) });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  return stdout.split("\n").filter((line) => line !== "");
}

describe("the command `inputs`", () => {
  test("lists definitions, documents with their references, environments, snapshots and tsconfig.json, sorted", async () => {
    const files = await inputs(".", "toolsets");
    expect(files).toEqual([...files].sort());
    expect(files).toEqual(
      expect.arrayContaining([
        "base.json",
        "toolsets/environments/prod.json",
        "toolsets/parts/date.yaml",
        "toolsets/snapshots/everything.tools.json",
        "toolsets/toolsetc.yaml",
        "toolsets/travel_desk/agents/Travel_Planner/Travel_Planner.yaml",
        "toolsets/weather.openapi.yaml",
        "toolsets/weather.yaml",
        "tsconfig.json",
      ]),
    );
    expect(files.filter((path) => /notes|secret|generated/.test(path) || !existsSync(join(root, path)))).toEqual([]);
  });

  test("prints paths from the working directory, the same in text and JSON", async () => {
    const files = await inputs("toolsets");
    expect(files).toContain("weather.yaml");
    expect(files).toContain("../tsconfig.json");
    const { stdout } = await runCommand(["inputs", "--format", "json"], { cwd: join(root, "toolsets") });
    expect(JSON.parse(stdout)).toEqual({ formatVersion: "1.0", files });
  });

  test("prints a document and what it refers to with --openapi", async () => {
    put("bare/api.yaml", readFileSync(join(root, "toolsets/weather.openapi.yaml"), "utf8"));
    expect(await inputs("bare", "--openapi", "api.yaml")).toEqual(["../base.json", "../tsconfig.json", "api.yaml"]);
  });
});

const hasStrace = spawnSync("strace", ["-o", "/dev/null", "true"]).status === 0;

/** What a command does, as the operating system sees it. */
interface Trace {
  readonly status: number | null;
  /** The files and folders of the machine that were opened to be read. */
  readonly opened: readonly string[];
  readonly written: readonly string[];
  /** Programs that were started, and connections of the network. */
  readonly others: readonly string[];
}

/** Runs the built command by `strace`, without a home folder, with neither git nor anything else to start, and without a cache. */
function traced(...args: string[]): Trace {
  const log = join(folder, "strace.log");
  const calls =
    "open,openat,openat2,creat,mkdir,mkdirat,rename,renameat,renameat2,unlink,unlinkat,rmdir,link,symlink,symlinkat,execve,connect,bind,sendto";
  const env = ["PATH=/nowhere", "HOME=/nowhere", "XDG_CACHE_HOME=/dev/null"].flatMap((each) => ["-E", each]);
  const options = ["-f", "-s", "4096", "-e", `trace=${calls}`, ...env, "-o", log];
  const { status } = spawnSync("strace", [...options, process.execPath, program, ...args], { cwd: root });
  const lines = readFileSync(log, "utf8")
    .split("\n")
    .map((line) => line.replace(/^\d+ +/, ""));
  const done = lines.filter((line) => /^\w+\(/.test(line) && !/ = -1 E/.test(line));
  const opens = done.filter((line) => /^(open|openat|openat2|creat)\(/.test(line));
  const isWrite = (line: string) => /O_WRONLY|O_RDWR|O_CREAT/.test(line) || line.startsWith("creat(");
  const changes = done.filter((line) => /^(mkdir|rename|unlink|rmdir|link|symlink)/.test(line));
  return {
    status,
    opened: opens.filter((line) => !isWrite(line)).flatMap(pathsIn),
    written: [...opens.filter(isWrite), ...changes].flatMap(pathsIn),
    others: [...done.filter((line) => line.startsWith("execve(")).slice(1), ...lines.filter((line) => /sa_family=AF_INET/.test(line))],
  };
}

/** Of a call that makes a symbolic link, the target too. */
function pathsIn(line: string): string[] {
  return [...line.matchAll(/"([^"]*)"/g)].map(([, path = ""]) => (path.startsWith("/") ? path : join(root, path)));
}

const isBelow = (path: string, parent: string) => path === parent || path.startsWith(parent + sep);

describe.skipIf(!hasStrace)("as strace records it (needs strace)", () => {
  const commands = [
    ["compile", ["compile", "toolsets"]],
    ["validate", ["validate", "toolsets"]],
  ] as const;
  // By default the one that does more.
  test.each(isLong ? commands : commands.slice(0, 1))(
    "`%s` reads only its inputs, starts nothing, connects to nothing, and writes only into the output",
    async (command, args) => {
      const { status, opened, written, others } = traced(...args);
      expect(status).toBe(0);
      const out = join(root, "generated");
      const files = opened
        .filter((path) => isBelow(path, root) && !isBelow(path, out) && !isFolder(path))
        .map((path) => relative(root, path));
      const listed = await inputs(".", "toolsets");
      // `validate` has no use for the form of imports.
      const expected = command === "compile" ? listed : listed.filter((path) => path.includes("/"));
      expect([...new Set(files)].sort()).toEqual(expected);
      // Besides the program itself: what Node and the system's libraries read at their start.
      const own = ["dist", "node_modules", "package.json"].map((name) => join(realpathSync(repository), name));
      const system = ["/etc", "/lib", "/lib64", "/usr", "/proc", "/sys", "/dev", dirname(dirname(realpathSync(process.execPath)))];
      const allowed = (path: string) => [root, ...own, ...system].some((each) => isBelow(path, each));
      expect(opened.filter((path) => !allowed(path))).toEqual([]);
      expect(others).toEqual([]);
      expect(written.filter((path) => !isBelow(path, out) && !path.startsWith("/dev/"))).toEqual([]);
      expect(written.length > 10).toBe(command === "compile");
    },
  );

  test("a program's reads, writes, processes and connections are all in the record", () => {
    symlinkSync("/bin/true", join(folder, "true"));
    const script = join(folder, "script.mjs");
    writeFileSync(
      script,
      `import { execFileSync } from "node:child_process"; import { connect } from "node:net"; import { readFileSync, writeFileSync } from "node:fs";
      readFileSync("secret.txt"); writeFileSync("${folder}/elsewhere", ""); execFileSync("${folder}/true"); connect(9, "127.0.0.1").on("error", () => {});`,
    );
    const log = join(folder, "control.log");
    spawnSync("strace", ["-f", "-o", log, process.execPath, script], { cwd: root });
    const text = readFileSync(log, "utf8");
    for (const call of [/openat\(.*"secret\.txt", O_RDONLY/, /openat\(.*elsewhere", O_WRONLY/, /execve\(".*\/true"/, /connect\(.*AF_INET/])
      expect(text).toMatch(call);
  });
});

test("`compile` works for a user without a home folder", () => {
  // What `os.homedir` does in a container whose user has no entry in /etc/passwd.
  const preload = join(folder, "no-home.mjs");
  writeFileSync(
    preload,
    `import os from "node:os"; import { syncBuiltinESMExports } from "node:module";
    os.homedir = () => { throw new Error("uv_os_homedir returned ENOENT"); }; syncBuiltinESMExports();`,
  );
  const { status, stderr } = toolsetc(["compile", "toolsets"], { cwd: root, preload, env: { XDG_CACHE_HOME: "" } });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
});

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
