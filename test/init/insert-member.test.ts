import { expect, test } from "vitest";
import { insertMember } from "../../src/init/insert-member.ts";
import { withoutComments } from "../../src/source/json/json-comments.ts";

// Editor settings and package.json keep all that they have: comments, indentation, line ends, commas at the end.
test.each([
  ["{}", '{\n  "scripts": {\n    "new": "x"\n  }\n}'],
  [
    '{\n    // a comment, "x": {\n    "a": 1, // last\n}\n',
    '{\n    // a comment, "x": {\n    "a": 1, // last\n    "scripts": {\n        "new": "x"\n    }\n}\n',
  ],
  ['{\n  "a": 1 // last\n}\n', '{\n  "a": 1, // last\n  "scripts": {\n    "new": "x"\n  }\n}\n'],
  ['{\n  "scripts": {\n    "a": "b"\n  },\n  "x": []\n}\n', '{\n  "scripts": {\n    "a": "b",\n    "new": "x"\n  },\n  "x": []\n}\n'],
  ['{\n\t"scripts": {}\n}\n', '{\n\t"scripts": {\n\t\t"new": "x"\n\t}\n}\n'],
  ['{\r\n  "scripts": { "a": "b" }\r\n}\r\n', '{\r\n  "scripts": { "a": "b",\r\n    "new": "x"\r\n  }\r\n}\r\n'],
])("a member is inserted into the JSON %j, which keeps its comments and its form", (text, expected) => {
  expect(insertMember(text, ["scripts"], { name: "new", value: "x" })).toBe(expected);
});

test.each(["", "[]", "{", '{ "scripts": 1 }', '{ "scripts": [] }'])("the text %j gets no member and is not changed", (text) => {
  expect(insertMember(text, ["scripts"], { name: "new", value: "x" })).toBeUndefined();
});

test("the comments of JSON are replaced by spaces, and texts that look like comments are kept", () => {
  const text = '{ "a//b": "/* \\" */ , }", /* c, */ "d": [1, // e\n 2,], }';
  const plain = withoutComments(text);
  expect(plain).toHaveLength(text.length);
  expect(JSON.parse(plain)).toEqual({ "a//b": '/* " */ , }', d: [1, 2] });
});

test("inserting a member into a hostile text takes linear time", () => {
  for (const part of ["/*", '"\\', "//", ",  ", "/* *", "/"])
    expect(withoutComments(part.repeat(20_000))).toHaveLength(part.length * 20_000);
});
