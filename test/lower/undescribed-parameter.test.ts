import { expect, test } from "vitest";
import { lowerTexts, shop, toolOf } from "./lower-texts.ts";

test("a variable that only the path names is a required text of the input", async () => {
  const get = { operationId: "find", responses: { "200": { description: "Done." } } };
  const lowered = await lowerTexts(shop({ "/things/{id}/{id}": { get } }));
  const tool = toolOf(lowered, "find");
  expect(tool.input.json).toMatchObject({ properties: { id: { type: "string" } }, required: ["id"] });
  expect(tool.binding).toMatchObject({ parameters: [{ name: "id", in: "path", from: { input: "id" }, required: true }] });
  expect(tool.input.moves).toContainEqual({
    at: ["properties", "id"],
    origin: expect.objectContaining({ path: ["paths", "/things/{id}/{id}"], part: "key" }),
  });
  expect(lowered.diagnostics.map(({ code, message }) => `${code}: ${message}`)).toEqual([
    'missing-path-parameter: The path "/things/{id}/{id}" has the variable "{id}", but no parameter describes the variable.',
  ]);
});
