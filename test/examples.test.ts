import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { toolsetFoldersOf } from "../src/cli/build/output-folders.ts";
import { version } from "../src/cli/version.ts";
import { compile } from "../src/compile.ts";
import { createHost } from "../src/host/disk.ts";
import { importRule } from "../src/host/import-rule.ts";
import { checkFolder } from "../src/host/output/check.ts";
import { writeFolder } from "../src/host/output/write.ts";
import type { Host } from "../src/project/load.ts";
import { isGenerated } from "../src/targets/is-generated.ts";
import { optionsOf } from "./compile-texts.ts";
import { wordsOf } from "./documentation/check-commands.ts";
import { stepsOf } from "./package/readme-steps.mjs";
import { runCommand } from "./run-command.ts";

// What is cheap to know of the projects in examples/; `npm run test:examples` runs them. Their pages are tested with all others.
const root = join(import.meta.dirname, "..");
const update = process.env["UPDATE_GOLDEN"] === "1" && !process.env["CI"];
const names = readdirSync(join(root, "examples"), { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));

test("the folder `examples` has projects", () => {
  expect(names.length).toBeGreaterThan(2);
});

describe.each(names)("the project examples/%s", (name) => {
  const folder = join(root, "examples", name);
  const { dependencies } = readPackage(folder);

  test("is valid", async () => {
    const compilation = await compile(createHost(folder), optionsOf({ importRule: ({ path }) => importRule(folder, path) }));
    expect(compilation.ungrouped).toEqual([]);
    expect(compilation.program.toolsets.length).toBeGreaterThan(0);
  });

  test("depends on this version, and on exact versions of others", () => {
    expect(dependencies["toolsetc"]).toBe(readPackage(root).version);
    expect(Object.values(dependencies).filter((version) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
  });
});

// Steps that need no installed package, and no code of the example.
const steps = names.flatMap((name) =>
  stepsOf(readFileSync(join(root, "examples", name, "README.md"), "utf8"))
    .filter(({ commands, output }) => output !== "" && !/^npm|--allow-code/.test(commands.at(-1) ?? ""))
    .map(({ commands, output }) => ({ name, output, own: commands.filter((command) => command.startsWith("npx toolsetc ")) })),
);

test("steps of several examples run without installed packages", () => {
  expect(new Set(steps.map(({ name }) => name)).size).toBeGreaterThan(1);
});

test.each(steps)("the README of examples/$name shows what $own prints", async ({ name, output, own }) => {
  const copy = mkdtempSync(join(tmpdir(), "toolsetc-example-"));
  try {
    cpSync(join(root, "examples", name), copy, { recursive: true, filter: (path) => !path.includes("node_modules") });
    let printed = "";
    for (const command of own) {
      const { status, stdout, stderr } = await runCommand(wordsOf(command).slice(2), { cwd: copy, isWrapped: true });
      expect({ status, stderr: status === 0 ? "" : stderr }).toEqual({ status: 0, stderr: "" });
      printed += stdout + stderr;
    }
    expect(printed).toContain(output);
  } finally {
    rmSync(copy, { recursive: true });
  }
});

const compiled = names.filter((name) => readdirSync(join(root, "examples", name)).includes("generated"));

// `npm run test:update` writes it anew.
test.each(compiled)("examples/%s has the output that the compiler writes", async (name) => {
  const folder = join(root, "examples", name);
  // The command line takes this from the package.json of the example, which names toolsetc alone.
  const targetDefaults = () => ({ runtime: "toolsetc/runtime" });
  const { outputs } = await compile(createHost(folder), { ...optionsOf(), targetDefaults });
  for (const made of outputs) {
    const { out, files } = made;
    const output = {
      root: folder,
      out: resolve(folder, out),
      files,
      toolsetFolders: toolsetFoldersOf(made),
      extent: "whole",
      isGenerated,
      mayContain: "nothing",
      compiler: version,
    } as const;
    if (update) writeFolder(output);
    expect(checkFolder(output)).toEqual([]);
  }
});

function readPackage(folder: string): { version: string; dependencies: { readonly [name: string]: string } } {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
}

describe("the policy in examples/policy", () => {
  const folder = join(root, "examples/policy");
  const disk = createHost(folder);

  /** The errors, and the warnings that a setting has no effect, after these changes of the project. */
  async function findingsWith(changes: readonly (readonly [file: string, from: string | RegExp, to: string])[]): Promise<string[]> {
    const read: Host["read"] = async (path, reach) => {
      const content = await disk.read(path, reach);
      const own = changes.filter(([file]) => file === path);
      if (typeof content === "string" || own.length === 0) return content;
      const text = new TextDecoder().decode(content);
      const changed = own.reduce((former, [, from, to]) => former.replace(from, to), text);
      expect(changed).not.toBe(text);
      return new TextEncoder().encode(changed);
    };
    const options = optionsOf({ importRule: ({ path }) => importRule(folder, path) });
    const found = (await compile({ list: disk.list, read }, options)).ungrouped;
    return found.filter(({ severity }) => severity !== "note").map(({ code, severity }) => `${severity} ${code}`);
  }

  const library = "toolsets/library.yaml";
  const settings = "toolsetc.yaml";
  const violations = [
    ["acme-writes-ask", [settings, '["method:POST"]', "[]"]],
    ["clear-names", [library, "operationId: find_books", "operationId: process_books"]],
    ["insecure-server", [library, "https://library", "http://library"]],
  ] as const;

  test.each(violations)("makes this an error: %s", async (code, change) => {
    expect(await findingsWith([change])).toEqual([`error ${code}`]);
  });

  test.each(violations)("cannot be relaxed by any setting or comment of the project: %s", async (code, change) => {
    const weaker = `rules: { ${code}: "off" }\npathRules: { "*": { ${code}: note } }\noverrides:\n  library: { rules: { ${code}: "off" },`;
    const comment = `# toolsetc-ignore-file ${code}: we know\ndisplayName`;
    const found = await findingsWith([change, [settings, /overrides:\n {2}library: \{/, weaker], [library, "displayName", comment]]);
    expect(found).toContain(`error ${code}`);
    expect(found.filter((each) => each === "warning locked-setting")).toHaveLength(3);
  });

  test("has a rule that passes its own test, with the built package", () => {
    const copy = mkdtempSync(join(tmpdir(), "toolsetc-policy-"));
    try {
      cpSync(folder, copy, { recursive: true, filter: (path) => !path.includes("node_modules") });
      mkdirSync(join(copy, "node_modules"));
      symlinkSync(root, join(copy, "node_modules/toolsetc"), "dir");
      const { stdout, status } = spawnSync("npm", ["test", "--silent"], { cwd: copy, encoding: "utf8" });
      expect(stdout).toMatch(/^# pass 2$/m);
      expect(status).toBe(0);
    } finally {
      rmSync(copy, { recursive: true });
    }
  });
});
