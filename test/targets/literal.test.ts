import fc from "fast-check";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import type { Json } from "../../src/source/json/json.ts";
import { docComment, lineComment } from "../../src/targets/code/comment.ts";
import { literal, propertyKey, quote } from "../../src/targets/code/literal.ts";
import { anyCharacter } from "../any-character.ts";

const start = { indent: "", column: 0 };
const nasty = fc.oneof(
  fc.string({ unit: anyCharacter }),
  fc.constantFrom(
    "__proto__",
    "constructor",
    "*/",
    "</script>",
    "//# sourceMappingURL=x",
    "\u2028",
    "\ud800",
    "\u202e",
    "$".concat("{x}"),
    "`",
    "'",
    '"',
    "\\",
    "\u0000",
    "a b",
  ),
);
const json = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    nasty,
    fc.double({ noNaN: true }),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie("value")),
    fc.array(fc.tuple(nasty, tie("value"))).map((entries) => Object.fromEntries(entries)),
  ),
})).value;

describe("a literal in generated code", () => {
  test("has the value of the data that it was made from, in ASCII", () => {
    fc.assert(
      fc.property(json, (value) => {
        const text = literal(value as Json, start); // It is made of what JSON has.
        expect(text).toMatch(/^[\n\x20-\x7e]*$/);
        expect(text).not.toMatch(/\*\/|<\/|[*/]#/);
        expect(new Function(`return ${text}`)()).toEqual(value);
        expect(Object.is(new Function(`return ${literal(-0, start)}`)(), -0)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  test("has the name of a constant in place of a declared object", () => {
    const owner = { type: "string", description: "x".repeat(90) };
    const names = { references: new Map(), constants: new Map([[owner, "ownerSchema"]]) };
    const properties = { owner, repo: { type: "string" }, same: { ...owner, description: "A copy." } };
    expect(literal({ properties: { owner, repo: properties.repo } }, start, names)).toBe(
      `{ properties: { owner: ownerSchema, repo: { type: "string" } } }`,
    );
    expect(literal([owner, properties.same], start, names)).toBe(`[ownerSchema, { type: "string", description: "A copy." }]`);
  });

  test("is one line if it fits, or else has a line for each member", () => {
    expect(literal({ a: 1, "b-c": ["x", null, {}] }, start)).toBe(`{ a: 1, "b-c": ["x", null, {}] }`);
    const long = "x".repeat(90);
    expect(literal({ a: { b: long, c: [1, 2] }, d: [] }, start)).toBe(`{\n  a: { b: "${long}", c: [1, 2] },\n  d: [],\n}`);
    expect(literal([long, long], { indent: "    ", column: 10 })).toBe(`[\n      "${long}",\n      "${long}",\n    ]`);
  });

  test("keeps a member that is named `__proto__`", () => {
    const value = JSON.parse(`{ "__proto__": { "x": 1 } }`);
    expect(literal(value, start)).toBe(`{ ["__proto__"]: { x: 1 } }`);
    expect(propertyKey("1a")).toBe(`"1a"`);
    expect(quote("a\u202eb*/")).toBe(String.raw`"a\u202eb*\/"`);
  });

  // What looks at each level twice would not end in a lifetime.
  test("ends at any depth of the data", () => {
    let deep: Json = "x".repeat(200);
    for (let level = 0; level < 150; level++) deep = { a: deep, b: [1, 2, 3] };
    literal(deep, start);
    for (let level = 0; level < 100; level++) deep = [deep];
    expect(() => literal(deep, start)).toThrow("nests deeper");
  });
});

describe("a comment in generated code", () => {
  test("contains any text without ending early", () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(nasty, fc.constantFrom("\n", "\r", " * ", "@ts-ignore", "/", "*")), { maxLength: 8 }), (parts) => {
        const text = parts.join("");
        for (const comment of [docComment(text, [], ""), docComment(text, ["@deprecated"], ""), `${lineComment(text)}\n`]) {
          const file = ts.createSourceFile("x.ts", `${comment}const only = 1;`, ts.ScriptTarget.Latest, true);
          expect(file.statements.map((statement) => statement.getText())).toEqual(["const only = 1;"]);
          expect(comment).not.toMatch(/[\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udbff](?![\udc00-\udfff])/);
        }
      }),
      { numRuns: 2000 },
    );
  });

  test("keeps letters of any language, and shows invisible characters", () => {
    expect(docComment("注文を取得します", [], "")).toBe("/** 注文を取得します */\n");
    expect(docComment("a\u200bb\u{e0041}*/ c", [], "")).toBe("/** a\\u200bb\\udb40\\udc41*\\/ c */\n");
  });

  test("gives tsc no instructions", () => {
    expect(docComment("One.\n@ts-expect-error", [], "  ")).toBe("/**\n   * One.\n   * \\@ts-expect-error\n   */\n  ");
  });
});
