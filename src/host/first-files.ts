import type { File } from "../targets/target.ts";

/** A definition and, beside it, its document, for a toolset that there was not before. `folder` is empty or ends with a `/`. */
export function firstOpenApiFiles(
  name: string,
  document: { readonly text: string; readonly format: "json" | "yaml" },
  folder: string,
): File[] {
  const file = `${name}.openapi.${document.format}`;
  return [
    { path: `${folder}${name}.yaml`, text: `displayName: ${name}\nopenApiToolset:\n  openApiSchema: ./${file}\n` },
    { path: `${folder}${file}`, text: document.text },
  ];
}

/** A definition for an MCP server; its snapshot is saved as any other. */
export function firstMcpFiles(name: string, address: string, folder: string): File[] {
  return [{ path: `${folder}${name}.yaml`, text: `displayName: ${name}\nmcpToolset:\n  serverAddress: ${JSON.stringify(address)}\n` }];
}

/** CES wants the addresses of MCP servers to end so; anything else is taken for a document. */
export function isMcpAddress(address: string): boolean {
  return /\/mcp\/?$/.test(new URL(address).pathname);
}
