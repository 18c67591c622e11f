import { fieldAt, valueOrigin } from "../../definition/node.ts";
import { isPlaceholder } from "../../source/text/placeholder.ts";
import { rule } from "../rule.ts";

/** The fields whose placeholder toolsetc replaces and CES does not. */
const extensions = ["mcpToolset.serverAddress", "connectorToolset.connection"];

export const cesUnmanagedPlaceholder = rule<{ field: string }>({
  code: "ces-unmanaged-placeholder",
  severity: "error",
  set: "ces",
  summary: "`$env_var` in a field in which CES does not replace it",
  price: 0,
  message: ({ field }) => `CES does not replace the placeholder "$env_var" in the field "${field}".`,
  help: "CES cannot set this field by environment, so the app would use the string `$env_var` itself. Write the value here, or let `toolsetc import` write the value from the environment file before the app is sent to CES.",

  *definition({ node }) {
    for (const field of extensions) {
      const value = fieldAt(node, field.split("."));
      if (value !== undefined && isPlaceholder(value.value)) yield { params: { field }, place: valueOrigin(value) };
    }
  },
});
