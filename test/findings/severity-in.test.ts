import { expect, test } from "vitest";
import { compileTexts } from "../compile-texts.ts";

const document = (name: string) =>
  `openapi: 3.0.3\ninfo: { title: ${name}, version: "1" }\nservers: [{ url: https://example.com }]\npaths: { /a: { get: { operationId: ${name}_a, description: Short., responses: { "204": { description: It. } } } } }\n`;
const project = {
  "vendor/a.yaml": document("a"),
  "b.yaml": document("b"),
  "definitions/a.yaml": "displayName: a\nopenApiToolset: { openApiSchema: ../vendor/a.yaml }\n",
  "definitions/b.yaml": "displayName: b\nopenApiToolset: { openApiSchema: ../b.yaml }\n",
};
const both = { ...project, "definitions/c.yaml": "displayName: c\nopenApiToolset: { openApiSchema: ../b.yaml }\n" };

test.each<[name: string, texts: Readonly<Record<string, string>>, config: string, expected: string[]]>([
  ["nowhere", project, "", []],
  ["for the project", project, "rules: { description-too-short: note }", ["b.yaml note", "vendor/a.yaml note"]],
  ["for one toolset", project, "overrides: { a: { rules: { description-too-short: error } } }", ["vendor/a.yaml error"]],
  [
    "for the project, but not for one toolset",
    project,
    'rules: { description-too-short: warning }\noverrides: { a: { rules: { description-too-short: "off" } } }',
    ["b.yaml warning"],
  ],
  ["for a path", project, "pathRules: { 'vendor/*': { description-too-short: error } }", ["vendor/a.yaml error"]],
  [
    "for a path, which overrides a toolset",
    project,
    "overrides: { a: { rules: { description-too-short: error } } }\npathRules: { '*': { description-too-short: note }, 'vendor/*': { description-too-short: warning } }",
    ["b.yaml note", "vendor/a.yaml warning"],
  ],
  [
    "for one of the toolsets of a document",
    both,
    "overrides: { b: { rules: { description-too-short: error } }, c: { rules: { description-too-short: note } } }",
    ["b.yaml error"],
  ],
  [
    "off for one of the toolsets of a document",
    both,
    "rules: { description-too-short: note }\noverrides: { c: { rules: { description-too-short: 'off' } } }",
    ["b.yaml note", "vendor/a.yaml note"],
  ],
])("a rule has the severity that is configured for its toolset and file: %s", async (_name, texts, config, expected) => {
  const { findings } = await compileTexts({ ...texts, "toolsetc.yaml": `${config}\n` });
  expect(findings.map(({ mark, severity }) => `${mark.file} ${severity}`)).toEqual(expected);
});

test("an unknown code is reported wherever a severity is configured for it", async () => {
  const config = "overrides: { a: { rules: { no-such-code: error } } }\npathRules: { '*': { nor-this-one: 'off' } }\n";
  const { findings } = await compileTexts({ ...project, "toolsetc.yaml": config });
  expect(findings.map(({ code }) => code)).toEqual(["unknown-rule", "unknown-rule"]);
});

test.each([
  ["b: { rules: { invalid-status: note } }", "note"],
  ["b: { rules: { invalid-status: error } }, c: { rules: { invalid-status: note } }", "error"],
  ["b: { rules: { invalid-status: 'off' } }, c: { rules: { invalid-status: note } }", "note"],
  ["b: { rules: { invalid-status: 'off' } }, c: { rules: { invalid-status: 'off' } }", undefined],
])("a finding in the document of two toolsets has the highest of their severities: %s", async (overrides, expected) => {
  const shared = {
    ...both,
    "b.yaml": document("b").replace('"204": { description: It. }', '"204": { description: It. }, "299x": { description: It. }'),
  };
  const rules = expected === "note" && !overrides.includes("c:") ? "rules: { invalid-status: 'off' }\n" : "";
  const { findings } = await compileTexts({ ...shared, "toolsetc.yaml": `${rules}overrides: { ${overrides} }\n` });
  expect(findings.find(({ code }) => code === "invalid-status")?.severity).toBe(expected);
});
