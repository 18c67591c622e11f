import { fieldAt, stringValue, valueOrigin } from "../../definition/node.ts";
import { rule } from "../rule.ts";

/** The fields whose placeholder toolsetc replaces and CES does not. */
const extensions = ["mcpToolset.serverAddress", "connectorToolset.connection"];

export const cesUnmanagedPlaceholder = rule<{ field: string }>({
  code: "ces-unmanaged-placeholder",
  severity: "error",
  set: "ces",
  message: ({ field }) => `CES does not replace the placeholder in the field "${field}".`,
  help: "Environments of CES have no value for this field, so the app would use the string `$env_var` itself. Write the value, or apply an environment with `toolsetc import` before the app is sent to CES.",

  *definition({ node }) {
    for (const field of extensions) {
      const value = fieldAt(node, field.split("."));
      if (value !== undefined && stringValue(value) === "$env_var") yield { params: { field }, place: valueOrigin(value) };
    }
  },
});
