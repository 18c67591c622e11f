import { expect, test } from "vitest";
import { findValueError, type ValueFormat } from "../../src/environment/value-format.ts";
import { tryParseUrl } from "../../src/runtime/try-parse-url.ts";

// `URL.canParse` of Node 20 has another opinion after some thousand calls.
test("an address with letters beyond ASCII is valid, also if it is checked many times", () => {
  for (let count = 0; count < 50_000; count++) {
    const error = findValueError("https://bücher.example/é", "server-url");
    const address = tryParseUrl("é", "https://bücher.example");
    if (error !== undefined || address === undefined) expect([count, error, address]).toBeUndefined();
  }
  expect(tryParseUrl("https://bücher.example:99999")).toBeUndefined();
  expect(findValueError("https://bücher.example:99999", "url")).toMatchObject({ kind: "address" });
});

const secret: ValueFormat = { collections: ["projects", "secrets", "versions"] };

// Each of these values has an error that is found before the password, or may be a secret instead of its name.
test.each<[value: string | number, format: ValueFormat, isSecret: boolean]>([
  ["https://user:hunter2@a.example.com", "url", true],
  ["https://user:hunter 2@a.example.com", "url", true],
  ["ftp://user:hunter2@a.example.com", "url", true],
  ["user:hunter2@a.example.com", "server-url", true],
  ["https:\\\\user:hunter2@a.example.com", "url", true],
  ["https://user:hunt/er2@a.example.com", "url", true],
  ["a.example.com", "url", false],
  ["hunter2", secret, true],
  [20260101, secret, true],
  [20260101, "url", false],
])("%j as %j is hidden if it may contain a secret", (value, format, isSecret) => {
  expect(findValueError(value, format)).toMatchObject({ isSecret });
});
