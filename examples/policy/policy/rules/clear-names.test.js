import assert from "node:assert/strict";
import test from "node:test";
import { testRule } from "toolsetc/rule-tester";
import clearNames from "./clear-names.js";

const document = (operationId, argument) => `openapi: 3.1.0
info: { title: Library, version: "1" }
servers: [{ url: https://library.example.com }]
paths:
  /books:
    get:
      operationId: ${operationId}
      parameters: [{ name: ${argument}, in: query, schema: { type: string } }]
      responses: { "204": { description: Nothing. } }
`;

test("finds words that say nothing", async () => {
  const found = await testRule(clearNames, document("processBooks", "extra_info"));
  assert.deepEqual(
    found.map(({ message, line }) => [line, message]),
    [
      [7, 'The word "process" in "processBooks" says nothing.'],
      [8, 'The word "info" in the argument "extra_info" of "processBooks" says nothing.'],
    ],
  );
});

test("accepts clear names, and words of which a vague one is a part", async () => {
  assert.deepEqual(await testRule(clearNames, document("findBooks", "database")), []);
});
