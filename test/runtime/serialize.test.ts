import { describe, expect, test } from "vitest";
import { encodeForm, encodeReserved, encodeUnreserved } from "../../src/runtime/http/percent-encoding.ts";
import { serializeAlone, serializePairs } from "../../src/runtime/http/serialize.ts";

const array = ["blue", "black", "brown"];
const object = { R: 100, G: 200, B: 150 };
const plain = { allowReserved: false } as const;

/** OpenAPI 3.0.4 §4.7.12.4, 3.1.1 §4.8.12.4 and 3.2.0 §4.12.4, "Style Examples", for the parameter `color`. */
describe("in the table of styles of OpenAPI", () => {
  test.each([
    ["matrix", false, "", ";color"],
    ["matrix", false, "blue", ";color=blue"],
    ["matrix", false, array, ";color=blue,black,brown"],
    ["matrix", false, object, ";color=R,100,G,200,B,150"],
    ["matrix", true, "", ";color"],
    ["matrix", true, "blue", ";color=blue"],
    ["matrix", true, array, ";color=blue;color=black;color=brown"],
    ["matrix", true, object, ";R=100;G=200;B=150"],
    ["label", false, "", "."],
    ["label", false, "blue", ".blue"],
    ["label", false, array, ".blue,black,brown"],
    ["label", false, object, ".R,100,G,200,B,150"],
    ["label", true, "blue", ".blue"],
    ["label", true, array, ".blue.black.brown"],
    ["label", true, object, ".R=100.G=200.B=150"],
    ["simple", false, "", ""],
    ["simple", false, "blue", "blue"],
    ["simple", false, array, "blue,black,brown"],
    ["simple", false, object, "R,100,G,200,B,150"],
    ["simple", true, "blue", "blue"],
    ["simple", true, array, "blue,black,brown"],
    ["simple", true, object, "R=100,G=200,B=150"],
  ] as const)("the style %s with explode %s writes the value %j in a path or header", (style, explode, value, expected) => {
    expect(serializeAlone("color", value, { style, explode, ...plain }, encodeUnreserved)).toBe(expected);
  });

  test.each([
    ["form", false, "", "color="],
    ["form", false, "blue", "color=blue"],
    ["form", false, array, "color=blue,black,brown"],
    ["form", false, object, "color=R,100,G,200,B,150"],
    ["form", true, "", "color="],
    ["form", true, "blue", "color=blue"],
    ["form", true, array, "color=blue&color=black&color=brown"],
    ["form", true, object, "R=100&G=200&B=150"],
    ["spaceDelimited", false, array, "color=blue%20black%20brown"],
    ["spaceDelimited", false, object, "color=R%20100%20G%20200%20B%20150"],
    ["pipeDelimited", false, array, "color=blue%7Cblack%7Cbrown"],
    ["pipeDelimited", false, object, "color=R%7C100%7CG%7C200%7CB%7C150"],
    ["tabDelimited", false, array, "color=blue%09black%09brown"],
    ["deepObject", true, object, "color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150"],
    ["cookie", true, array, "color=blue&color=black&color=brown"],
  ] as const)("the style %s with explode %s writes the value %j in a query or cookie", (style, explode, value, expected) => {
    expect(pairs(serializePairs("color", value, { style, explode, ...plain }, encodeUnreserved))).toBe(expected);
  });
});

