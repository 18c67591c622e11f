import { expect, test } from "vitest";
import { Failure, toFailure } from "../../src/host/failure.ts";

test("a permission that Deno denies is an error of the user's environment, and no bug", () => {
  // As Deno 2.9 says it.
  const denied = new Error('Requires read access to ".", run again with the --allow-read flag');
  denied.name = "NotCapable";
  const reading = () =>
    toFailure("Reading", () => {
      throw denied;
    });
  expect(reading).toThrow(Failure);
  expect(reading).toThrow("--allow-read");
});
