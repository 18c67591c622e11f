import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "commander";
import ts from "typescript";
import { beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { program } from "../../src/cli/program.ts";
import { compileTexts } from "../compile-texts.ts";
import { example, filesIn } from "../example-project.ts";
import { type Block, blocks, blocksOf, root, runExamples } from "./blocks.ts";

// What the examples of the pages are about: a small shop, and the project of the repository.
const shop = filesIn(join(import.meta.dirname, "shop"));
const project = { ...shop, ...filesIn(example) };

/** What the pages of two targets say is lost. */
const losses = ["lost-in-ces", "unasked-in-dotcraft"];

test("every block is one that is checked here, or no example", () => {
  const checked = ["ts", "sh", "yaml", "json"];
  // The picture of the README and layouts of folders; what other languages do with a file is theirs.
  const others = ["", "csharp"];
  expect(blocks.filter(({ language }) => ![...checked, ...others].includes(language)).map(({ place }) => place)).toEqual([]);
});

describe("TypeScript", () => {
  test.each([...runExamples])("%s stands on a page as it is run", (_path, text) => {
    expect(blocksOf("ts").map((block) => block.text)).toContain(text);
  });

  const others = blocksOf("ts").filter(({ text }) => ![...runExamples.values()].includes(text));
  let errors: ReadonlyMap<Block, readonly string[]>;
  beforeAll(async () => {
    const copied = JSON.stringify({ targets: [{ target: "typescript", runtime: "copy", subpaths: ["ai-sdk"] }] });
    errors = typeErrors(
      others,
      new Map([...(await generatedFiles("", project)), ...(await generatedFiles("copied", { ...shop, "toolsetc.yaml": copied }))]),
    );
  }, 120_000);

  test.each(others.map((block) => [block.place, block] as const))("%s has no type errors", (_place, block) => {
    expect(errors.get(block)).toEqual([]);
  });
});

describe("YAML", () => {
  test.each(blocksOf("yaml").map((block) => [block.place, block] as const))("%s is valid", async (_place, { place, text }) => {
    const [, path] = /^# (\S+)\n/.exec(text) ?? [];
    if (path === undefined) throw new Error("It begins with a comment that names its file.");
    if (path.startsWith(".github/")) {
      const { jobs } = parse(text) as { jobs: { [name: string]: { steps: { run?: string }[] } } };
      const lines = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ run = [] }) => run));
      expect(lines).not.toEqual([]);
      return checkCommands(lines.join("\n"));
    }
    const environment = blocksOf("json").find((block) => pageOf(block) === pageOf({ place }) && isEnvironment(block));
    const texts =
      path === "toolsetc.yaml"
        ? { ...shop, [path]: text }
        : environment === undefined
          ? { ...project, [path.replace(/^toolsets\//, "")]: text }
          : { ...shop, [path.replace(/^toolsets\//, "")]: text, "environment.json": environment.text };
    const { findings, program: compiled } = await compileTexts(texts);
    const wrong = findings.filter(({ severity, code }) => severity !== "note" && !losses.includes(code));
    expect(wrong.map(({ code, message }) => `${code}: ${message}`)).toEqual([]);
    expect(compiled.toolsets.length).toBeGreaterThan(0);
  });
});

describe("JSON", () => {
  test.each(blocksOf("json").map((block) => [block.place, block] as const))("%s is valid", (_place, block) => {
    const { text } = block;
    const value = JSON.parse(text);
    if (value.mcpServers !== undefined) {
      for (const { command, args } of Object.values<{ command: string; args: string[] }>(value.mcpServers))
        checkCommand([command, ...args]);
    } else if (isEnvironment(block)) {
      // It is checked with the definition on its page.
      expect(blocksOf("yaml").some((other) => pageOf(other) === pageOf(block) && other.text.includes("$env_var"))).toBe(true);
    } else {
      const { name, version } = packageJson();
      expect(value).toMatchObject({ type: "module", dependencies: { [name]: version } });
    }
  });
});

describe("shell", () => {
  test.each(blocksOf("sh").map((block) => [block.place, block] as const))("%s has known commands and flags", (_place, { text }) => {
    checkCommands(text);
  });
});

/** What `compile` writes for the project and the shop, by path. */
async function generatedFiles(folder: string, texts: { readonly [path: string]: string }): Promise<Map<string, string>> {
  const { outputs, findings } = await compileTexts(texts);
  expect(findings.filter(({ severity }) => severity === "error")).toEqual([]);
  const modules = outputs.filter(({ target }) => target === "typescript");
  return new Map(modules.flatMap(({ files }) => files.map(({ path, text }) => [join(folder, "generated", path), text])));
}

/** The errors of each block as a module beside `generated`, in a program that is only in memory. */
function typeErrors(modules: readonly Block[], generated: ReadonlyMap<string, string>): Map<Block, string[]> {
  const folder = join(root, "examples-of-pages");
  // The example with a copy of the run-time library stands beside a folder that has one.
  const paths = modules.map(({ text }, index) => join(folder, text.includes("/generated/runtime/") ? "copied" : "", `${index}.ts`));
  const files = new Map([
    ...[...generated].map(([path, text]) => [join(folder, path), text] as const),
    ...modules.map(({ text }, index) => [paths[index]!, `${text}\nexport {};\n`] as const),
  ]);
  const options = { ...compilerOptions(), noEmit: true, noUnusedLocals: false, noUnusedParameters: false };
  const host = ts.createCompilerHost(options);
  const { readFile, fileExists } = host;
  host.readFile = (path) => files.get(path) ?? readFile(path);
  host.fileExists = (path) => files.has(path) || fileExists(path);
  host.directoryExists = (path) => path.startsWith(folder) || ts.sys.directoryExists(path);
  const checked = ts.createProgram({ rootNames: [...paths, join(import.meta.dirname, "given.d.ts")], options, host });
  return new Map(
    modules.map((block, index) => {
      const source = checked.getSourceFile(paths[index]!);
      const found = [...checked.getSyntacticDiagnostics(source), ...checked.getSemanticDiagnostics(source)];
      return [block, found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"))];
    }),
  );
}

function pageOf({ place }: Pick<Block, "place">): string | undefined {
  return place.split(":")[0];
}

function isEnvironment({ text }: Block): boolean {
  return /^\{ "toolsets": /.test(text);
}

function compilerOptions(): ts.CompilerOptions {
  const { config } = ts.readConfigFile(join(root, "tsconfig.json"), ts.sys.readFile);
  return ts.parseJsonConfigFileContent({ ...config, include: [], files: ["vitest.config.ts"] }, ts.sys, root).options;
}

function checkCommands(text: string): void {
  for (const line of text.trimEnd().split("\n"))
    for (const command of line.replace(/(^| +)#.*/, "").split("&&")) if (command.trim() !== "") checkCommand(wordsOf(command));
}

/** A command of npm, or of ours with flags that it has. */
function checkCommand(words: readonly string[]): void {
  const [name, ...args] = words.filter((word) => !/^[A-Z_]+=/.test(word));
  if (name === "mkdir") return;
  if (name === "npm") {
    const [verb = "", script = ""] = args;
    const isScript = verb === "start" || verb === "test" || (verb === "run" && Object.hasOwn(packageJson().scripts, script));
    expect(isScript || ["ci", "install", "init", "pkg"].includes(verb), words.join(" ")).toBe(true);
    return;
  }
  const own = name === "toolsetc" ? args : name === "npx" && args[0] === "toolsetc" ? args.slice(1) : undefined;
  if (own === undefined) throw new Error(`"${words.join(" ")}" is no command that can be checked.`);
  parseOnly(own);
}

/** Parses the arguments as the command line does, and runs nothing. */
function parseOnly(args: readonly string[]): void {
  for (const command of program.commands) command.action(() => {});
  const silent = { writeOut: () => {}, writeErr: () => {} };
  for (const command of [program, ...program.commands] as Command[]) command.configureOutput(silent);
  program.parse(args, { from: "user" });
}

/** The words of a simple command: quotes are taken off, redirections are left out. */
function wordsOf(command: string): string[] {
  const words = command.matchAll(/(?:"(?:\$\([^)]*\)|[^"])*"|'[^']*'|[^\s"'])+/g);
  const all = Array.from(words, ([word]) => word.replaceAll(/"([^"]*)"|'([^']*)'/g, "$1$2"));
  const redirection = all.findIndex((word) => word === "<" || word === ">");
  return redirection === -1 ? all : all.slice(0, redirection);
}

function packageJson(): { name: string; version: string; scripts: object } {
  return JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
}
