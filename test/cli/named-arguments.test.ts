import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { namedArguments } from "../../src/cli/calls/named-arguments.ts";
import { runCommand } from "../run-command.ts";

const input = {
  type: "object",
  properties: {
    id: { type: "string" },
    limit: { type: "integer" },
    all: { type: "boolean" },
    either: { type: ["string", "integer"] },
    tags: { type: "array", items: { type: "string" } },
    sizes: { type: "array", items: { $ref: "#/$defs/Size" } },
    place: { $ref: "#/$defs/Place" },
    any: {},
    photo: { $ref: "#/$defs/File" },
    photos: { type: "array", items: { $ref: "#/$defs/File" } },
  },
  $defs: {
    Size: { type: "integer" },
    Place: { type: "object", properties: { x: { type: "integer" } } },
    File: {
      type: "object",
      properties: { filename: { type: "string" }, base64: { type: "string", contentEncoding: "base64" } },
      required: ["base64"],
      additionalProperties: false,
    },
  },
};

const readFile = (path: string) => new TextEncoder().encode(`bytes of ${path}`);
const fileOf = (path: string, filename: string) => ({ filename, base64: btoa(`bytes of ${path}`) });

test.each<[words: string[], expected: object]>([
  [["id=7"], { id: "7" }],
  [["id="], { id: "" }],
  [["id=a=b"], { id: "a=b" }],
  [["limit=7"], { limit: 7 }],
  [["limit=many"], { limit: "many" }],
  [["all=true"], { all: true }],
  [["either=7"], { either: "7" }],
  [["tags=a", "tags=7"], { tags: ["a", "7"] }],
  [["tags=a"], { tags: ["a"] }],
  [['tags=["a","b"]'], { tags: ["a", "b"] }],
  [["sizes=1", "sizes=2"], { sizes: [1, 2] }],
  [["sizes=1"], { sizes: [1] }],
  [['place={"x":1}'], { place: { x: 1 } }],
  [["any=7"], { any: "7" }],
  [["unknown=7"], { unknown: "7" }],
  [["photo=@a/b.png"], { photo: fileOf("a/b.png", "b.png") }],
  [["photos=@a.png", "photos=@b.png"], { photos: [fileOf("a.png", "a.png"), fileOf("b.png", "b.png")] }],
  [["photos=@a.png"], { photos: [fileOf("a.png", "a.png")] }],
  [["photo=b.png"], { photo: "b.png" }],
  [["id=@ann"], { id: "@ann" }],
  [["limit=@a"], { limit: "@a" }],
  [["place=@a"], { place: "@a" }],
])("the words %j after a tool's name become arguments of the types that it takes", (words, expected) => {
  expect(namedArguments(words, input, readFile)).toEqual(expected);
});

test("words after a tool's name may use names that every object inherits", () => {
  expect(Object.entries(namedArguments(["__proto__=1", "constructor=2"], input, readFile))).toEqual([
    ["__proto__", "1"],
    ["constructor", "2"],
  ]);
});

test("`call` reads arguments whose schemas are shared schemas of the toolset", async () => {
  const folder = mkdtempSync(join(tmpdir(), "toolsetc-arguments-"));
  const document = `openapi: 3.0.3
info: { title: Shop, version: "1" }
servers: [{ url: https://shop.example }]
paths:
  /orders:
    get:
      operationId: list_orders
      parameters:
        - { name: shop, in: query, schema: { $ref: "#/components/schemas/Code" } }
        - { name: size, in: query, schema: { allOf: [{ $ref: "#/components/schemas/Size" }, { description: Of each. }] } }
      responses: { "200": { description: The orders. } }
components:
  schemas:
    Code: { type: string, pattern: "^[0-9]+$" }
    Size: { type: integer, minimum: 1 }
`;
  try {
    writeFileSync(join(folder, "shop.yaml"), document);
    const args = ["call", "--openapi", "shop.yaml", "shop.list_orders", "shop=12", "size=7", "--dry-run"];
    const { status, stdout, stderr } = await runCommand(args, { cwd: folder });
    expect(stderr).toBe("");
    expect(stdout).toContain("GET https://shop.example/orders?shop=12&size=7");
    expect(status).toBe(0);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
