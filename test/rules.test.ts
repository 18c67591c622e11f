import { describe, expect, test } from "vitest";
import { rules } from "../src/rules/index.ts";
import { compileTexts } from "./compile-texts.ts";

// An example's whole report must be the rule's, so that it also proves that nothing else objects.
describe.each(rules)("rule $code", ({ code, severity, profile, examples }) => {
  // A rule without a profile is asked for in the configuration.
  const asking = profile === undefined ? { "toolsetc.yaml": `rules: { ${code}: ${severity} }\n` } : {};

  test.each(examples.valid)("accepts example %#", async (texts) => {
    expect((await compileTexts({ ...texts, ...asking }, { profile })).findings.filter(isObjection)).toEqual([]);
  });

  test.each(examples.invalid)("objects to example %#, and compiles it all the same", async (texts) => {
    const { outputs, findings } = await compileTexts({ ...texts, ...asking }, { profile });
    expect(findings.filter(isObjection).map((finding) => finding.code)).toEqual([code]);
    const without = await compileTexts(texts);
    expect(without.findings.filter(isObjection)).toEqual([]);
    expect(without.outputs).toEqual(outputs);
  });
});

function isObjection({ severity }: { severity: string }): boolean {
  return severity !== "note";
}
