import { describe, expect, test } from "vitest";
import type { Finding } from "../src/findings/finding.ts";
import { rules } from "../src/rules/index.ts";
import { profileOf } from "../src/rules/is-enabled.ts";
import { adviceCodes, compileTexts } from "./compile-texts.ts";
import { exampleFiles, readExample } from "./explain/example.ts";

const examples = exampleFiles().map(readExample);

// The whole report on an example must be the rule's, so that it also proves that nothing else objects.
describe.each(rules)("the rule $code", ({ code, severity, set }) => {
  const example = examples.find((each) => each.code === code);
  // Examples of rules hold only texts.
  const { "toolsetc.yaml": config = "", ...files } = { ...example?.files, ...example?.bad } as { readonly [path: string]: string };
  const withRules = (rules: string) => ({ ...files, "toolsetc.yaml": `${config.replace(/^rules:.*\n/m, "")}${rules}` });

  test("reports its bad example, which compiles all the same", async () => {
    // An optional rule is asked for in the configuration.
    const asked = withRules(set === "optional" ? `rules: { ${code}: ${severity} }\n` : "");
    const { outputs, allFindings } = await compileTexts(asked, { profile: profileOf({ set }) });
    expect(allFindings.filter(isObjection).map((finding) => finding.code)).toEqual([code]);
    const unruled = await compileTexts(asked, { profile: profileOf({ set }), runsRules: false });
    expect(unruled.allFindings.filter((finding) => finding.code === code)).toEqual([]);
    const without = await compileTexts(withRules(`rules: { ${code}: "off" }\n`));
    expect(without.allFindings.filter(isObjection)).toEqual([]);
    expect(without.outputs).toEqual(outputs);
  });

  /** Advice on texts for models is expected in its own examples only. */
  function isObjection(finding: Finding): boolean {
    return finding.code === code || (finding.severity !== "note" && (adviceCodes.has(code) || !adviceCodes.has(finding.code)));
  }
});
