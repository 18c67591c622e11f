import { describe, expect, test } from "vitest";
import { checkInput } from "../../src/runtime/tool/check-input.ts";
import { withExample } from "../../src/runtime/tool/with-example.ts";
import { http, makeTool } from "./fixture.ts";

const object = (properties: { readonly [name: string]: unknown }, required: readonly string[] = Object.keys(properties)) => ({
  type: "object",
  properties,
  required,
  additionalProperties: false,
});

const input = object(
  {
    name: { type: "string", pattern: "^[a-z]+$" },
    status: { enum: ["open", "closed"] },
    note: { type: "string", maxLength: 500 },
    lines: { type: "array", items: object({ sku: { type: "string" }, count: { type: "integer" } }) },
    to: { oneOf: [object({ user: { type: "string" } }), object({ team: { type: "integer" } })] },
  },
  ["name"],
);
const examples = [
  { name: "first" },
  { name: "second", status: "open", note: "x".repeat(300), lines: [{ sku: "A-1", count: 2 }], to: { team: 7 } },
];
const tool = { ...makeTool({ binding: http, input }), examples };

function messages(given: unknown): string[] | undefined {
  return checkInput(tool, given, withExample).issues?.map(({ message }) => message);
}

describe("an issue of a tool with an example quotes the member of the example", () => {
  test.each<[string, unknown, string[]]>([
    ["that is required", {}, ['"/name" is required: a string. For example: "name": "first".']],
    ["of an example that is not the first", { name: "a", to: 3 }, [expect.stringMatching(/ For example: "to": \{"team":7\}\.$/)]],
    [
      "in an item that the example does not have",
      { name: "a", lines: [{ sku: "a", count: 1 }, { sku: "b" }] },
      ['"/lines/1/count" is required: an integer. For example: "count": 2.'],
    ],
    ["unless its allowed values are listed", { name: "a", status: "new" }, ['"/status" must be one of "open", "closed".']],
    ["unless it is long", { name: "a", note: 1 }, ['"/note" must be a string.']],
    ["unless no example has it", { name: "a", other: 1 }, [expect.not.stringContaining("For example")]],
  ])("%s", (_what, given, expected) => {
    expect(messages(given)).toEqual(expected);
  });
});

test("an issue of a tool from an earlier version of the library quotes no example", () => {
  const { examples: _examples, ...earlier } = makeTool({ binding: http, input });
  expect(checkInput(earlier as typeof tool, {}, withExample).issues).toEqual([
    { message: '"/name" is required: a string.', path: ["name"] },
  ]);
});
