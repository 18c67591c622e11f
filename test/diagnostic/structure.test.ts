import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { explainViolations } from "../../src/diagnostic/explain-violations.ts";
import { parseTree } from "../../src/source/parse-tree.ts";

const ajv = new Ajv2020({ allErrors: true, verbose: true, strict: false });

function explain(schema: object, text: string): string[] {
  const tree = parseTree({ path: "case.yaml", text });
  const validate = ajv.compile(schema);
  validate(tree.data);
  return explainViolations(validate.errors ?? [], tree, []).map(({ code, message, place }) => {
    return `${code} at ${"path" in place ? `${place.part} /${place.path.join("/")}` : "a range"}: ${message}`;
  });
}

describe("a violation of a JSON Schema becomes a sentence at its place", () => {
  const schema = {
    type: "object",
    required: ["name"],
    additionalProperties: false,
    properties: {
      name: { type: "string", minLength: 1 },
      kind: { enum: ["openapi", "mcp"] },
      limit: { type: "integer", minimum: 1 },
      description: { type: "string" },
      url: { type: "string", pattern: "^https:" },
      list: { type: "array", uniqueItems: true, items: { type: ["string", "null"] } },
      version: { const: 1 },
    },
  };

  test.each([
    ["name: a\ndescripton: x\n", 'unknown-field at key /descripton: The field "descripton" is unknown. Did you mean "description"?'],
    ["name: a\nzzzzzz: x\n", 'unknown-field at key /zzzzzz: The field "zzzzzz" is unknown.'],
    ["limit: 3\n", 'missing-field at key /: The field "name" is missing.'],
    ["name: 7\n", "wrong-type at value /name: This value must be a string, not the number 7."],
    ["name: a\nlist: [1]\n", "wrong-type at value /list/0: This value must be a string or null, not the number 1."],
    [
      "name: a\nkind: openap\n",
      'wrong-choice at value /kind: The value "openap" is not allowed here. Did you mean "openapi"? Allowed values: "openapi" and "mcp".',
    ],
    ["name: a\nversion: 2\n", "wrong-choice at value /version: The value 2 is not allowed here. Allowed values: 1."],
    ["name: a\nlimit: 0\n", "invalid-value at value /limit: This value must be >= 1."],
    ['name: ""\n', "invalid-value at value /name: This value must not be empty."],
    ["name: a\nurl: x\n", "invalid-value at value /url: This value does not match the pattern ^https:."],
    ["name: a\nlist: [x, y, x]\n", "invalid-value at value /list: This value contains the same item twice, at 0 and 2."],
    ["- 1\n", "wrong-type at value /: This value must be an object, not an array."],
  ])("for the text %j", (text, expected) => {
    expect(explain(schema, text)).toEqual([expected]);
  });
});

describe("a violation of a choice of schemas is reported once", () => {
  const schema = {
    oneOf: [
      { type: "string" },
      {
        type: "object",
        required: ["url"],
        additionalProperties: false,
        properties: { url: { type: "string" }, timeout: { type: "integer" } },
      },
    ],
  };

  test("by the possible types, if none matches", () => {
    expect(explain(schema, "7\n")).toEqual(["wrong-type at value /: This value must be a string or an object, not the number 7."]);
  });

  test("by the branch that the author meant", () => {
    expect(explain(schema, "url: x\ntimeout: soon\n")).toEqual([
      "wrong-type at value /timeout: This value must be a whole number, not a string.",
    ]);
    expect(explain(schema, "url: x\ntimeuot: 1\n")).toEqual([
      'unknown-field at key /timeuot: The field "timeuot" is unknown. Did you mean "timeout"?',
    ]);
  });

  test("as it is if more than one branch matches", () => {
    expect(explain({ oneOf: [{ type: "number" }, { minimum: 0 }] }, "7\n")).toEqual([
      "invalid-value at value /: This value matches more than one of the forms that are allowed here.",
    ]);
  });
});

test("values in a text that could not be parsed are not reported as violations", () => {
  expect(explain({ type: "object", properties: { a: { type: "string" }, b: { type: "string" } } }, "a: 1\na: 2\nb: 3\n")).toEqual([
    "wrong-type at value /b: This value must be a string, not the number 3.",
  ]);
});

test("a message about the structure of a file does not repeat a long value", () => {
  expect(explain({ enum: ["a"] }, `${"secret".repeat(20)}\n`)).toEqual([
    'wrong-choice at value /: This value is not allowed here. Allowed values: "a".',
  ]);
});
