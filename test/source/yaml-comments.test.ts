import fc from "fast-check";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { yamlComments } from "../../src/source/yaml/yaml-comments.ts";

const textsOf = (text: string) => yamlComments(text).map((comment) => comment.text);

test.each([
  ["a: 1 # b\n# c\n", ["# b", "# c"]],
  ["a: b#c\nd: 'e # f'\ng: \"h # i\"\n", []],
  ["a: |\n  # b\n  c\nd: >-\n\n  # e\n# f\n", ["# f"]],
  ["a: [b, # c\n  d] # e\n", ["# c", "# e"]],
  ["--- |\n# a\n", []],
  ["\ufeff# a\r\nb: 1 # c\r\n", ["# a", "# c"]],
  ["a: {b\n# c", ["# c"]],
  ["", []],
])("the YAML %j has the comments %j", (text, comments) => {
  expect(textsOf(text)).toEqual(comments);
});

test("the place of each comment in YAML is found", () => {
  const part = fc.constantFrom(
    "a",
    ":",
    " ",
    "\n",
    "#",
    "|",
    "- ",
    "'",
    '"',
    "[",
    "]",
    "{",
    "}",
    "\u0002",
    "\u0018",
    "\u001f",
    "\ufeff",
    "\r\n",
    "\t",
    "---",
    "😀",
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
      const text = parts.join("");
      for (const { text: comment, start, end } of yamlComments(text)) expect(text.slice(start, end)).toBe(comment);
    }),
    { numRuns: 2000 },
  );
});

test("a YAML text without its comments has the same data", () => {
  const text = "a: 1 # b\nc: [d, # e\n  'f # g']\nh: |\n  # i\n# j\n";
  const without = yamlComments(text).reduceRight((left, { start, end }) => left.slice(0, start) + left.slice(end), text);
  expect(without).not.toContain("# b");
  expect(parse(without)).toEqual(parse(text));
});
