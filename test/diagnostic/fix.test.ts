import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type Code, diagnostic } from "../../src/diagnostic/diagnostic.ts";
import type { Fix } from "../../src/diagnostic/fix.ts";
import { flagPlace } from "../../src/source/flag-place.ts";
import { parseNested, parseTree } from "../../src/source/parse-tree.ts";
import { originOfKey, originOfValue, type Place, valueAt } from "../../src/source/tree.ts";
import { compileTexts } from "../compile-texts.ts";
import { findingsFrom } from "../findings-from.ts";
import { isLong } from "../long.ts";

const misspelt: Code<{ near: string | undefined }> = {
  code: "misspelt",
  severity: "error",
  message: () => "It is misspelt.",
  help: "Correct it.",
  replacement: ({ near }) => near,
};

function fixOf(place: Place, near: string | undefined, isSecret = false): Fix | undefined {
  const [finding] = findingsFrom([diagnostic(misspelt, { near }, place, { isSecret })]);
  expect(finding?.fixes.length).toBeLessThanOrEqual(1);
  return finding?.fixes[0];
}

function applied(text: string, fix: Fix): string {
  const lines = text.split("\n");
  const { start, end } = fix.mark;
  const line = lines[start.line - 1] ?? "";
  lines[start.line - 1] = line.slice(0, start.column - 1) + fix.text + line.slice(end.column - 1);
  return lines.join("\n");
}

const yaml = (text: string) => parseTree({ path: "a.yaml", text });

describe("the fix of a misspelt name keeps the quotes", () => {
  test.each([
    ["plain: nmae # here\n", "plain: name # here\n"],
    ["plain: 'nmae'\n", "plain: 'name'\n"],
    ['{ plain: "nmae" }\n', '{ plain: "name" }\n'],
    ['{ "plain": "nmae" }', '{ "plain": "name" }'],
  ])("in the text %j", (text, expected) => {
    const fix = fixOf(originOfValue(yaml(text), ["plain"]), "name");
    expect(fix && applied(text, fix)).toBe(expected);
    expect(fix?.title).toBe('Write "name" instead.');
  });

  test.each([
    ["doc: |\n  nmae: 1\n", "doc: |\n  name: 1\n"],
    ["doc: |\n  'nmae': 1\n", "doc: |\n  'name': 1\n"],
    ['{ "doc": "{ \\"nmae\\": 1 }" }', '{ "doc": "{ \\"name\\": 1 }" }'],
    ['{ "doc": "nmae: 1\\n" }', '{ "doc": "name: 1\\n" }'],
  ])("of a key in a document that is a text in another: %j", (text, expected) => {
    const outer = yaml(text);
    const inner = parseNested(String(valueAt(outer, ["doc"])), originOfValue(outer, ["doc"]));
    const fix = fixOf(originOfKey(inner, ["nmae"]), "name");
    expect(fix && applied(text, fix)).toBe(expected);
  });
});

test.each([
  ["nothing is near", "a: nmae\n", undefined],
  ["it would need quotes", "a: nmae\n", "GET /things/{id}"],
  ["it would be no text", "a: nmae\n", "yes"],
  ["it would end the quotes", "a: 'nmae'\n", "it's"],
  ["the text has escapes", 'a: "nm\\u0061e"\n', "name"],
  ["the name has several lines", "a: nmae\n  of\n", "name"],
  ["the value is no text", "a: 12\n", "name"],
])("a misspelt name has no fix if %s", (_why, text, near) => {
  expect(fixOf(originOfValue(yaml(text), ["a"]), near)).toBeUndefined();
});

test("a fix neither makes a second key, nor changes a secret or a flag", () => {
  const tree = yaml("nmae: 1\nname: secret\n");
  expect(fixOf(originOfKey(tree, ["nmae"]), "name")).toBeUndefined();
  expect(fixOf(originOfKey(tree, ["nmae"]), "mane")?.text).toBe("mane");
  expect(fixOf(originOfValue(tree, ["name"]), "other", true)).toBeUndefined();
  expect(fixOf(flagPlace("--include", "nmae"), "name")).toBeUndefined();
});

const golden = join(import.meta.dirname, "../golden");

/** The codes with a fix in some golden case. */
const fixable = [
  "coerced-value",
  "dangling-link",
  "dangling-reference",
  "insecure-server",
  "invalid-target-option",
  "unknown-agent-toolset",
  "unknown-auth-scheme",
  "unknown-connector-field",
  "unknown-connector-item",
  "unknown-data-type",
  "unknown-field",
  "unknown-mcp-tool",
  "unknown-output-member",
  "unknown-parameter-override",
  "unknown-rule",
  "unknown-target",
  "unknown-target-option",
  "unknown-tool-id",
  "unknown-tool-override",
  "unmatched-selector",
  "wrong-choice",
];

// By default the first of each code, since the project is compiled again after each fix.
test("each fix of the golden cases removes its finding", async () => {
  const settled = new Set<string>();
  const isTried = (code: string) => isLong || !settled.has(code);
  for (const name of readdirSync(golden)) {
    if (!isLong && !codesOf(name).some((code) => fixable.includes(code) && isTried(code))) continue;
    const texts = textsIn(join(golden, name, "input"));
    const { findings } = await compileTexts(texts);
    for (const { code, message, mark, fixes } of findings) {
      for (const fix of isTried(code) ? fixes : []) {
        const after = await compileTexts({ ...texts, [mark.file]: applied(texts[mark.file] ?? "", fix) });
        const same = after.findings.filter(
          (each) => each.code === code && each.message === message && each.mark.start.line === mark.start.line,
        );
        expect(same, `${name}: ${message}`).toEqual([]);
        settled.add(code);
      }
    }
  }
  expect([...settled].sort()).toEqual(fixable);
});

/** The codes of what is expected of a case. */
function codesOf(name: string): string[] {
  const path = join(golden, name, "expected/diagnostics.txt");
  return existsSync(path) ? Array.from(readFileSync(path, "utf8").matchAll(/^\w+\[([\w-]+)\]/gm), ([, code = ""]) => code) : [];
}

function textsIn(folder: string): { readonly [path: string]: string } {
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) => statSync(join(folder, path)).isFile());
  return Object.fromEntries(paths.map((path) => [path, readFileSync(join(folder, path), "utf8")]));
}
