import { client, defineTool, defineToolset, type HttpBinding, http } from "../../src/runtime/index.ts";
import { allParts } from "../../src/runtime/parts.ts";

// Two toolsets as the compiler writes them, with one tool of each kind that adapters tell apart.

const store = /* @__PURE__ */ defineToolset({
  format: 2,
  uses: [allParts],
  name: "store",
  displayName: "Store",
  connection: {
    kind: "openapi",
    definition: { openApiToolset: {} },
    servers: [],
    securitySchemes: {},
    timeout: 30_000,
    environments: {},
    defaultEnvironment: null,
  },
  transport: http,
});

const page = /* @__PURE__ */ defineToolset({
  format: 2,
  uses: [allParts],
  name: "page",
  displayName: "Page",
  connection: {
    kind: "client",
    definition: { clientFunction: {} },
    servers: [],
    securitySchemes: {},
    timeout: 30_000,
    environments: {},
    defaultEnvironment: null,
  },
  transport: client,
});

export interface GetItemInput {
  id: number;
  size?: "small" | "large";
}

export interface Item {
  name: string;
  price?: number;
}

/** A plain read. */
export const getItem = /* @__PURE__ */ defineTool<GetItemInput, Item, "store_get_item", "none">({
  toolset: store,
  id: "get_item",
  name: "store_get_item",
  title: "Get an item",
  description: "Gets an item of the store.",
  input: {
    type: "object",
    properties: { id: { type: "integer", minimum: 1 }, size: { type: "string", enum: ["small", "large"] } },
    required: ["id"],
    additionalProperties: false,
  },
  output: { type: "object", properties: { name: { type: "string" }, price: { type: "number" } }, required: ["name"] },
  annotations: { readOnly: true },
  tags: ["items"],
  metadata: { team: "stock" },
  http: { method: "GET", path: "/items/{id}", query: ["size"] },
});

/** Needs approval. */
const deletion: NonNullable<HttpBinding["waiting"]> = {
  style: "operation",
  header: null,
  operation: {
    path: "/items/{id}/deletion",
    servers: null,
    parameters: [
      { name: "id", in: "path", from: { input: "id" }, required: true, as: { style: "simple", explode: false, allowReserved: false } },
    ],
    responses: [{ status: "200", contentType: "application/json", body: "json" }],
    output: "object",
    security: [],
    id: [],
  },
  state: ["state"],
  pending: ["running"],
  failed: ["failed"],
  seconds: null,
};

export const deleteItem = /* @__PURE__ */ defineTool<{ id: number }, { deleted: boolean }, "store_delete_item", "required">({
  toolset: store,
  id: "delete_item",
  name: "store_delete_item",
  description: "Deletes an item of the store.",
  input: { type: "object", properties: { id: { type: "integer" } }, required: ["id"], additionalProperties: false },
  output: { type: "object", properties: { deleted: { type: "boolean" } }, required: ["deleted"] },
  annotations: { destructive: true, idempotent: true },
  approval: "required",
  tags: ["items"],
  // With the status 202, the item is deleted later.
  http: { method: "DELETE", path: "/items/{id}", waiting: deletion },
});

/** Has an open object. */
export const setLabels = /* @__PURE__ */ defineTool<
  { id: number; labels: { [name: string]: string } },
  { count: number },
  "store_set_labels"
>({
  toolset: store,
  id: "set_labels",
  name: "store_set_labels",
  description: "Sets the labels of an item.",
  input: {
    type: "object",
    properties: { id: { type: "integer" }, labels: { type: "object", additionalProperties: { type: "string" } } },
    required: ["id", "labels"],
  },
  output: { type: "object", properties: { count: { type: "integer" } }, required: ["count"] },
  tags: ["labels"],
  http: { method: "PUT", path: "/items/{id}/labels", body: { required: true, input: "labels" } },
});

/** Offered on demand, and its answer is cut to size. */
export const listItems = /* @__PURE__ */ defineTool<{ [key: string]: never }, { items: Item[] }, "store_list_items">({
  toolset: store,
  id: "list_items",
  name: "store_list_items",
  description: "Lists all items of the store.",
  input: { type: "object", properties: {}, additionalProperties: false },
  output: { type: "object", properties: { items: { type: "array", items: { type: "object" } } }, required: ["items"] },
  lazy: true,
  trim: { pick: [], maxBytes: 200 },
  http: { method: "GET", path: "/items" },
});

/** The browser carries it out. */
export const pickColour = /* @__PURE__ */ defineTool<{ of: string }, { colour: string }, "page_pick_colour">({
  toolset: page,
  id: "pick_colour",
  name: "page_pick_colour",
  description: "Lets the user pick a colour.",
  input: { type: "object", properties: { of: { type: "string" } }, required: ["of"] },
  output: { type: "object", properties: { colour: { type: "string" } }, required: ["colour"] },
  client: { function: "pick_colour" },
});

export const storeTools = [getItem, deleteItem, setLabels, listItems] as const;
export const pageTools = [pickColour] as const;

export const groups = { items: ["store_get_item", "store_delete_item"], labels: ["store_set_labels"] } as const;
