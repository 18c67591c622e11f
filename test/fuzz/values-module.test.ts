import { expect, test } from "vitest";
import { example, filesIn } from "../example-project.ts";
import { compileAs } from "./compiled.ts";
import { valuesModule } from "./values-module.ts";

test("each value is held against the type of its own tool, also where a module has several", async () => {
  const compilation = await compileAs("ts", { input: { kind: "project" } }, filesIn(example));
  const { text } = valuesModule(compilation);
  expect(text).toMatch(/\(value: \{"message":[^\n]*\.EchoInput =>/);
  expect(text).toMatch(/\(value: \{"a":-?\d[^\n]*\.AddInput =>/);
});
