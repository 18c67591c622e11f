import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Readable, Writable } from "node:stream";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { writeFifty } from "../bench/fifty.mjs";
import { filesIn, toolsetc } from "../example-project.ts";
import { isLong } from "../long.ts";
import { runCommand, startCommand } from "../run-command.ts";
import { program } from "./serving.ts";

const folder = realpathSync(mkdtempSync(join(tmpdir(), "toolsetc-watch-")));
const root = join(folder, "project");
const files = {
  "toolsetc.yaml": "targets: [{ target: typescript, out: generated }]\n",
  "environment.json": '{ "toolsets": { "shop": { "openApiToolset": { "url": "https://one.example" } } } }\n',
  "shop/shop.yaml": "displayName: shop\nopenApiToolset:\n  openApiSchema: ./shop.openapi.yaml\n  url: $env_var\n",
  "shop/shop.openapi.yaml":
    'openapi: 3.0.3\ninfo: { title: shop, version: "1" }\nservers: [{ url: https://shop.example }]\npaths:\n  /it: { get: { operationId: get_it, summary: Get it, responses: { "200": { description: It. } } } }\n',
};

interface Watching {
  /** Sends a signal, and gives the exit code. */
  readonly end: (signal: "SIGINT" | "SIGTERM") => Promise<number | null>;
}

let watching: Watching | undefined;
let output = "";

beforeEach(() => {
  rmSync(root, { recursive: true, force: true });
  for (const [path, text] of Object.entries(files)) put(path, text);
});
afterEach(async () => {
  await watching?.end("SIGTERM");
  watching = undefined;
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Moves the file into place: on a busy machine, a file that is written in place is also seen while it is empty. */
function put(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(folder, "next"), text);
  renameSync(join(folder, "next"), join(root, path));
}

/** Starts the command in this process, and waits until it watches. */
async function watch(...args: string[]): Promise<void> {
  output = "";
  const stream = () =>
    new Writable({
      decodeStrings: false,
      write: (text: string, _encoding, done) => {
        output += text;
        done();
      },
    });
  const streams = { stdin: Readable.from([]), stdout: stream(), stderr: stream() };
  const { ended, signal } = startCommand(["compile", "-w", ...args], { cwd: root, env: process.env }, streams);
  watching = {
    end: (name) => {
      signal(name);
      return ended;
    },
  };
  await said(isWatching);
}

/** Starts the built program. */
async function watchWithProgram(): Promise<void> {
  output = "";
  const child = spawn(process.execPath, [program, "compile", "-w"], { cwd: root });
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text: string) => (output += text));
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  watching = {
    end: (name) => {
      child.kill(name);
      return ended;
    },
  };
  await said(isWatching);
}

const isWatching = /^Watching \d+ files(?: of \S+)?\. Press Ctrl\+C to end\.$/m;

