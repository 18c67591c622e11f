import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { HttpBinding, Mismatch, SchemaSource } from "../../src/runtime/index.ts";
import { returnsContent } from "../../src/runtime/result/content.ts";
import { lowerTexts, shop, toolOf } from "../lower/lower-texts.ts";
import { makeTool } from "./fixture.ts";
import { emptyObject, type Loopback, startLoopback } from "./loopback.ts";

let server: Loopback;
beforeAll(async () => {
  server = await startLoopback();
});
afterAll(() => server.close());
beforeEach(() => {
  server.arrivals.length = 0;
  server.answer = emptyObject;
});

const order = { type: "object", properties: { total: { type: "number" } }, required: ["total"] };

/** A tool for an operation whose response 200 has the given media types, each with its schema. */
async function toolFor(content: { readonly [mediaType: string]: object }, pick: readonly string[] = []) {
  const described = Object.fromEntries(Object.entries(content).map(([mediaType, schema]) => [mediaType, { schema }]));
  const get = { operationId: "call", responses: { 200: { description: "Done.", content: described } } };
  const { binding, output } = toolOf(await lowerTexts(shop({ "/orders": { get } })), "call");
  return makeTool({ binding: binding as HttpBinding, output: output.json as SchemaSource, pick });
}

const bytes = gzipSync("a");
const file = { mediaType: "application/zip", base64: bytes.toString("base64") };

describe("a response in any documented media type is read as documented", () => {
  test.each<[string, { readonly [mediaType: string]: object }, string, string, string | Buffer, unknown]>([
    [
      "JSON",
      { "application/json": order, "text/csv": {} },
      "application/json, text/csv;q=0.5",
      "application/json",
      '{"total":1}',
      { total: 1 },
    ],
    [
      "CSV",
      { "application/json": order, "text/csv": {} },
      "application/json, text/csv;q=0.5",
      "text/csv; header=present",
      "a,b",
      { result: "a,b" },
    ],
    ["an empty CSV", { "text/csv": {}, "application/json": order }, "application/json, text/csv;q=0.5", "text/csv", "", { result: "" }],
    [
      "CSV that is also JSON",
      { "application/json": order, "text/csv": {} },
      "application/json, text/csv;q=0.5",
      "text/csv",
      "5",
      { result: "5" },
    ],
    [
      "XML",
      { "application/xml": order, "application/json": order },
      "application/json, application/xml;q=0.5",
      "application/xml",
      "<a/>",
      { result: "<a/>" },
    ],
    [
      "bytes",
      { "application/json": order, "application/zip": {} },
      "application/json, application/zip;q=0.5",
      "application/zip",
      bytes,
      file,
    ],
    [
      "a range",
      { "application/json": order, "application/*": order },
      "application/json, application/*",
      "application/json",
      '{"total":1}',
      { total: 1 },
    ],
    [
      "bytes beside a list",
      { "application/json": { type: "array" }, "application/zip": {} },
      "application/json, application/zip;q=0.5",
      "application/zip",
      bytes,
      { result: file },
    ],
    [
      "bytes beside text",
      { "application/zip": {}, "text/csv": {} },
      "text/csv, application/zip;q=0.5",
      "application/zip",
      bytes,
      { result: file },
    ],
    [
      "two types of JSON",
      { "application/json": order, "application/hal+json": order },
      "application/json, application/hal+json",
      "application/hal+json",
      '{"total":1}',
      { total: 1 },
    ],
    [
      "JSON that is called text",
      { "text/plain": order, "application/json": order },
      "application/json, text/plain",
      "text/plain",
      '{"total":1}',
      { total: 1 },
    ],
    [
      "text",
      { "text/plain": { type: "string" }, "application/json": { type: "string" } },
      "application/json, text/plain;q=0.5",
      "text/plain",
      "ok",
      { result: "ok" },
    ],
    [
      "events, which are not asked for",
      { "application/json": order, "text/event-stream": {} },
      "application/json",
      "text/event-stream",
      "data: a\n\n",
      { result: ["a"] },
    ],
    [
      "sequences of two kinds",
      { "application/jsonl": {}, "text/event-stream": { type: "string" } },
      "application/jsonl, text/event-stream",
      "application/jsonl",
      "1\n",
      { result: [1] },
    ],
    [
      "a name that is no media type",
      { "application/json": order, "Header: ü": {} },
      "application/json",
      "application/json",
      '{"total":1}',
      { total: 1 },
    ],
  ])("is parsed if it is JSON, and is else a text or a file: %s", async (_name, content, accept, contentType, body, expected) => {
    server.answer = (response) => response.writeHead(200, { "content-type": contentType }).end(body);
    const tool = await toolFor(content);
    expect(await tool.execute({}, { baseUrl: server.address })).toEqual(expected);
    expect(server.arrivals[0]?.headers.accept).toBe(accept);
  });

  test("a response in another media type is reported to `onMismatch`, and the output type stays", async () => {
    server.answer = (response) => response.writeHead(200, { "content-type": "text/csv" }).end("a,b");
    const tool = await toolFor({ "application/json": order, "text/csv": {}, "application/zip": {} });
    const mismatches: Mismatch[] = [];
    await tool.execute({}, { baseUrl: server.address, onMismatch: (mismatch) => mismatches.push(mismatch) });
    expect(mismatches).toHaveLength(1);
    await expect(tool.execute({}, { baseUrl: server.address, output: "strict" })).rejects.toMatchObject({
      code: "invalid-response",
      sent: true,
    });
    expect(returnsContent(tool)).toBe(false);
    expect(returnsContent(await toolFor({ "application/zip": {} }))).toBe(true);
  });

  test.each<[string, string | Buffer, unknown]>([
    ["text/csv", "a,b", { result: "a,b" }],
    ["application/zip", bytes, file],
  ])("a response of the type %s stays whole though `pick` selects members of JSON", async (contentType, body, expected) => {
    server.answer = (response) => response.writeHead(200, { "content-type": contentType }).end(body);
    const tool = await toolFor({ "application/json": order, "text/csv": {}, "application/zip": {} }, ["total"]);
    expect(await tool.execute({}, { baseUrl: server.address })).toEqual(expected);
  });
});
