import { expect, test } from "vitest";
import { environmentSecrets, firstSecret } from "../../src/runtime/index.ts";

const ask = async (source: ReturnType<typeof firstSecret>, name: string) =>
  typeof source === "function" ? await source(name) : source[name];

test.each([
  ["github-token", "t1"],
  ["projects/p/secrets/github-token/versions/3", "t1"],
  ["projects/p/locations/eu/secrets/github-token/versions/latest", "t1"],
  ["elsewhere", "t2"],
  ["toString", undefined],
  ["absent", undefined],
])("`environmentSecrets` looks up the secret %s in the environment", async (name, expected) => {
  const source = environmentSecrets({ GITHUB_TOKEN: "t1", OTHER: "t2" }, { elsewhere: "OTHER" });
  expect(await ask(source, name)).toBe(expected);
});

test("several sources of secrets are asked in turn, until one has the secret", async () => {
  const asked: string[] = [];
  const source = firstSecret({ a: "1", b: "" }, (name) => {
    asked.push(name);
    return name === "b" ? Promise.resolve("2") : undefined;
  });
  expect([await ask(source, "a"), await ask(source, "b"), await ask(source, "constructor")]).toEqual(["1", "2", undefined]);
  expect(asked).toEqual(["b", "constructor"]);
});
