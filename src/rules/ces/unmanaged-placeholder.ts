import { fieldAt, text, valueOrigin } from "../../definition/node.ts";
import { documentText, toolsetOver } from "../examples.ts";
import { rule } from "../rule.ts";

/** Where toolsetc takes `$env_var` and CES does not. */
const extensions = ["mcpToolset.serverAddress", "connectorToolset.connection"];

export const unmanagedPlaceholder = rule<{ field: string }>({
  code: "ces-unmanaged-placeholder",
  severity: "error",
  profile: "ces",
  message: ({ field }) => `CES does not fill the placeholder in "${field}".`,
  help: "The environment has no value for this field in CES, so `$env_var` itself would be used. Write the value, or import an environment before the resource is sent.",

  examples: {
    valid: [toolsetOver(documentText("operationId: get_forecast"))],
    invalid: [
      {
        "shop.yaml": "displayName: shop\nmcpToolset:\n  serverAddress: $env_var\n",
        "environment.json": '{ "toolsets": { "shop": { "mcpToolset": { "serverAddress": "https://shop.example.com/mcp" } } } }',
        "snapshots/shop.tools.json":
          '{ "formatVersion": "1.0", "tools": [{ "name": "find", "description": "Finds goods.", "inputSchema": { "type": "object" } }] }',
      },
    ],
  },

  *check({ definitions }) {
    for (const { node } of definitions) {
      for (const field of extensions) {
        const value = fieldAt(node, field.split("."));
        if (value !== undefined && text(value) === "$env_var") yield { params: { field }, place: valueOrigin(value) };
      }
    }
  },
});
