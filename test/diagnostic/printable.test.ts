import { expect, test } from "vitest";
import { escapedJson, printable, printableJson, printableLines } from "../../src/diagnostic/printable.ts";

const everyUnit = Array.from({ length: 0x10000 }, (_, unit) => String.fromCharCode(unit)).join("");

test("printable JSON has the same value, and nothing that a terminal interprets", () => {
  const value = { [everyUnit]: [everyUnit, "##[a] ##vso[b] ##TeamCity[c]", "\u{e0041}"] };
  const text = printableJson(value);
  expect(JSON.parse(text)).toEqual(value);
  expect(escapedJson(text)).toBe(text);
  expect(text).not.toMatch(/[^\P{C}\n]|[\u2028\u2029]|##(?:\[|vso|TeamCity)/u);
});

test.each([
  ["a\tb\r\n\u001b[31m\u202e", "a b��\ufffd[31m\ufffd"],
  ["##[group] ###[x]", "\ufffd#[group] #\ufffd#[x]"],
  ["注 é 😀 –", "注 é 😀 –"],
])("the text %j is printed as %j", (text, shown) => {
  expect(printable(text)).toBe(shown);
});

test("no printed line begins like a command of a CI, also after white space", () => {
  expect(printableLines("::error::a\n \u00a0\t::stop-commands::b\r\n\u3000::c\na::b\n:d\n\r::e\n")).toBe(
    "\ufffd:error::a\n \u00a0 \ufffd:stop-commands::b\n\u3000\ufffd:c\na::b\n:d\n\ufffd::e\n",
  );
});
