import { fieldAt, stringValue, valueOrigin } from "../../definition/node.ts";
import { rule } from "../rule.ts";

/** Fields that toolsetc fills and CES does not. */
const extensions = ["mcpToolset.serverAddress", "connectorToolset.connection"];

export const cesUnmanagedPlaceholder = rule<{ field: string }>({
  code: "ces-unmanaged-placeholder",
  severity: "error",
  set: "ces",
  message: ({ field }) => `CES does not fill the placeholder in "${field}".`,
  help: "The environment has no value for this field in CES, so `$env_var` itself would be used. Write the value, or import an environment before the resource is sent.",

  *definition({ node }) {
    for (const field of extensions) {
      const value = fieldAt(node, field.split("."));
      if (value !== undefined && stringValue(value) === "$env_var") yield { params: { field }, place: valueOrigin(value) };
    }
  },
});
