import type { File } from "../targets/target.ts";

/** A new definition, and its document beside it. `folder` is empty or ends with a `/`. */
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

/** The location of an MCP server: a URL, or a program to start. */
export type NewServerLocation =
  | { readonly serverAddress: string }
  | { readonly stdio: { readonly command: readonly string[]; readonly env?: { readonly [name: string]: string } } };

/** A new definition for an MCP server. */
export function newMcpFiles(name: string, server: NewServerLocation, folder: string): File[] {
  const [[field = "", value] = []] = Object.entries(server);
  // JSON is YAML, in one line.
  return [{ path: `${folder}${name}.yaml`, text: `displayName: ${name}\nmcpToolset:\n  ${field}: ${JSON.stringify(value)}\n` }];
}

/** Whether an address is that of an MCP server. CES requires this suffix; any other address is that of a document. */
export function isMcpAddress(address: string): boolean {
  return /\/mcp\/?$/.test(new URL(address).pathname);
}
