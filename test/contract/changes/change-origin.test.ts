import { expect, test } from "vitest";
import { analyze } from "../../../src/compile.ts";
import { type ChangedTool, changeOrigin } from "../../../src/contract/changes/change-origin.ts";
import { locate } from "../../../src/source/locate.ts";
import { parseTree } from "../../../src/source/parse-tree.ts";
import { originOfValue } from "../../../src/source/tree.ts";
import { memoryHost, optionsOf } from "../../compile-texts.ts";

const document = `openapi: 3.1.0
info: { title: Shop, version: "1" }
servers: [{ url: https://shop.example }]
paths:
  /orders:
    post:
      operationId: add_order
      parameters:
        - name: dry_run
          in: query
          schema: { type: boolean, description: Whether to store nothing. }
        - name: notify
          in: query
          description: Whom to tell.
          schema: { type: string }
      requestBody:
        required: true
        content:
          application/json:
            schema:
              allOf:
                - $ref: "#/components/schemas/Order"
                - type: object
                  properties:
                    coupon: { type: string }
      responses:
        "200":
          description: It.
          content: { application/json: { schema: { $ref: "#/components/schemas/Order" } } }
components:
  schemas:
    Order:
      type: object
      properties:
        status: { enum: [open, closed] }
        lines:
          type: array
          items: { $ref: "#/components/schemas/Line" }
        labels:
          type: object
          additionalProperties: { maxLength: 9 }
    Line:
      type: object
      description: What was ordered.
      properties:
        amount: { minimum: 1 }
`;

test.each<[string, string, string]>([
  ["narrowed-input", "/input/dry_run", "{ type: boolean, "],
  ["changed-text", "/input/dry_run/description", "Whether to store nothing. }"],
  ["changed-text", "/input/notify/description", "Whom to tell."],
  ["changed-text", "/input/lines/*/description", "What was ordered."],
  // The text is gone.
  ["changed-text", "/input/lines/*/title", "type: object\n      description: What"],
  ["narrowed-input", "/input/coupon", "{ type: string }"],
  ["narrowed-input", "/input/lines/*/amount", "{ minimum: 1 }"],
  ["widened-output", "/output/status", "{ enum: [open, closed] }"],
  ["widened-output", "/output/lines/*", "type: object"],
  ["widened-output", "/output/labels/*", "{ maxLength: 9 }"],
  // What is gone is shown at what was around it.
  ["narrowed-input", "/input/lines/*/price", "type: object\n      description: What"],
  ["narrowed-input", "/input/gone", "operationId:"],
  ["changed-text", "/description", "operationId:"],
])("the change %s at %s is reported at its place in the document", async (kind, pointer, text) => {
  const { program } = await analyze(
    memoryHost({ "shop.yaml": "displayName: shop\nopenApiToolset: { openApiSchema: shop.openapi.yaml }\n", "shop.openapi.yaml": document }),
    optionsOf(),
  );
  const [toolset] = program.toolsets;
  const [tool] = toolset?.tools ?? [];
  const origin = changeOrigin(
    { kind, pointer } as Parameters<typeof changeOrigin>[0],
    {
      ...tool,
      shared: toolset?.schemas ?? new Map(),
    } as ChangedTool,
  );
  const span = locate([origin]).get(origin);
  expect(document.slice(span?.start)).toSatisfy((rest: string) => rest.startsWith(text));
});

test("the search for the place of a change ends in schemas that contain themselves and in nested unions", () => {
  const tree = parseTree({ path: "a.yaml", text: "a: 1\n" });
  const schema = (json: object) => ({ json, origin: originOfValue(tree, []), moves: [] }) as ChangedTool["input"];
  const level = (next: string) => ({ anyOf: Array.from({ length: 30 }, () => ({ $ref: next })) });
  const shared = new Map(Array.from({ length: 60 }, (_, index) => [`L${index}`, schema(level(`#/$defs/L${(index + 1) % 60}`))]));
  const input = schema({ $ref: "#/$defs/L0" });
  const tool = { input, output: input, origin: originOfValue(tree, []), shared };
  expect(changeOrigin({ kind: "narrowed-input", pointer: "/input/a/b/c" }, tool)).toBe(tool.origin);
});

test("the search for the place of a change looks at a part of a union with very many alternatives", () => {
  const tree = parseTree({ path: "a.yaml", text: "a: 1\n" });
  const json = { anyOf: [...Array.from({ length: 200_000 }, () => ({})), { properties: { a: {} } }] };
  const input = { json, origin: originOfValue(tree, []), moves: [] } as ChangedTool["input"];
  const tool = { input, output: input, origin: originOfValue(tree, []), shared: new Map() };
  expect(changeOrigin({ kind: "narrowed-input", pointer: "/input/a" }, tool)).toBe(tool.origin);
});
