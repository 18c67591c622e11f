import { describe, expect, test } from "vitest";
import { rules } from "../src/rules/index.ts";
import { compileTexts } from "./compile-texts.ts";

// An example's whole report must be the rule's, so that it also proves that nothing else objects.
describe.each(rules)("rule $code", ({ code, profile, examples }) => {
  test.each(examples.valid)("accepts example %#", async (texts) => {
    expect((await compileTexts(texts, { profile })).findings.filter(isObjection)).toEqual([]);
  });

  test.each(examples.invalid)("objects to example %#, and compiles it all the same", async (texts) => {
    const { outputs, findings } = await compileTexts(texts, { profile });
    expect(findings.filter(isObjection).map((finding) => finding.code)).toEqual([code]);
    const without = await compileTexts(texts);
    expect(without.findings.filter(isObjection)).toEqual([]);
    expect(without.outputs).toEqual(outputs);
  });
});

function isObjection({ severity }: { severity: string }): boolean {
  return severity !== "note";
}
