import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { compileFlags, longFlag } from "../../src/cli/compile-flags.ts";
import { createProgram } from "../../src/cli/program.ts";
import { shownCommands } from "../../src/cli/shown-commands.ts";
import { thousands } from "../../src/diagnostic/name-list.ts";
import { rules } from "../../src/rules/index.ts";
import { requestLimits, schemaLimits } from "../../src/runtime/projection/limits/provider-limits.ts";
import { needOnlyNames } from "../../src/targets/emit.ts";
import { targets } from "../../src/targets/index.ts";
import { adapterNames } from "../adapters/adapter-names.ts";
import { modelRules } from "../compile-texts.ts";
import { root } from "./blocks.ts";

// Tables that are written by hand, since they have their own order and words. Whoever adds a rule or a target is told here which rows are
// missing.
const read = (path: string) => readFileSync(join(root, path), "utf8");

describe.each(targets)("the target $name", ({ name, page }) => {
  test("has a page in docs/targets, with the name in its title or in that of a section", () => {
    expect(existsSync(join(root, "docs/targets", page))).toBe(true);
    expect(read(`docs/targets/${page}`)).toMatch(new RegExp(`^#.*\`${name}\``, "m"));
  });

  test.each([
    ["docs/README.md", /^- \[[^\]]*\]\(targets\//],
    ["docs/configuration.md", /^\| \[[^\]]*\]\(targets\//],
  ])("is in %s, with a link to its page", (path, row) => {
    const rows = read(path)
      .split("\n")
      .filter((line) => row.test(line) && line.includes(`\`${name}\``));
    expect(rows, `the rows of ${path} with \`${name}\``).toHaveLength(1);
    expect(rows[0]).toContain(`(targets/${page}`);
  });

  test("is in the row of targets in README.md", () => {
    const row = read("README.md")
      .split("\n")
      .find((line) => line.startsWith("| [targets]"));
    expect(row).toContain(`\`${name}\``);
  });
});

describe("the page docs/texts-for-models.md", () => {
  const page = read("docs/texts-for-models.md");

  test.each(modelRules)("has a row of the rule $code with its summary", ({ code, summary }) => {
    expect(page.split("\n")).toContain(`| [\`${code}\`](diagnostics/${code}.md) | ${summary} |`);
  });

  test("turns on each optional rule on texts in its example", () => {
    const optional = modelRules.filter(({ set }) => set === "optional").map(({ code }) => code);
    const example = /^rules: \{ (.*) \}$/m.exec(page)?.[1] ?? "";
    const named = example.split(", ").map((entry) => entry.split(":")[0]);
    expect(named.sort()).toEqual(optional.sort());
  });
});

test.each(Object.keys(compileFlags).map(longFlag))("docs/command-line.md names the flag %s of compile", (flag) => {
  // Not `toMatch`, which would print the page.
  expect(new RegExp(`${flag}(?![\\w-])`).test(read("docs/command-line.md")), `docs/command-line.md describes ${flag}`).toBe(true);
});

test("docs/command-line.md names the targets for which a part of a project is compiled with everything", () => {
  const list =
    /with a target whose files tell more of several toolsets than\s+their names \(([^)]*)\)/.exec(read("docs/command-line.md"))?.[1] ?? "";
  const wanting = targets.filter(({ name }) => !needOnlyNames([{ target: name, out: "out", options: {}, origin: undefined }]));
  const named = Array.from(list.replace(/,\s+and `typescript`.*/s, "").matchAll(/`([\w-]+)`/g), ([, name]) => name);
  expect(named.sort()).toEqual(wanting.map(({ name }) => name).sort());
});

test("README.md names each command", () => {
  const row = /^\| commands \|.*$/m.exec(read("README.md"))?.[0] ?? "";
  const names = shownCommands(createProgram()).map((command) => command.name());
  expect(names.filter((name) => name !== "help" && !row.includes(`\`${name}\``))).toEqual([]);
});

test("docs/ces-apps.md names each rule of the profile ces", () => {
  const page = read("docs/ces-apps.md");
  const missing = rules.filter(({ set, code }) => set === "ces" && !page.includes(`\`${code}\``));
  expect(missing.map(({ code }) => code)).toEqual([]);
});

// `discover` makes tools for the others.
const adapters = adapterNames.filter((name) => name !== "discover");

describe("the page docs/adapters/README.md", () => {
  const page = read("docs/adapters/README.md");

  test.each(adapters)("has the adapter %s in its table of versions", (name) => {
    const rows = page.split("\n").filter((line) => line.startsWith("| `toolsetc/") && line.includes(`\`toolsetc/${name}\``));
    expect(rows).toHaveLength(1);
  });

  test.each(adapters)("has the adapter %s in its table of files, with the form in which they are passed", (name) => {
    const [, section = ""] = /^## Images, audio and files$([\s\S]*?)^## /m.exec(`${page}## `) ?? [];
    const rows = section.split("\n").filter((line) => new RegExp(`^\\|[^|]*\`${name}\``).test(line));
    expect(rows.length).toBeGreaterThan(0);
  });
});

test.each(adapters)("the adapter %s has a page in docs/adapters, which has its import in the title", (name) => {
  const titles = readdirSync(join(root, "docs/adapters")).map((page) => read(`docs/adapters/${page}`).split("\n", 1).join(""));
  expect(titles.filter((title) => title.includes(`\`toolsetc/${name}\``))).toHaveLength(1);
});

test("README.md names each agent SDK that has a page", () => {
  const row = /^\| \[agent SDKs\].*$/m.exec(read("README.md"))?.[0] ?? "";
  const pages = readdirSync(join(root, "docs/adapters")).filter((name) => name !== "README.md");
  // "# LangChain and LangGraph: `toolsetc/langchain`", of which the first name is enough.
  const titles = pages.map((name) => /^# (.*?)(?: servers)?(?: and .*)?:/.exec(read(`docs/adapters/${name}`))?.[1] ?? name);
  expect(titles.filter((title) => !row.includes(title.replace(/ (?:\d|SDK)$/, "")))).toEqual([]);
});

test.each(targets)("the page of the target $name describes its options", ({ page, options }) => {
  const code = read(`docs/targets/${page}`).match(/```[\s\S]*?```|`[^`\n]*`/g) ?? [];
  expect(Object.keys(options).filter((name) => !code.some((text) => new RegExp(`\\b${name}\\b`).test(text)))).toEqual([]);
});

const strict = schemaLimits["anthropic-strict"].strict;
const { chat, responses } = requestLimits;
test.each([
  ["docs/targets/providers.md", `OpenAI: ${thousands(responses.tools)}`],
  ["docs/targets/providers.md", `OpenAI's Chat Completions: ${thousands(chat.description)} characters`],
  ["docs/targets/providers.md", `\`parameters\`: ${requestLimits["gemini-openapi"].toolNameAnywhere} characters`],
  [
    "docs/targets/providers.md",
    `${strict?.tools} strict tools in a request, with ${strict?.optionals} optional members and ${strict?.unions} unions`,
  ],
  ["docs/adapters/openai.md", `at most ${thousands(responses.tools)} tools`],
  ["docs/adapters/openai.md", `at most ${thousands(chat.description)} characters`],
  ["docs/adapters/gemini.md", `more than ${requestLimits["gemini-openapi"].toolNameAnywhere} characters`],
  ["docs/adapters/anthropic.md", `${strict?.tools} strict tools, with ${strict?.optionals} optional members and ${strict?.unions} unions`],
])("%s has the limit of the provider as the code has it: %s", (path, phrase) => {
  expect(read(path).replaceAll(/\s+/g, " ").includes(phrase), `${path} says "${phrase}"`).toBe(true);
});
