import { expect, test } from "vitest";
import { example, filesIn } from "../example-project.ts";
import { compileAs } from "./compiled.ts";
import { valuesModule } from "./values-module.ts";

test("the fuzz test checks each value against the type of its own tool, also if a module has several", async () => {
  const compilation = await compileAs("ts", { input: { kind: "project" } }, filesIn(example));
  const { text } = valuesModule(compilation);
  expect(text).toMatch(/\(value: \{"message":[^\n]*\.EchoInput =>/);
  expect(text).toMatch(/\(value: \{"a":-?\d[^\n]*\.AddInput =>/);
});
