import { expect } from "vitest";
import type { Tool } from "../../../src/runtime/index.ts";
import { type Manifest, toolsOf } from "../../../src/runtime/manifest.ts";
import { mcp } from "../../../src/runtime/mcp/mcp.ts";
import { compileTexts } from "../../compile-texts.ts";
import { startTool } from "./task-server.ts";

export type StartTool = Tool<
  { readonly rows?: number; readonly _waiting?: string },
  { readonly status?: string; readonly _waiting?: string }
>;

/** A project with the tool of the server at an address, and with overrides of the tool. */
export function taskProject(serverAddress: string, overrides: object = {}): { readonly [path: string]: string } {
  const apiAuthentication = { bearerTokenConfig: { token: "$context.variables.token" } };
  return {
    "toolsetc.yaml": JSON.stringify({
      targets: [{ target: "typescript", out: "generated" }],
      overrides: { shop: { tools: { start: overrides } } },
    }),
    "shop.json": JSON.stringify({ displayName: "shop", mcpToolset: { serverAddress, apiAuthentication } }),
    "snapshots/shop.tools.json": JSON.stringify({ tools: [startTool] }),
  };
}

/** The compiled tool of the server at an address. */
export async function compiledTask(address: string, overrides: object = {}): Promise<StartTool> {
  const { outputs, findings } = await compileTexts(taskProject(address, overrides));
  expect(findings.map(({ message }) => message)).toEqual([]);
  const file = outputs[0]?.files.find(({ path }) => path.endsWith("/toolset.json"));
  const [tool] = toolsOf(JSON.parse(file?.text ?? "") as Manifest, { mcp });
  return tool as StartTool; // It is compiled from the tool of the server.
}
