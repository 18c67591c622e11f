import type { File } from "../targets/target.ts";

/** The folders for new files, relative to the project's folder. The path of a folder is empty or ends with a `/`. */
export interface NewFolders {
  readonly definitions: string;
  readonly documents: string;
}

/** The files for a new OpenAPI toolset: the definition, and its document. */
export function newOpenApiFiles(
  name: string,
  document: { readonly text: string; readonly format: "json" | "yaml" },
  folders: NewFolders,
): File[] {
  const path = `${folders.documents}${name}.openapi.${document.format}`;
  return [newOpenApiDefinition(name, path, folders.definitions), { path, text: document.text }];
}

/** A new definition that refers to an OpenAPI document. */
export function newOpenApiDefinition(name: string, document: string, folder: string): File {
  const isBelow = document.startsWith(folder);
  const reference = isBelow ? `./${document.slice(folder.length)}` : `${"../".repeat(folder.split("/").length - 1)}${document}`;
  const written = /^[\w./-]+$/.test(reference) ? reference : JSON.stringify(reference);
  return { path: `${folder}${name}.yaml`, text: `displayName: ${name}\nopenApiToolset:\n  openApiSchema: ${written}\n` };
}

/** The location of an MCP server: a URL, or a program to start. */
export type NewServerLocation =
  | {
      readonly serverAddress: string;
      readonly apiAuthentication?: { readonly bearerTokenConfig: { readonly token: string } };
      readonly customHeaders?: { readonly [name: string]: string };
    }
  | { readonly stdio: { readonly command: readonly string[]; readonly env?: { readonly [name: string]: string } } };

/** The file for a new MCP toolset: a definition with the location of the server. */
export function newMcpFiles(name: string, server: NewServerLocation, folder: string): File[] {
  // The values are written as JSON, which is also YAML and needs only one line.
  const fields = Object.entries(server).map(([field, value]) => `  ${field}: ${JSON.stringify(value)}\n`);
  return [{ path: `${folder}${name}.yaml`, text: `displayName: ${name}\nmcpToolset:\n${fields.join("")}` }];
}

/**
 * Whether an address is that of an MCP server: CES requires that its path ends with `/mcp`. Any other address is assumed to be that of a
 * document.
 */
export function isMcpAddress(address: string): boolean {
  return /\/mcp\/?$/.test(new URL(address).pathname);
}