/** Waits for a text in the output, and takes out what was printed up to it. */
async function said(expected: RegExp): Promise<string> {
  const end = Date.now() + 50_000;
  for (;;) {
    const match = expected.exec(output);
    if (match !== null) {
      const before = output.slice(0, match.index + match[0].length);
      output = output.slice(before.length);
      return before;
    }
    if (Date.now() > end) throw new Error(`${expected} was not printed, but: ${output}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const generated = (path: string) => readFileSync(join(root, "generated", path), "utf8");
const line = (path: string, rest: string) => new RegExp(`^\\d\\d:\\d\\d:\\d\\d ${path}: ${rest}$`, "m");
const clean = "\\d+ files? written in \\d+\\.\\d\\d s; 0 errors, \\d+ warnings?";

describe("`compile --watch`", () => {
  test("compiles again after a change of each kind of file, and prints one line", async () => {
    await watch();
    put("shop/shop.yaml", files["shop/shop.yaml"].replace("displayName: shop", "displayName: shop\ndescription: A shop."));
    expect(await said(line("shop/shop.yaml", clean))).toMatch(/^\n\S+ \S+ 1 file written in [^\n]*$/);
    expect(generated("toolsets/shop/toolset.json")).toContain("A shop.");

    put("shop/shop.openapi.yaml", files["shop/shop.openapi.yaml"].replace("get_it", "fetch_it"));
    await said(line("shop/shop\\.openapi\\.yaml", clean));
    expect(generated("toolsets/shop/tools/it.ts")).toContain("export const fetchIt: ");

    put("environment.json", files["environment.json"].replace("one", "two"));
    await said(line("environment\\.json", clean));
    expect(generated("toolsets/shop/toolset.json")).toContain("two.example");

    put("toolsetc.yaml", files["toolsetc.yaml"].replace("typescript,", "typescript, emit: js,"));
    await said(line("toolsetc\\.yaml", clean));
    expect(existsSync(join(root, "generated/index.js"))).toBe(true);
  });

  test("runs a rule in a file again after the rule has changed", async () => {
    const rule = (word: string) =>
      `export default { version: 1, summary: "all", help: "None.", tool: ({ tool }) => [{ message: "${word} " + tool.id }] };\n`;
    put("rules/a-rule.mjs", rule("First"));
    put("toolsetc.yaml", "targets: [{ target: typescript, out: generated }]\nruleFiles: [rules/a-rule.mjs]\nrules: { a-rule: error }\n");
    await watch("--allow-code");
    put("rules/a-rule.mjs", rule("Second"));
    await said(/error\[a-rule\]: Second get_it/);
  });

  test("compiles the final content of a file that is written in place", async () => {
    await watch();
    writeFileSync(join(root, "environment.json"), files["environment.json"].replace("one", "two"));
    // Perhaps after a line about the file while it was empty.
    await said(line("environment\\.json", clean));
    expect(generated("toolsets/shop/toolset.json")).toContain("two.example");
  });

  test("notices new and removed files, also in new folders", async () => {
    await watch();
    put("more/deep/more.yaml", "displayName: more\nclientFunctionToolset: { functions: [{ name: f, description: Does it well. }] }\n");
    await said(line("more/deep/more\\.yaml", "[1-9]\\d* files written in .*"));
    expect(generated("index.ts")).toContain("more");
    rmSync(join(root, "more"), { recursive: true });
    await said(line("more/deep/more\\.yaml", "[1-9]\\d* files written in .*"));
    expect(generated("index.ts")).not.toContain("more");
  });

  test("goes on after a syntax error, a wrong configuration and a missing file, and shows the errors", async () => {
    await watch();
    put("shop/shop.openapi.yaml", "openapi: 3.0.3\npaths: [\n");
    expect(await said(line("shop/shop\\.openapi\\.yaml", "0 files written in .* s; [1-9]\\d* errors?, \\d+ warnings?"))).toContain(
      "error[",
    );
    put("toolsetc.yaml", "root: elsewhere\n");
    await said(/toolsetc\.yaml is not in the folder "elsewhere"/);
    put("toolsetc.yaml", files["toolsetc.yaml"]);
    await said(line("toolsetc\\.yaml", ".* s; [1-9]\\d* errors?, \\d+ warnings?"));
    rmSync(join(root, "shop/shop.openapi.yaml"));
    await said(/ [1-9]\d* errors?, /);
    put("shop/shop.openapi.yaml", files["shop/shop.openapi.yaml"].replace("It.", "One."));
    await said(/ 0 errors, \d+ warnings?\n/);
  });

  test("notices files that editors move into place, again and again", async () => {
    await watch();
    for (const word of ["One", "Two", "Three"]) {
      put("shop/.shop.yaml.swp", files["shop/shop.yaml"].replace("displayName: shop", `displayName: shop\ndescription: ${word}.`));
      renameSync(join(root, "shop/.shop.yaml.swp"), join(root, "shop/shop.yaml"));
      await said(line("shop/shop\\.yaml", clean));
      expect(generated("toolsets/shop/toolset.json")).toContain(`${word}.`);
    }
  });

  test("writes reports that also count the toolsets which it restores", async () => {
    put("tool.yaml", "displayName: more\nclientFunctionToolset: { functions: [{ name: f, description: Does it well. }] }\n");
    // Beside the project: a new file in it could belong to every toolset, so none would be restored.
    await watch("--report", "json=../report.json");
    const summary = () => (JSON.parse(readFileSync(join(folder, "report.json"), "utf8")) as { summary: unknown }).summary;
    const before = summary();
    expect(before).toMatchObject({ toolsets: 2, tools: 2 });
    put("tool.yaml", "displayName: more\nclientFunctionToolset: { functions: [{ name: f, description: Does it better. }] }\n");
    await said(line("tool\\.yaml", clean));
    expect(summary()).toEqual(before);
  });

  test("prints nothing if nothing that it reads has changed", async () => {
    await watch();
    put("shop/.notes", "Not read.");
    // Time enough for a build, which must not be reported.
    await new Promise((resolve) => setTimeout(resolve, 500));
    put("shop/shop.yaml", files["shop/shop.yaml"]);
    put("environment.json", files["environment.json"].replace("one", "two"));
    expect(await said(line("environment\\.json", clean))).toMatch(/^\n\S+ environment\.json: [^\n]*$/);
  });

  test.each(["SIGINT", "SIGTERM"] as const)("exits with 0 after %s", async (signal) => {
    await watch();
    expect(await watching?.end(signal)).toBe(0);
  });

  test("exits with 0 after a signal, as the built program", async () => {
    await watchWithProgram();
    expect(await watching?.end("SIGTERM")).toBe(0);
  });

  test.runIf(isLong)(
    "writes for a project with fifty toolsets what a compilation without stored results writes",
    {
      timeout: 120_000,
    },
    async () => {
      rmSync(root, { recursive: true });
      const { all } = writeFifty(root);
      await watch("fifty");
      const path = join(all, "toolsets/t7/t7.openapi.json");
      writeFileSync(path, readFileSync(path, "utf8").replaceAll("list_things_3", "find_things_3"));
      await said(line("fifty/toolsets/t7/t7\\.openapi\\.json", clean));
      expect(readFileSync(join(all, "generated/toolsets/t7/toolset.json"), "utf8")).toContain("find_things_3");
      const definition = join(all, "toolsets/t9/t9.yaml");
      writeFileSync(definition, readFileSync(definition, "utf8").replace("displayName: t9", "displayName: nine"));
      await said(line("fifty/toolsets/t9/t9\\.yaml", clean));
      expect(readFileSync(join(all, "generated/index.ts"), "utf8")).toContain("nine");
      await watching?.end("SIGINT");
      const fresh = join(folder, "fresh");
      expect(toolsetc(["compile", "fifty", "--out", fresh], { cwd: root }).status).toBe(0);
      expect(filesIn(join(all, "generated"))).toEqual(filesIn(fresh));
    },
  );

  test("compiles only the changed project of a folder, and all for a file that they share", async () => {
    rmSync(root, { recursive: true });
    mkdirSync(join(root, ".git"), { recursive: true });
    put("base.yaml", files["toolsetc.yaml"]);
    for (const name of ["a", "b"]) {
      put(`${name}/toolsetc.yaml`, "extends: ../base.yaml\n");
      put(`${name}/shop/shop.yaml`, files["shop/shop.yaml"].replace("  url: $env_var\n", ""));
      put(`${name}/shop/shop.openapi.yaml`, files["shop/shop.openapi.yaml"]);
    }
    await watch();
    await said(/^Watching \d+ files of b\. Press Ctrl\+C to end\.$/m);
    const written = (name: string, path: string) => readFileSync(join(root, name, "generated", path), "utf8");
    put("a/shop/shop.openapi.yaml", files["shop/shop.openapi.yaml"].replace("get_it", "fetch_it"));
    await said(line("a/shop/shop\\.openapi\\.yaml", clean));
    expect(written("a", "toolsets/shop/toolset.json")).toContain("fetch_it");
    expect(written("b", "toolsets/shop/toolset.json")).toContain("get_it");
    put("base.yaml", files["toolsetc.yaml"].replace("typescript,", "typescript, emit: js,"));
    await said(line("base\\.yaml", clean));
    await said(line("base\\.yaml", clean));
    for (const name of ["a", "b"]) expect(existsSync(join(root, name, "generated/index.js"))).toBe(true);
    expect(await watching?.end("SIGINT")).toBe(0);
  });

  test.each([
    [["--check"], "--watch writes the output, and --check only compares it."],
    [["--format", "json"], "--watch prints only text."],
  ])("refuses %j", async (args, message) => {
    const { status, stderr } = await runCommand(["compile", "--watch", ...args], { cwd: root });
    expect(status).toBe(2);
    expect(stderr).toContain(message);
  });
});
