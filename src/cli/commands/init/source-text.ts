import type { InitSource } from "./find-sources.ts";

/** Describes a source for messages and questions. */
export function sourceText(source: InitSource): string {
  switch (source.kind) {
    case "document":
      return `the OpenAPI document ${source.path}`;
    case "client-config":
      return `the MCP servers of ${source.path}`;
    case "app":
      return `the exported app in ${source.path === "." ? "this folder" : source.path}`;
    case "address":
      return source.address;
    case "program":
      return `the MCP server ${source.command}`;
  }
}
