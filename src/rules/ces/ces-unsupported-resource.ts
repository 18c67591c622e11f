import { keyOrigin } from "../../definition/node.ts";
import { rule } from "../rule.ts";

/** The replacement for each member that CES does not support. */
const replacements = new Map([
  ["openApiTool", "openApiToolset"],
  ["mcpTool", "mcpToolset"],
  ["clientFunctionToolset", "a clientFunction Tool for each function"],
]);

export const cesUnsupportedResource = rule<{ member: string; replacement: string }>({
  code: "ces-unsupported-resource",
  severity: "error",
  set: "ces",
  summary: "a kind of tool or toolset that CES does not have",
  price: 0,
  message: ({ member, replacement }) => `CES does not support resources of type "${member}". Use ${replacement} instead.`,
  help: "CES rejects tools of type OpenApiTool, and itself creates MCP tools from a toolset. `clientFunctionToolset` is an extension of toolsetc.",

  *definition({ member, body }) {
    const replacement = replacements.get(member);
    if (replacement !== undefined) yield { params: { member, replacement }, place: keyOrigin(body) };
  },
});
