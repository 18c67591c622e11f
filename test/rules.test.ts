import { describe, expect, test } from "vitest";
import { rules } from "../src/rules/index.ts";
import { profileOf } from "../src/rules/is-enabled.ts";
import { compileTexts } from "./compile-texts.ts";
import { exampleFiles, readExample } from "./explain/example.ts";

const examples = exampleFiles().map(readExample);

// The whole report on an example must be the rule's, so that it also proves that nothing else objects.
describe.each(rules)("rule $code", ({ code, severity, set }) => {
  const example = examples.find((each) => each.code === code);
  const { "toolsetc.yaml": config = "", ...files } = example?.files ?? {};
  const configWith = (rules: string) => ({ "toolsetc.yaml": `${String(config).replace(/^rules:.*\n/m, "")}${rules}` });
  // An optional rule is asked for in the configuration.
  const asking = configWith(set === "optional" ? `rules: { ${code}: ${severity} }\n` : "");
  // Examples of rules hold only texts.
  const bad = { ...files, ...example?.bad } as { readonly [path: string]: string };

  test("objects to the bad example, and compiles it all the same", async () => {
    const { outputs, findings } = await compileTexts({ ...bad, ...asking }, { profile: profileOf({ set }) });
    expect(findings.filter(isObjection).map((finding) => finding.code)).toEqual([code]);
    const without = await compileTexts({ ...bad, ...configWith(`rules: { ${code}: "off" }\n`) });
    expect(without.findings.filter(isObjection)).toEqual([]);
    expect(without.outputs).toEqual(outputs);
  });
});

function isObjection({ severity }: { severity: string }): boolean {
  return severity !== "note";
}
