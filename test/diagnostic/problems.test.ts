import { expect, test } from "vitest";
import { problemsOf } from "../../src/diagnostic/problems.ts";
import { parseTree } from "../../src/source/parse-tree.ts";

test.each(["json", "yaml"])("a number that loses digits is reported, unless it is a limit: %s", (format) => {
  const text = '{ "id": 9007199254740993, "size": { "maximum": 9223372036854775807, "exclusiveMinimum": -9007199254740993 } }';
  const found = problemsOf(parseTree({ path: `numbers.${format}`, text }));
  expect(found.map(({ code, message }) => [code, message])).toEqual([
    ["lossy-number", "This number changes when it is read: 9007199254740993 becomes 9007199254740992."],
  ]);
});
