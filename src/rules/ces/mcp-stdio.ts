import { field, keyOrigin } from "../../definition/node.ts";
import { rule } from "../rule.ts";

export const mcpStdio = rule<{ toolset: string }>({
  code: "ces-mcp-stdio",
  severity: "error",
  set: "ces",
  message: ({ toolset }) => `The server of "${toolset}" is a program that is started, which CES cannot do.`,
  help: "CES reaches MCP servers over Streamable HTTP only; `stdio` is an extension of toolsetc. Run the server where CES reaches it, and write its `serverAddress`.",

  *definition({ kind, name, body }) {
    const stdio = kind === "mcp" ? field(body, "stdio") : undefined;
    if (stdio !== undefined) yield { params: { toolset: name }, place: keyOrigin(stdio) };
  },
});
