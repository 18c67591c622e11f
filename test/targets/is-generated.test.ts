import { expect, test } from "vitest";
import { isGenerated } from "../../src/targets/is-generated.ts";
import { jsonText } from "../../src/targets/json-text.ts";

test("JSON that people and formatters write is not taken for ours", () => {
  const value = { name: "shop", tools: [{ name: "find", tags: ["a"] }] };
  expect(isGenerated(jsonText(value, ["tools"]))).toBe(true);
  expect(isGenerated(`${JSON.stringify(value, null, 2)}\n`)).toBe(false);
  expect(isGenerated('{\n  "mine": {"b": 1}\n}\n')).toBe(false);
  expect(isGenerated('{\n  "mine": { "b": 1 },\n  "list": [\n    {"c": true}\n  ]\n}\n')).toBe(false);
});
