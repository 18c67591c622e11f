import { expect, test } from "vitest";
import { decode } from "../../src/source/text/decode.ts";

test("a file in UTF-8 is read, with or without a byte order mark", () => {
  const text = "\ufeffé😀\u2028";
  expect(decode(new TextEncoder().encode(text))).toEqual({ text, problems: [] });
  expect(decode(new Uint8Array())).toEqual({ text: "", problems: [] });
});

test.each([
  ["an overlong form", [0x61, 0xc0, 0x80, 0x62], 1],
  ["a surrogate", [0x61, 0x62, 0xed, 0xa0, 0x80], 2],
  ["a lone continuation", [0xc3, 0xa9, 0x80], 2],
  ["Latin-1", [0x61, 0xe9, 0x62], 1],
  ["a character that is cut off", [0x61, 0xf0, 0x9f, 0x98], 1],
  ["NUL", [0x61, 0x00, 0x62], 1],
])("a file that is not UTF-8 is rejected at the offset of the first wrong byte: %s", (_name, bytes, offset) => {
  const { problems } = decode(new Uint8Array(bytes));
  expect(problems.map(({ code }) => code)).toEqual(["not-utf-8"]);
  expect(Number(/offset (\d+)/.exec(problems[0]?.reason ?? "")?.[1])).toBe(offset);
});

test("a file in UTF-16 is rejected with the name of its encoding", () => {
  expect(decode(new Uint8Array([0xff, 0xfe, 0x61, 0x00])).problems[0]?.reason).toBe("it is encoded in UTF-16.");
});