/** RFC 6570 §3.2, its variables and results, where a parameter can be written that way. */
describe("as in the examples of RFC 6570", () => {
  const list = ["red", "green", "blue"];
  const keys = { semi: ";", dot: ".", comma: "," };
  test.each([
    ["{var}", "simple", false, "var", "value", "value"],
    ["{hello}", "simple", false, "hello", "Hello World!", "Hello%20World%21"],
    ["{half}", "simple", false, "half", "50%", "50%25"],
    ["{list}", "simple", false, "list", list, "red,green,blue"],
    ["{list*}", "simple", true, "list", list, "red,green,blue"],
    ["{keys}", "simple", false, "keys", keys, "semi,%3B,dot,.,comma,%2C"],
    ["{keys*}", "simple", true, "keys", keys, "semi=%3B,dot=.,comma=%2C"],
    ["{.list}", "label", false, "list", list, ".red,green,blue"],
    ["{.list*}", "label", true, "list", list, ".red.green.blue"],
    ["{.keys}", "label", false, "keys", keys, ".semi,%3B,dot,.,comma,%2C"],
    ["{.keys*}", "label", true, "keys", keys, ".semi=%3B.dot=..comma=%2C"],
    ["{;hello}", "matrix", false, "hello", "Hello World!", ";hello=Hello%20World%21"],
    ["{;empty}", "matrix", false, "empty", "", ";empty"],
    ["{;list}", "matrix", false, "list", list, ";list=red,green,blue"],
    ["{;list*}", "matrix", true, "list", list, ";list=red;list=green;list=blue"],
    ["{;keys}", "matrix", false, "keys", keys, ";keys=semi,%3B,dot,.,comma,%2C"],
    ["{;keys*}", "matrix", true, "keys", keys, ";semi=%3B;dot=.;comma=%2C"],
    ["{undef}", "simple", false, "undef", undefined, undefined],
    ["{empty_keys}", "simple", false, "empty_keys", [], undefined],
  ] as const)("the template %s is expanded in a path", (_template, style, explode, name, value, expected) => {
    expect(serializeAlone(name, value, { style, explode, ...plain }, encodeUnreserved)).toBe(expected);
  });

  test.each([
    ["{?hello}", false, "hello", "Hello World!", "hello=Hello%20World%21"],
    ["{?list}", false, "list", list, "list=red,green,blue"],
    ["{?list*}", true, "list", list, "list=red&list=green&list=blue"],
    ["{?keys}", false, "keys", keys, "keys=semi,%3B,dot,.,comma,%2C"],
    ["{?keys*}", true, "keys", keys, "semi=%3B&dot=.&comma=%2C"],
    ["{?undef}", true, "undef", undefined, ""],
  ] as const)("the template %s is expanded in a query", (_template, explode, name, value, expected) => {
    expect(pairs(serializePairs(name, value, { style: "form", explode, ...plain }, encodeUnreserved))).toBe(expected);
  });

  test.each([
    ["{+hello}", "Hello World!", "Hello%20World!"],
    ["{+half}", "50%", "50%25"],
    ["{+base}", "http://example.com/home/", "http://example.com/home/"],
    ["{+path}", "/foo/bar", "/foo/bar"],
    ["percent-encoded triples stay", "a%2Fb", "a%2Fb"],
    ["what would end the value is encoded", "a&admin=1#x+y[0]", "a%26admin=1%23x%2By%5B0%5D"],
  ])("reserved characters are kept in a value: %s", (_template, text, expected) => {
    expect(encodeReserved(text)).toBe(expected);
  });
});

test("half of a surrogate pair is written as the replacement character", () => {
  expect(encodeUnreserved("a\ud800b")).toBe("a%EF%BF%BDb");
});

test("a form writes a space as a plus", () => {
  expect(encodeForm("123 Example Dr. + *")).toBe("123+Example+Dr.+%2B+%2A");
});

test("deeper objects are written in brackets in the style deepObject, and as JSON in other styles", () => {
  const filter = { a: { b: [1, { c: 2 }] }, none: null };
  expect(pairs(serializePairs("filter", filter, { style: "deepObject", explode: true, ...plain }, (text) => text))).toBe(
    "filter[a][b][0]=1&filter[a][b][1][c]=2",
  );
  expect(pairs(serializePairs("filter", filter, { style: "form", explode: true, ...plain }, (text) => text))).toBe('a={"b":[1,{"c":2}]}');
});

function pairs(list: readonly (readonly [string, string])[]): string {
  return list.map(([name, value]) => `${name}=${value}`).join("&");
}
