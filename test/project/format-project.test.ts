import { expect, test } from "vitest";
import { isInternal } from "../../src/diagnostic/internal-error.ts";
import { formatProblems } from "../../src/project/format-project.ts";
import { checkedText } from "../../src/source/format-tree.ts";
import { parseTree } from "../../src/source/parse-tree.ts";

const tree = parseTree({ path: "shop.yaml", text: "displayName: shop # the shop\n" });

test.each([
  ["another value", "displayName: stop # the shop\n", "its data"],
  ["no comment", "displayName: shop\n", "its comments"],
])("a file is not formatted, and is reported, if the formatter would write %s", (_written, text, changed) => {
  const formatted = checkedText(tree, text);
  expect(formatted).toEqual({ unfaithful: changed });
  const [finding, ...others] = formatProblems(tree, formatted);
  expect(others).toEqual([]);
  expect(finding).toMatchObject({
    message: `The file "shop.yaml" is not formatted, because of a bug in toolsetc: formatting would change ${changed}.`,
    place: { tree },
  });
  expect(finding !== undefined && isInternal(finding)).toBe(true);
});

test("a file is formatted, without a finding, if its data and comments stay", () => {
  const formatted = checkedText(tree, '"displayName": shop  # the shop\n');
  expect(formatted).toEqual({ text: '"displayName": shop  # the shop\n' });
  expect(formatProblems(tree, formatted)).toEqual([]);
});
