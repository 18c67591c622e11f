import { expect, test } from "vitest";
import { compileTexts } from "../compile-texts.ts";

const now = "displayName: now\nclientFunction: { name: now, description: What time it is. }\n";

async function made(targets: readonly string[], chosen: readonly string[] = []) {
  const config = `targets:\n${targets.map((entry) => `  - { ${entry} }\n`).join("")}`;
  const { findings, outputs } = await compileTexts({ "now.yaml": now, "toolsetc.yaml": config }, { targets: chosen });
  return {
    outputs: outputs.map(({ target, out }) => `${target} ${out}`),
    findings: findings.map(({ code, mark }) => `${code} ${mark.file}:${mark.start.line}:${mark.start.column}`),
  };
}

test("two targets that write different files of one name are an error at the second, which writes nothing", async () => {
  expect(await made(["target: typescript, out: made", "target: typescript, importExtension: ts, out: ./made/"])).toEqual({
    outputs: ["typescript made"],
    findings: ["clashing-outputs toolsetc.yaml:3:53"],
  });
});

test("two targets that clash without a folder are an error at the name of the target", async () => {
  expect((await made(["target: openai", "target: openai, strict: true"])).findings).toEqual(["clashing-outputs toolsetc.yaml:3:15"]);
});

test.each([
  [["target: typescript, out: made", "target: manifest, out: made"]],
  [["target: openai, out: made", "target: openai, strict: true, out: made/strict"]],
  [["target: openai, out: made", "target: openai, strict: true, out: ../made"]],
  [["target: openai, out: made", "target: openai, strict: true, out: /made"]],
])("targets with equal files, or with different folders, do not clash: %j", async (targets) => {
  expect((await made(targets)).findings).toEqual([]);
});

test("targets of which only the findings are requested do not clash", async () => {
  expect(await made(["target: mcp, out: made"], ["openai", "anthropic"])).toMatchObject({
    outputs: ["openai generated", "anthropic generated"],
    findings: [],
  });
});
