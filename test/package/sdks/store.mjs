import { defineTool, defineToolset, http } from "toolsetc/runtime";

// What the compiler would write for a service with one tool that is called at once and one that needs approval.

const toolset = defineToolset({
  format: 2,
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

const input = { type: "object", properties: { id: { type: "integer" } }, required: ["id"], additionalProperties: false };

function tool(name, method, approval) {
  const http = { method, path: "/items/{id}" };
  return defineTool({ toolset, id: name, name, description: `${method} an item.`, input, output: { type: "object" }, approval, http });
}

export const tools = [tool("get_item", "GET", "none"), tool("delete_item", "DELETE", "required")];

/** Where the tools are called. The server there counts what arrives: one GET, and one DELETE, whoever asks for how many. */
export const baseUrl = process.argv[2];

/** The loops without and with the user's yes. Only the second may delete. */
export const answers = [false, true];

/** What each turn of the model wants, before it says "Done.". */
export const wanted = (approved) => (approved ? [{ name: "get_item" }, { name: "delete_item" }] : [{ name: "delete_item" }]);
