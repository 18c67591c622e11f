import { describe, expect, test } from "vitest";
import { toolRows } from "../../../src/contract/changes/tool-rows.ts";
import { noContracts } from "../../../src/contract/compare/comparable-contracts.ts";
import { compareAll } from "../../../src/contract/compare/compare-contracts.ts";
import { formatDiffMarkdown, formatDiffText } from "../../../src/describe/format-diff.ts";
import { withHiddenNamed, wordDiff } from "../../../src/source/text/word-diff.ts";
import { contractsIn } from "../compare/compare.ts";

const toolset = (functions: readonly string[]) => ({
  "desk.yaml": `displayName: desk\nclientFunctionToolset:\n  functions:\n${functions.map((each) => `    - ${each}\n`).join("")}`,
});

async function reportOf(before: readonly string[], after: readonly string[]) {
  const [former, next] = [await contractsIn(toolset(before)), await contractsIn(toolset(after))];
  const changes = compareAll(former, next);
  const agents = [{ name: "clerk", tools: ["desk_ring"] }];
  return { base: "main", changes, unknown: [], rows: toolRows(changes, { former: former.contracts, next: next.contracts, agents }) };
}

test("a difference of texts keeps the words of both, and names hidden characters", () => {
  const runs = wordDiff("Lists all open orders.", "Lists every open\u200b order.");
  expect(runs.map(({ in: side, text }) => `${side}:${withHiddenNamed(text)}`)).toEqual([
    "both:Lists ",
    "before:all open orders.",
    "after:every open⟨U+200B⟩ order.",
  ]);
  expect(withHiddenNamed("a\u202eb\u{e0041}\tc\n")).toBe("a⟨U+202E⟩b⟨U+E0041⟩ c ");
  expect(wordDiff("a ".repeat(5_000), "b ".repeat(5_000))).toHaveLength(2);
});

describe("the text of `diff`", () => {
  test("names each changed tool, who uses it, and what the model reads of it", async () => {
    const report = await reportOf(
      ["{ name: ring, description: Rings the bell. }", "{ name: wait, description: Waits. }"],
      ["{ name: ring, description: Rings the loud bell. }", "{ name: sing, description: Sings. }"],
    );
    const text = formatDiffText(report);
    expect(text).toMatch(/^1 toolset has changed since main: 1 breaking, 1 model-visible, 1 compatible\. Next versions: desk major\.$/m);
    expect(text).toMatch(/^desk_ring, used by clerk, (\d+) -> (\d+) tokens$/m);
    expect(text).toContain("Rings the {+loud+} bell.");
    const markdown = formatDiffMarkdown(report);
    expect(markdown).toContain("| <code>desk&#95;wait</code> |");
    expect(markdown).toContain("<ins><code>loud </code></ins>");
  });

  test("has no spaces at the end of a line, also where the last word has changed", async () => {
    const report = await reportOf(["{ name: ring, description: Rings the bell. }"], ["{ name: ring, description: Rings the gong. }"]);
    const text = formatDiffText(report);
    expect(text).toContain("    Rings the [-bell.-] {+gong.+}\n");
    expect(text).not.toMatch(/ $/m);
  });

  test("is one line if nothing has changed", async () => {
    const report = await reportOf(["{ name: ring, description: Rings. }"], ["{ name: ring, description: Rings. }"]);
    expect(formatDiffText(report)).toBe("No tool has changed since main.\n");
    expect(formatDiffMarkdown(report)).toBe("**toolsetc:** No tool has changed since main.\n");
  });

  test("fits into a comment, and no description in it acts as Markdown", async () => {
    const names = Array.from({ length: 900 }, (_each, index) => `f${index}`);
    const functions = (description: string) =>
      names.map((name) => `{ name: ${name}, description: ${JSON.stringify(`${description} ${"word ".repeat(40)}`)} }`);
    const markdown = formatDiffMarkdown(await reportOf(functions("Old."), functions("@octocat <script> | # [x](y) ``` *a*")));
    expect(new TextEncoder().encode(markdown).length).toBeLessThan(60_000);
    expect(markdown).toMatch(/… and \d+ more tools/);
    expect(markdown).toMatch(/… and \d+ more texts/);
    expect(markdown).not.toMatch(/@octocat|<script|`|\[x\]/);
  });

  test("fits into a comment, also for very many toolsets", async () => {
    const names = Array.from({ length: 3_000 }, (_each, index) => `toolset_with_a_long_name_${index}`);
    const contracts = new Map(names.map((name) => [name, { name, tools: [] }]));
    const changes = compareAll(noContracts, { ...noContracts, contracts });
    const rows = toolRows(changes, { former: new Map(), next: contracts, agents: [] });
    const markdown = formatDiffMarkdown({ base: "main", changes, rows, unknown: [] });
    expect(new TextEncoder().encode(markdown).length).toBeLessThan(60_000);
    expect(markdown).toContain("and 2980 more");
  });
});
