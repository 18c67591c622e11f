import { expect, test } from "vitest";
import { findValueError } from "../../src/environment/value-format.ts";
import { tryParseUrl } from "../../src/runtime/try-parse-url.ts";

// `URL.canParse` of Node 20 has another opinion after some thousand calls.
test("an address with letters beyond ASCII is valid in every one of many calls", () => {
  for (let count = 0; count < 50_000; count++) {
    const error = findValueError("https://bücher.example/é", "server-url");
    const address = tryParseUrl("é", "https://bücher.example");
    if (error !== undefined || address === undefined) expect([count, error, address]).toBeUndefined();
  }
  expect(tryParseUrl("https://bücher.example:99999")).toBeUndefined();
  expect(findValueError("https://bücher.example:99999", "url")).toMatchObject({ kind: "address" });
});
