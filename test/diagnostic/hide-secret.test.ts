import fc from "fast-check";
import { expect, test } from "vitest";
import { maskPasswords } from "../../src/diagnostic/hide-secret.ts";

test.each([
  ["url: https://user:pass@shop.example/a", "url: https://*********@shop.example/a"],
  ["https://a@b.example https://c@d.example", "https://*@b.example https://*@d.example"],
  ["https://a@b@c.example", "https://*@b@c.example"],
  ["mail: me@shop.example", "mail: me@shop.example"],
  ["https://shop.example/@me", "https://shop.example/@me"],
  ["//@x", "//@x"],
  ["@", "@"],
])("in the line %s, only user information in URLs is masked", (line, masked) => {
  expect(maskPasswords(line)).toBe(masked);
});

test("the masked part of any line is between // and @", () => {
  const line = fc.string({ unit: fc.constantFrom(..."//@@ab :\"'`\n\u00a0") });
  fc.assert(
    fc.property(line, (each) => {
      expect(maskPasswords(each)).toBe(each.replaceAll(/(?<=\/\/)[^\s/@"'`]+(?=@)/g, (secret) => "*".repeat(secret.length)));
    }),
    { seed: 1, numRuns: 2000 },
  );
});
