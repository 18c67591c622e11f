import { expect, test } from "vitest";
import { findingsOf, reportOf } from "../../src/findings/findings-of.ts";
import { compileTexts } from "../compile-texts.ts";

test("a report sorts findings that a command has added to those of the compilation", async () => {
  const compilation = await compileTexts({
    "a.yaml": "displayName: a\nwrong: 1\nclientFunctionToolset: { functions: [{ name: f }] }\n",
    "b.yaml": "displayName: b\nwrong: 1\nclientFunctionToolset: { functions: [{ name: g }] }\n",
  });
  const { findings, suppressed } = findingsOf(compilation);
  expect(findings.length).toBeGreaterThan(2);
  expect(reportOf(compilation, { findings: findings.toReversed(), suppressed }).findings).toEqual(findings);
});
