import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { compileTexts } from "../compile-texts.ts";
import { example, filesIn } from "../example-project.ts";
import { type Block, blocks, blocksOf, packageJson, runExamples } from "./blocks.ts";
import { checkCommand, checkCommands } from "./check-commands.ts";
import { typeErrors } from "./type-errors.ts";

// What the examples of the pages are about: a small shop, and the project of the repository.
const shop = filesIn(join(import.meta.dirname, "shop"));
const project = { ...shop, ...filesIn(example) };

/** What the pages of two targets say is lost. */
const losses = ["unsupported-in-ces", "approval-not-requested-in-dotcraft"];

test("every block of code on a page is in a checked language or is no example", () => {
  const checked = ["ts", "sh", "yaml", "json", "lua", "toml"];
  // The picture of the README and layouts of folders; what other languages do with a file is theirs.
  const others = ["", "csharp", "dockerfile", "elisp", "nginx", "python"];
  expect(blocks.filter(({ language }) => ![...checked, ...others].includes(language)).map(({ place }) => place)).toEqual([]);
});

describe("an example in TypeScript", () => {
  test.each([...runExamples])("stands on a page as it is run: %s", (_path, text) => {
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

  test.each(others.map((block) => [block.place, block] as const))("has no type errors: %s", (_place, block) => {
    expect(errors.get(block)).toEqual([]);
  });
});

describe("an example in YAML", () => {
  test.each(blocksOf("yaml").map((block) => [block.place, block] as const))("is valid: %s", async (_place, { place, text }) => {
    const [, path] = /^# (\S+)\n/.exec(text) ?? [];
    if (path === undefined) throw new Error("It begins with a comment that names its file.");
    if (path.startsWith(".github/")) {
      const { jobs } = parse(text) as { jobs: { [name: string]: { steps: { run?: string }[] } } };
      const lines = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ run = [] }) => run));
      expect(lines).not.toEqual([]);
      return checkCommands(lines.join("\n"));
    }
    const environment = blocksOf("json").find((block) => pageOf(block) === pageOf({ place }) && isEnvironment(block));
    // The two files of overlays are one example.
    const files = blocksOf("yaml").filter((block) => pageOf(block) === "docs/overlays.md");
    const overlays = Object.fromEntries(files.map((block) => [/^# (\S+)\n/.exec(block.text)?.[1] ?? "", block.text]));
    const texts =
      Object.hasOwn(overlays, path) && overlays[path] === text
        ? { ...shop, ...overlays }
        : path === "toolsetc.yaml"
          ? { ...shop, [path]: text }
          : environment === undefined
            ? { ...project, [path.replace(/^toolsets\//, "")]: text.replace("../", "") }
            : { ...shop, [path.replace(/^toolsets\//, "")]: text, "environment.json": environment.text };
    const { findings, program: compiled } = await compileTexts(texts);
    const wrong = findings.filter(({ severity, code }) => severity !== "note" && !losses.includes(code));
    expect(wrong.map(({ code, message }) => `${code}: ${message}`)).toEqual([]);
    expect(compiled.toolsets.length).toBeGreaterThan(0);
  });
});

describe("an example in JSON", () => {
  test.each(blocksOf("json").map((block) => [block.place, block] as const))("is valid: %s", (_place, block) => {
    const { text } = block;
    const value = JSON.parse(text);
    if (value.mcpServers !== undefined) {
      for (const { command, args } of Object.values<{ command: string; args: string[] }>(value.mcpServers))
        checkCommand([command, ...args]);
    } else if (value["glspc.server.command"] !== undefined) {
      checkCommand([value["glspc.server.command"], ...value["glspc.server.commandArguments"]]);
    } else if (isEnvironment(block)) {
      // It is checked with the definition on its page.
      expect(blocksOf("yaml").some((other) => pageOf(other) === pageOf(block) && other.text.includes("$env_var"))).toBe(true);
    } else if (/^\$TURBO|\{workspaceRoot\}/m.test(text.replaceAll('"', "\n"))) {
      // For the task runners that `test/package/monorepos.mjs` runs, with the same keys.
      const { tools } = value.tasks ?? value.targets;
      expect(tools).toMatchObject({ inputs: expect.any(Array), outputs: expect.any(Array) });
    } else if (value._next !== undefined) {
      // A result as the model reads it.
      expect(Object.keys(value)).toEqual(["result", "_next"]);
    } else {
      const { name, version } = packageJson();
      const { dependencies, devDependencies } = value as { dependencies: object; devDependencies?: object };
      expect({ ...value, dependencies: { ...dependencies, ...devDependencies } }).toMatchObject({
        type: "module",
        dependencies: { [name]: version },
      });
    }
  });
});

describe("an example of an editor's settings", () => {
  const settings = [...blocksOf("lua"), ...blocksOf("toml")];
  test.each(settings.map((block) => [block.place, block] as const))("starts a known command: %s", (_place, { text }) => {
    const command = [...text.matchAll(/^ *(?:command|args|.*\bcmd) = (?:[[{] *)?(.*?)[\]}]?,?(?: \}\))?$/gm)].map(([, written]) => written);
    expect(command).not.toEqual([]);
    checkCommand(Array.from(command.join(" ").matchAll(/"([^"]*)"/g), ([, word = ""]) => word));
  });
});

describe("an example for the shell", () => {
  test.each(blocksOf("sh").map((block) => [block.place, block] as const))("has known commands and flags: %s", (_place, { text }) => {
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

function pageOf({ place }: Pick<Block, "place">): string | undefined {
  return place.split(":")[0];
}

function isEnvironment({ text }: Block): boolean {
  return /^\{ "toolsets": /.test(text);
}
