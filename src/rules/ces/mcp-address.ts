import { field, stringValue, valueOrigin } from "../../definition/node.ts";
import { rule } from "../rule.ts";

export const mcpAddress = rule<{ toolset: string }>({
  code: "ces-mcp-address",
  severity: "error",
  set: "ces",
  message: ({ toolset }) => `The server URL of the toolset "${toolset}" does not end in /mcp or /mcp/.`,
  help: "CES supports only Streamable HTTP and requires the URL of that endpoint. SSE endpoints do not work.",

  *definition({ kind, name, body }) {
    const address = field(body, "serverAddress");
    const value = stringValue(address);
    if (kind !== "mcp" || address === undefined || value === undefined || value === "$env_var") return;
    if (!/\/mcp\/?$/.test(value)) yield { params: { toolset: name }, place: valueOrigin(address) };
  },
});
