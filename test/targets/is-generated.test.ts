import { expect, test } from "vitest";
import { targets } from "../../src/targets/index.ts";
import { isGenerated } from "../../src/targets/is-generated.ts";
import { jsonText } from "../../src/targets/json-text.ts";
import { program } from "./program.ts";

test("JSON that people or formatters write is not recognized as generated", () => {
  const value = { name: "shop", tools: [{ name: "find", tags: ["a"] }] };
  expect(isGenerated(jsonText(value, ["tools"]))).toBe(true);
  expect(isGenerated(`${JSON.stringify(value, null, 2)}\n`)).toBe(false);
  expect(isGenerated('{\n  "mine": {"b": 1}\n}\n')).toBe(false);
  expect(isGenerated('{\n  "mine": { "b": 1 },\n  "list": [\n    {"c": true}\n  ]\n}\n')).toBe(false);
});

test.each(targets)("the files that the target $name writes are recognized as generated", async (target) => {
  const options = Object.fromEntries(Object.entries(target.options).map(([name, option]) => [name, option.default]));
  const { value } = target.emit(program, options, await target.prepare?.(options));
  expect(value.length).toBeGreaterThan(0);
  expect(value.filter(({ text }) => !isGenerated(text)).map(({ path }) => path)).toEqual([]);
});
