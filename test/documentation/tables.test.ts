import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { compileFlags, longFlag } from "../../src/cli/compile-flags.ts";
import { rules } from "../../src/rules/index.ts";
import { targets } from "../../src/targets/index.ts";
import { modelRules } from "../compile-texts.ts";
import { root } from "./blocks.ts";

// Tables that are written by hand, since they have their own order and words. Whoever adds a rule or a target is told here which rows are
// missing.
const read = (path: string) => readFileSync(join(root, path), "utf8");

describe.each(targets)("target $name", ({ name, page }) => {
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
    expect(rows).toHaveLength(1);
    expect(rows[0]).toContain(`(targets/${page}`);
  });

  test("is in the row of targets in README.md", () => {
    const row = read("README.md")
      .split("\n")
      .find((line) => line.startsWith("| [targets]"));
    expect(row).toContain(`\`${name}\``);
  });
});

describe("docs/texts-for-models.md", () => {
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
  expect(read("docs/command-line.md")).toMatch(new RegExp(`${flag}(?![\\w-])`));
});

test("docs/ces-apps.md names each rule of the profile ces", () => {
  const page = read("docs/ces-apps.md");
  const missing = rules.filter(({ set, code }) => set === "ces" && !page.includes(`\`${code}\``));
  expect(missing.map(({ code }) => code)).toEqual([]);
});
