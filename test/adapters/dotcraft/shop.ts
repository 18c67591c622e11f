import { type Manifest, toolsOf } from "../../../src/runtime/manifest.ts";
import type { Tool } from "../../../src/runtime/tool/tool.ts";
import { compileTexts } from "../../compile-texts.ts";

const long = "a_function_whose_name_takes_all_of_the_room_there_is_for_it";

/** A project with what DotCraft treats in a way of its own. */
export const shopTexts = {
  "toolsetc.yaml": `
targets:
  - { target: manifest, out: out }
  - { target: dotcraft, out: v2 }
  - { target: dotcraft, out: legacy, wire: legacy }
overrides:
  shop:
    tools:
      find_items: { lazy: true, output: { maxBytes: 120 } }
      reset: { metadata: { dotcraft: { approval: { kind: remoteResource, targetArgument: scope, operation: reset } } } }
`,
  "shop.yaml": `
displayName: shop
description: What the shop has.
openApiToolset:
  openApiSchema: shop.openapi.yaml
`,
  "shop.openapi.yaml": `
openapi: 3.0.3
info: { title: Shop, version: "1" }
servers: [{ url: https://shop.example.com }]
paths:
  /items:
    get:
      operationId: find_items
      summary: Finds items.
      parameters: [{ name: q, in: query, schema: { type: string } }]
      responses: { "200": { description: Them., content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/Item" } } } } } }
  /items/{id}:
    get:
      operationId: get_item
      summary: One item.
      parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
      responses: { "200": { description: It., content: { application/json: { schema: { $ref: "#/components/schemas/Item" } } } } }
    delete:
      operationId: delete_item
      summary: Removes an item.
      parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
      responses: { "204": { description: Gone. } }
  /items/{id}/photo:
    get:
      operationId: get_photo
      summary: Its photo.
      parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
      responses: { "200": { description: It., content: { image/png: { schema: { type: string, format: binary } } } } }
  /reset:
    post:
      operationId: reset
      summary: Starts anew.
      parameters: [{ name: scope, in: query, required: true, schema: { type: string } }]
      responses: { "204": { description: Done. } }
  /${long}:
    get:
      operationId: ${long}
      summary: Has a long name.
      responses: { "204": { description: Done. } }
components:
  schemas:
    Item:
      type: object
      required: [id]
      properties: { id: { type: integer }, name: { type: string }, parts: { type: array, items: { $ref: "#/components/schemas/Item" } } }
`,
  "show_on_map.yaml": `
displayName: show_on_map
clientFunction:
  name: show_on_map
  description: Shows a city on the map.
  parameters: { type: OBJECT, properties: { city: { type: STRING } }, required: [city] }
`,
};

export async function compileShop(texts: { readonly [path: string]: string } = shopTexts) {
  const compilation = await compileTexts(texts);
  const fileIn = (out: string, path: string): unknown => {
    const file = compilation.outputs
      .filter((output) => output.out === out)
      .flatMap(({ files }) => files)
      .find((each) => each.path === path);
    if (file === undefined) throw new Error(`No file ${path} was written to ${out}.`);
    return JSON.parse(file.text);
  };
  const manifests = compilation.outputs.filter(({ out }) => out === "out").flatMap(({ files }) => files);
  const tools: Tool[] = manifests.flatMap(({ text }) => toolsOf(JSON.parse(text) as Manifest));
  return { ...compilation, tools, fileIn };
}
