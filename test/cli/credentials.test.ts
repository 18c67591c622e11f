import { expect, test } from "vitest";
import { readCredentials, secretValues } from "../../src/cli/calls/credentials.ts";

const environment = { TOKEN: "t-1", KEY: "k-1", EMPTY: "" };

test("the flags for credentials each take a name and the environment variable with the value", () => {
  const flags = { var: ["token=env:TOKEN"], secret: ["projects/p/secrets/a=b/versions/1=env:KEY"], auth: ["api key=env:KEY"] };
  const credentials = readCredentials(flags, environment);
  expect(credentials).toEqual({
    variables: { token: "t-1" },
    secrets: { "projects/p/secrets/a=b/versions/1": "k-1" },
    auth: { "api key": "k-1" },
  });
  expect(secretValues(credentials)).toEqual(["t-1", "k-1", "k-1"]);
  expect(readCredentials({}, environment)).toEqual({ variables: {}, secrets: {}, auth: {} });
});

test.each(["secret", "auth", "var"] as const)("the flag --%s refuses a value itself, and does not repeat it in the error", (flag) => {
  for (const given of ["name=s3cret", "s3cret", "=env:KEY", "name=env:"]) {
    const read = () => readCredentials({ [flag]: [given] }, environment);
    expect(read).toThrow(/environment variable/);
    expect(read).not.toThrow(/s3cret/);
  }
});

test("a flag for a credential whose environment variable has no value is an error", () => {
  expect(() => readCredentials({ auth: ["key=env:NONE"] }, environment)).toThrow('"key": the environment variable "NONE" has no value');
  expect(() => readCredentials({ auth: ["key=env:EMPTY"] }, environment)).toThrow("has no value");
});

test("a flag for a credential takes any name, also `__proto__`", () => {
  expect(Object.keys(readCredentials({ auth: ["__proto__=env:KEY"] }, environment).auth)).toEqual(["__proto__"]);
});
