import type { File } from "../targets/target.ts";

/** A definition and, beside it, its document, for a toolset that there was not before. `folder` is empty or ends with a `/`. */
export function newOpenApiFiles(
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

/** Where an MCP server is: at an address, or in a program that is started. */
export type NewServerLocation =
  | { readonly serverAddress: string }
  | { readonly stdio: { readonly command: readonly string[]; readonly env?: { readonly [name: string]: string } } };

/** A definition for an MCP server; its snapshot is saved as any other. */
export function newMcpFiles(name: string, server: NewServerLocation, folder: string): File[] {
  const [[field = "", value] = []] = Object.entries(server);
  // JSON is YAML, in one line.
  return [{ path: `${folder}${name}.yaml`, text: `displayName: ${name}\nmcpToolset:\n  ${field}: ${JSON.stringify(value)}\n` }];
}

/** CES wants the addresses of MCP servers to end so; anything else is taken for a document. */
export function isMcpAddress(address: string): boolean {
  return /\/mcp\/?$/.test(new URL(address).pathname);
}
